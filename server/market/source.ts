import type { CandleColumns } from '#core/market/candle.ts';
import type { CoinIcon } from '#core/market/coin-icon.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import type { CandleMinutes } from '#core/market/recording-codec.ts';
import type { BoundMarket } from '#core/plans/market-binding.ts';
import type { PublishedReplay } from '#core/plans/replay-reveal.ts';
import type { CandleCache } from './candle-cache.ts';

/** One cache for each listed coin. */
export type CandleCaches = ReadonlyMap<CoinSymbol, CandleCache>;

/** The part of the product clock that the market uses. */
export interface MarketClock {
  /** Product time, milliseconds since 1970 UTC. */
  now(): number;
  /** Product milliseconds per wall millisecond. */
  readonly speed: number;
}

/** A source of prices, and the only writer of the candle caches. */
export interface MarketSource {
  readonly kind: 'replay' | 'exchange';
  /** Id of the exchange in the ccxt library; null for a replay. */
  readonly exchange: string | null;
  /** Display name of the recording or exchange. */
  readonly label: string;
  /** The coins that it has prices of, in the order of the market list. */
  readonly coins: readonly CoinSymbol[];
  /** The icons that it brings of its coins. */
  readonly icons?: ReadonlyMap<CoinSymbol, CoinIcon> | undefined;
  /** Length of its shortest candles. */
  readonly candleMinutes: CandleMinutes;
  /** Coins whose candles every round takes, where the market is its beacon; null where those are taken that have a current price then. */
  readonly beaconCoins: readonly CoinSymbol[] | null;
  /** Loads the history into the caches and keeps them up to date. Does not wait for an unreachable exchange. */
  start(caches: CandleCaches): Promise<void>;
  /** Advances the caches to product time `now`, if the source computes its own prices. */
  advance(now: number): void;
  /** Closed minutes of any past span, also those evicted from memory: opening at or after `from`, before `to`. */
  minutes(coin: CoinSymbol, from: number, to: number): Promise<CandleColumns>;
  /** Open time of the coin's first minute, or null before there is one. */
  beginsAt(coin: CoinSymbol): number | null;
  /**
   * What identifies the coin's market at this time: the same on every node and after every restart. A plan whose first round opens
   * then is bound to it. Null while the source does not know.
   */
  binding(coin: CoinSymbol, at: number): BoundMarket | null;
  /** What is published of the replay for this coin at product time `now`; null where the source plays none. */
  published(coin: CoinSymbol, now: number): PublishedReplay | null;
  /** Candles of a recorded day (its midnight, ms since 1970 UTC) as they were recorded. Not for a day that is still secret. */
  recordedDay(coin: CoinSymbol, midnight: number): CandleColumns;
  /** Open time from which on no recorded minute has come twice by `now`; null where none ever comes again. */
  distinctFrom(now: number): number | null;
  /**
   * Product time up to which the source is known to have no further candle of the coin: whatever opened before it is there or does not
   * exist. It does not move while the source cannot be asked.
   */
  knownThrough(coin: CoinSymbol, now: number): number;
  /** What the coin's recorded prices are multiplied by on a day of the replay; null where the source plays none. Not for a day that is still secret. */
  factorOn(coin: CoinSymbol, day: number): number | null;
  /** Open time of a seam within this span, where candles that were recorded at different times are joined; or null. */
  seamBetween(from: number, to: number): number | null;
  /** Open time of the last seam within this span, not in the future, at which the coin's price is not carried on; or null. */
  breakBetween(coin: CoinSymbol, from: number, to: number): number | null;
  stop(): Promise<void>;
}

export interface MarketHealth {
  readonly state: 'live' | 'stale';
  /** Age of the newest price in product time; null before the first one. */
  readonly ageMs: number | null;
  readonly lastPriceAt: number | null;
}
