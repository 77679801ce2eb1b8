import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type CandleColumns, type Interval, intervalMs, sliceColumns } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { candlesHash } from './candle-hash.ts';

/** A recording and where it plays. Text and whole numbers only, so that every language writes the same canonical text. */
export interface ReplayMarket {
  readonly source: 'replay';
  /** Display name of the recording. */
  readonly label: string;
  /** SHA-256 of the recording, lower-case hex. */
  readonly recording: string;
  /** Number of its whole days. */
  readonly recordedDays: number;
  /** Commits to the order in which they play (`core/market/replay-order.ts`), lower-case hex. */
  readonly commitment: string;
  /** Product time at which day 0 of the replay begins, in ms since 1970 UTC. */
  readonly startsAt: number;
  /** The day of the replay on which the first round opens, from 0. */
  readonly day: number;
}

/** A market on a live exchange. */
export interface ExchangeMarket {
  readonly source: 'exchange';
  /** Display name of the exchange. */
  readonly label: string;
  /** Its id in the ccxt library, and that library's symbol of the market. */
  readonly exchange: string;
  readonly instrument: string;
}

/** What identifies the market that a plan runs on, as its source knows it when the plan is placed. */
export type BoundMarket = ReplayMarket | ExchangeMarket;

/** The closed candles that the strategy of a plan will look at, as far as they were known when it was placed. */
export interface BoundLookback {
  /** How many candles are hashed, oldest first. */
  readonly rows: number;
  /** Open time of the newest of them, in ms since 1970 UTC. */
  readonly through: number;
  /** `candlesHash` of them. */
  readonly hash: string;
}

/** The market of a plan, fixed when it is placed. Its hash is part of the plan's group, the receipt and the proof. */
export interface MarketBinding {
  readonly coin: string;
  readonly interval: Interval;
  readonly market: BoundMarket;
  readonly lookback: BoundLookback;
}

/**
 * The canonical text of a binding: JSON without spaces, the names of every object in ascending order (RFC 8785). It holds text
 * and whole numbers alone.
 */
export function bindingText(binding: MarketBinding): string {
  return JSON.stringify(binding, (_name, value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** SHA-256 over the canonical text in UTF-8, lower-case hex. */
export function bindingHash(binding: MarketBinding): string {
  return bytesToHex(sha256(utf8ToBytes(bindingText(binding))));
}

/**
 * What can be said of a plan's lookback before its first round: of `lookback` candles before `startsAt` those that are closed
 * already. One that may still close before `startsAt` takes the place of the oldest, whether or not it comes, so that all rows
 * hashed here are among those that the plan will be settled on. Null where none of them is known.
 */
export function boundLookback(
  closed: CandleColumns,
  interval: Interval,
  startsAt: number,
  lookback: number,
): BoundLookback | null {
  const end = rowAtOrAfter(closed.openTime, startsAt);
  const through = closed.openTime[end - 1];
  if (through === undefined) return null;
  const stillToClose = (startsAt - through) / intervalMs[interval] - 1;
  const rows = lookback - stillToClose;
  if (rows < 1 || end < rows) return null;
  return { rows, through, hash: candlesHash(sliceColumns(closed, end - rows, end)) };
}

/** The hash of the same candles in what a plan was settled on; null where they are not all among them. */
export function lookbackHashIn(candles: CandleColumns, { rows, through }: BoundLookback): string | null {
  const end = rowAtOrAfter(candles.openTime, through) + 1;
  if (candles.openTime[end - 1] !== through || end < rows) return null;
  return candlesHash(sliceColumns(candles, end - rows, end));
}
