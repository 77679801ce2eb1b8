import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Candle, columnsOf, intervalMs } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import type { CandleMinutes } from '#core/market/recording-codec.ts';
import { candleBytes } from '#core/plans/candle-hash.ts';
import { beaconCoinsMax } from './beacon-coins.ts';
import { publishedAt, quicknet, roundAfter } from './quicknet.ts';

/**
 * Which public value goes into a round beside its seed. It is published at closing, before the value exists.
 *
 * `drand`: one round of drand’s quicknet, the first after betting has closed. `market`: the first candles that close after betting has closed, one of every coin
 * that is named; of one minute, or of the `interval` in which the market was recorded. A missing one has no substitute, so that nobody can choose between two.
 */
export type BeaconPlan =
  | { readonly kind: 'drand'; readonly chain: string; readonly round: number }
  | { readonly kind: 'market'; readonly coins: readonly CoinSymbol[]; readonly interval?: '5m' | undefined };

/** The candle of one coin. */
export interface BeaconCandle {
  readonly coin: CoinSymbol;
  readonly candle: Candle;
}

/** What a beacon has published. */
export type Beacon =
  | { readonly kind: 'drand'; readonly round: number; readonly signature: string }
  | { readonly kind: 'market'; readonly candles: readonly BeaconCandle[] };

/** What `BEACON` can name. */
export type BeaconKind = Beacon['kind'];

/** The plan for a round whose betting closes at that time, ms. Its drand round is the first that is published strictly after it. */
export function drandPlanFor(closesAt: number): BeaconPlan {
  return { kind: 'drand', chain: quicknet.chain, round: roundAfter(closesAt) };
}

/** The plan for a round on a market of these coins, whose shortest candles have that length. Throws a RangeError for no coin, or one twice. */
export function marketPlanFor(coins: readonly CoinSymbol[], candleMinutes: CandleMinutes = 1): BeaconPlan {
  const sorted = [...coins].sort();
  if (sorted.length === 0 || new Set(sorted).size !== sorted.length) throw new RangeError(`coins: ${sorted.join(' ')}`);
  return { kind: 'market', coins: sorted.slice(0, beaconCoinsMax), ...(candleMinutes === 5 && { interval: '5m' }) };
}

/** Open time (ms) of the candles of a market's plan, for a round whose betting closes at that time: of the first that close after it. */
export function beaconOpenTime({ interval }: { readonly interval?: '5m' | undefined }, closesAt: number): number {
  const length = intervalMs[interval ?? '1m'];
  return Math.floor(closesAt / length) * length;
}

/**
 * When the beacon of a plan can be known, for a round whose result is due at that time, ms since 1970 UTC. A round that is closed only then is void: its
 * closing was published too late to show that its orders were there before.
 */
export function publicFrom(plan: BeaconPlan, resultAt: number): number {
  return plan.kind === 'drand' ? Math.min(publishedAt(plan.round), resultAt) : resultAt;
}

/**
 * The 32 bytes that a beacon is hashed to.
 *
 * `drand`: SHA-256 of the signature’s 48 bytes, what drand calls the randomness. `market`: SHA-256 of "clearlot market 1" and a line feed, then for each coin
 * its symbol in ASCII, a space and the 48 bytes of its candle (`candleBytes`). Throws a RangeError for a candle that is not finite, an Error for a
 * signature that is not hex.
 */
export function beaconValue(beacon: Beacon): Uint8Array {
  if (beacon.kind === 'drand') return sha256(hexToBytes(beacon.signature));
  const rows = beacon.candles.flatMap(({ coin, candle }) => [
    utf8ToBytes(`${coin} `),
    candleBytes(columnsOf([candle])),
  ]);
  return sha256(concatBytes(utf8ToBytes('clearlot market 1\n'), ...rows));
}
