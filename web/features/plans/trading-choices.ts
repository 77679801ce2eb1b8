import { type ChartRange, chartRanges } from '#contract/market.ts';
import { session } from '#web/platform/session/session.ts';
import { tabStorage } from '#web/platform/session/storage.ts';

/** The choices of the trading screen that live in its address. */
export interface TradingChoices {
  /** Null when the address names something that is no symbol. */
  readonly coin: string | null;
  readonly range: ChartRange;
  /** Null: the first level, which is open to all. */
  readonly levelId: number | null;
  readonly leverage: number | null;
}

const firstCoin = 'ETH';
const firstRange: ChartRange = '5m';
const storageKey = 'trading';

/** The choices in the address; what it leaves out is taken from `before`, the query remembered last. */
export function choicesOf(search: string, before: string): TradingChoices {
  const here = new URLSearchParams(search);
  const remembered = new URLSearchParams(before);
  const value = (name: string) => here.get(name) ?? remembered.get(name);
  const coin = value('coin') || firstCoin;
  const range = value('range');
  return {
    coin: /^[A-Z0-9]{2,12}$/.test(coin) ? coin : null,
    range: chartRanges.find((each) => each === range) ?? firstRange,
    levelId: wholeNumber(value('level')),
    leverage: wholeNumber(value('leverage')),
  };
}

/** The query of the choices; empty while all are a new member's. */
export function searchOf({ coin, range, levelId, leverage }: TradingChoices): string {
  if (coin === firstCoin && range === firstRange && levelId === null && leverage === null) return '';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ coin, level: levelId, leverage, range })) {
    if (value !== null) query.set(name, String(value));
  }
  return `?${query}`;
}

/** What the member left on the trading screen in this tab. */
export interface TradingDraft {
  readonly search: string;
  readonly amountText: string;
}

/** Empty for another member than the one who left it. */
export function readTradingDraft(): TradingDraft {
  const [member, search = '', amountText = ''] = (tabStorage.getItem(storageKey) ?? '').split(' ');
  return member === session.username() ? { search, amountText } : { search: '', amountText: '' };
}

export function storeTradingDraft({ search, amountText }: TradingDraft): void {
  tabStorage.setItem(storageKey, [session.username(), search, amountText].join(' '));
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}
