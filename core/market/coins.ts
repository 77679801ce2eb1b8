/** A coin of the market list. */
export interface CoinListing {
  /** Symbol as shown and as named in calls. */
  readonly symbol: CoinSymbol;
  readonly quote: 'USDT';
  /** Path of its icon on the web server. */
  readonly iconPath: string;
}

/** Symbols in the order of the market list: items 0-2 are the top cards, 3-12 the ranking, the rest is only traded. */
export const coinSymbols = [
  'BTC',
  'ETH',
  'BNB',
  'SOL',
  'XRP',
  'AVAX',
  'LINK',
  'LTC',
  'BCH',
  'ETC',
  'XLM',
  'SUI',
  'ENA',
  'XMR',
  'LAYER',
] as const;

/** The symbol of a listed coin. */
export type CoinSymbol = (typeof coinSymbols)[number];

/** The market list, in order. */
export const coins: readonly CoinListing[] = coinSymbols.map((symbol) => ({
  symbol,
  quote: 'USDT',
  iconPath: `/coins/${symbol.toLowerCase()}.svg`,
}));

const known: ReadonlySet<string> = new Set(coinSymbols);

/** Whether `text` is the symbol of a listed coin, in exactly that spelling. */
export function isCoin(text: string): text is CoinSymbol {
  return known.has(text);
}
