/** The symbol of a coin as shown and as named in calls: 2 to 12 capital letters and digits. */
export type CoinSymbol = string;

/** A coin of the market list. */
export interface CoinListing {
  readonly symbol: CoinSymbol;
  readonly quote: 'USDT';
  /** Path of its icon on the web server; empty where there is none. */
  readonly iconPath: string;
}

/**
 * The coins that have an icon, in the order of the market list: items 0-2 are the top cards, 3-12 the ranking, the rest is only
 * traded. An exchange is asked for these; a recording has its own.
 */
export const coinSymbols: readonly CoinSymbol[] = [
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
];

/** The listing of a coin. */
export function listingOf(symbol: CoinSymbol): CoinListing {
  const iconPath = coinSymbols.includes(symbol) ? `/coins/${symbol.toLowerCase()}.svg` : '';
  return { symbol, quote: 'USDT', iconPath };
}
