import type { CandleColumns } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import type { CandleCache } from './candle-cache.ts';

/** One cache for each listed coin. */
export type CandleCaches = ReadonlyMap<CoinSymbol, CandleCache>;

/** The product clock as far as the market needs it. */
export interface MarketClock {
  /** Product time, milliseconds since 1970 UTC. */
  now(): number;
  /** Product milliseconds in one of the wall clock. */
  readonly speed: number;
}

/** Where prices come from. It writes the caches; nothing else does. */
export interface MarketSource {
  readonly kind: 'replay' | 'exchange';
  /** The recording's or the exchange's name as it is shown. */
  readonly label: string;
  /** Loads what is known up to now into the caches, then keeps them going. Does not wait for an exchange that cannot be reached. */
  start(caches: CandleCaches): Promise<void>;
  /** Brings the caches to product time `now`, where the source can do so by itself. */
  advance(now: number): void;
  /** Closed minutes of any past span, also those that memory no longer holds: opening at or after `from`, before `to`. */
  minutes(coin: CoinSymbol, from: number, to: number): Promise<CandleColumns>;
  /** Open time of the first minute there ever was of this coin, or null before there is one. */
  beginsAt(coin: CoinSymbol): number | null;
  /** Length after which the source shows the same recorded minutes again, in ms; null where it never does. */
  readonly repeatsAfterMs: number | null;
  /** Open time at which a recording started again, within this span, or null. */
  seamBetween(from: number, to: number): number | null;
  stop(): Promise<void>;
}

/** How fresh the prices are. */
export interface MarketHealth {
  readonly state: 'live' | 'stale';
  /** Age of the newest price in product time; null before the first one. */
  readonly ageMs: number | null;
  readonly lastPriceAt: number | null;
}
