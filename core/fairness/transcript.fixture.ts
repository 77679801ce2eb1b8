import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Candle } from '#core/market/candle.ts';
import type { CandleMinutes } from '#core/market/recording-codec.ts';
import { add, noUsdt, type Usdt, usdt } from '#core/money/amount.ts';
import { chainDaysMax, tipOf } from '#core/proofs/seed-chain.ts';
import {
  categories,
  type Digits,
  type PerCategory,
  perCategory,
  sumOf,
  winnersOf,
  wins,
} from '#core/rounds/categories.ts';
import { payoutOf } from '#core/rounds/payout.ts';
import { dayOf, placeOf, type RoundNumber, roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import {
  type Beacon,
  type BeaconKind,
  type BeaconPlan,
  beaconOpenTime,
  beaconValue,
  drandPlanFor,
  marketPlanFor,
} from './beacon.ts';
import { type ClosingStatement, closingDigest } from './closing.ts';
import { type DaySeeds, dayKeysOf, daySeedsOf } from './day-seeds.ts';
import { type OrderLeaf, orderRoot } from './orders.ts';
import { quicknet } from './quicknet.ts';
import { bigEndian, resultOf } from './result.ts';
import type { CategoryPayment, DayTranscript, PublishedResult, RoundTranscript } from './transcript.ts';

/** Bytes that depend on a text alone, so that every run makes the same transcripts. */
export const bytesFor = (text: string): Uint8Array => sha256(utf8ToBytes(text));

/** The day of the installation that the fixture's transcripts belong to. */
export const installedOn = 20_779;

const dayKeys = dayKeysOf(bytesFor('the master seed of a worked example'), chainDaysMax);

/** What the fixture's installation published once. */
export const commitment = tipOf(dayKeys);

/** The key of a day, from `installedOn` on. */
export function keyOfDay(day: number): Uint8Array {
  return dayKeys[day - installedOn] as Uint8Array;
}

const seedsByDay = new Map<number, DaySeeds>();

/** The seeds of a day. */
export function seedsOfDay(day: number): DaySeeds {
  const seeds = seedsByDay.get(day) ?? daySeedsOf(keyOfDay(day));
  seedsByDay.set(day, seeds);
  return seeds;
}

const { shortSignatures } = bls12_381;
const { publicKey, secretKey } = shortSignatures.keygen(new Uint8Array(48).fill(7));

/** That network's public key, lower-case hex. */
export const fixturePublicKey: string = bytesToHex(publicKey.toBytes());
const messageOf = (round: number) => shortSignatures.hash(sha256(bigEndian(round)), quicknet.domain);

/** What a drand network with a key of the fixture's own signs a round with, in drand's scheme. */
export function fixtureSignature(round: number): string {
  return bytesToHex(shortSignatures.Signature.toBytes(shortSignatures.sign(messageOf(round), secretKey)));
}

const checked = new Map<string, boolean>();

/** `isDrandSigned` for that network; each signature is checked once. */
export function isFixtureSigned(round: number, signature: string): boolean {
  const key = `${round} ${signature}`;
  const known = checked.get(key);
  if (known !== undefined) return known;
  let isGenuine = false;
  try {
    isGenuine = shortSignatures.verify(hexToBytes(signature), messageOf(round), publicKey);
  } catch {}
  checked.set(key, isGenuine);
  return isGenuine;
}

/** `count` orders of a round, ascending by id, on all categories in turn. */
export function ordersOf(round: RoundNumber, count: number): OrderLeaf[] {
  return Array.from({ length: count }, (_, place) => ({
    id: BigInt(1_000 + place * 7),
    category: categories[place % categories.length] ?? 'big',
    stake: usdt(1_000_000n + BigInt(place) * 333_333n),
    salt: bytesToHex(bytesFor(`salt of order ${place} in round ${round}`)),
  }));
}

/** The candle of a coin in the minute after a closing. */
function candleOf(coin: string, openTime: number): Candle {
  const [first = 0, second = 0, third = 0] = bytesFor(`${coin} at ${openTime}`);
  const open = 100 + first / 8;
  const close = open + (second - 128) / 100;
  return {
    openTime,
    open,
    high: Math.max(open, close) + third / 50,
    low: Math.min(open, close) - 1,
    close,
    volume: 12.5,
  };
}

function beaconOf(round: RoundNumber, plan: BeaconPlan): Beacon {
  const { closesAt } = timesOf(round);
  if (plan.kind === 'market') {
    const openTime = beaconOpenTime(plan, closesAt);
    return { kind: 'market', candles: plan.coins.map((coin) => ({ coin, candle: candleOf(coin, openTime) })) };
  }
  return { kind: 'drand', round: plan.round, signature: fixtureSignature(plan.round) };
}

const stakesOf = (orders: readonly OrderLeaf[]): Usdt => orders.reduce((total, { stake }) => add(total, stake), noUsdt);

function paymentsOf(orders: readonly OrderLeaf[], digits: Digits | null): PerCategory<CategoryPayment> {
  return perCategory((category) => {
    const own = orders.filter((order) => order.category === category);
    if (!digits) return { paid: stakesOf(own), charity: noUsdt };
    const payouts = own.filter(() => wins(category, digits)).map(({ stake }) => payoutOf(category, stake));
    return {
      paid: payouts.reduce((total, { paid }) => add(total, paid), noUsdt),
      charity: payouts.reduce((total, { charity }) => add(total, charity), noUsdt),
    };
  });
}

/** What makes one of the fixture's rounds differ from a paid one on the market with 23 orders, all listed. */
export interface RoundOptions {
  readonly kind?: BeaconKind;
  /** Length of the shortest candles of the market. */
  readonly candleMinutes?: CandleMinutes;
  readonly orders?: readonly OrderLeaf[];
  readonly status?: RoundTranscript['status'];
  /** A void round whose beacon never was. */
  readonly withoutBeacon?: true;
  /** What the beacon published, if it is not made up; of `kind`. */
  readonly beacon?: Beacon;
  /** The seeds of another installation. */
  readonly seeds?: DaySeeds;
}

/** A genuine transcript of a round. */
export function transcriptOf(round: RoundNumber, options: RoundOptions = {}): RoundTranscript {
  const { kind = 'market', orders = ordersOf(round, 23), status = 'paid', seeds = seedsOfDay(dayOf(round)) } = options;
  const seed = seeds.seeds[placeOf(round)] as Uint8Array;
  const plan =
    kind === 'drand'
      ? drandPlanFor(timesOf(round).closesAt)
      : marketPlanFor(['ETH', 'SOL', 'BTC'], options.candleMinutes);
  const closing: ClosingStatement = {
    round,
    tip: seeds.tip,
    beacon: plan,
    orders: perCategory((category) => {
      const own = orders.filter((order) => order.category === category);
      return { count: own.length, stake: stakesOf(own) };
    }),
    root: orderRoot(round, orders),
  };
  const beacon = options.withoutBeacon ? null : (options.beacon ?? beaconOf(round, plan));
  const drawn = beacon && publishedResult(seed, round, beaconValue(beacon));
  const [result, lateResult] = status === 'paid' ? [drawn, null] : [null, drawn];
  return {
    version: 1,
    closing,
    digest: closingDigest(closing),
    seed: bytesToHex(seed),
    beacon,
    status,
    result,
    lateResult,
    payments: paymentsOf(orders, result?.digits ?? null),
    orders,
  };
}

function publishedResult(seed: Uint8Array, round: RoundNumber, value: Uint8Array): PublishedResult {
  const { hmac, digits } = resultOf(seed, round, value);
  return { value: bytesToHex(value), hmac, digits, sum: sumOf(digits), winners: winnersOf(digits) };
}

/** The genuine transcript of a day, of which every fortieth round is void; the rounds carry their sums, not their orders. */
export function dayTranscriptOf(day: number): DayTranscript {
  const key = keyOfDay(day);
  const { tip, drawCommitment } = seedsOfDay(day);
  const rounds = Array.from({ length: roundsPerDay }, (_, place) => {
    const round = day * roundsPerDay + place;
    const options: RoundOptions = { orders: ordersOf(round, place % 5) };
    const isVoid = place % 40 === 39;
    return {
      ...transcriptOf(round, { ...options, ...(isVoid && { status: 'void', withoutBeacon: true }) }),
      orders: null,
    };
  });
  return { version: 1, commitment, firstDay: installedOn, day, key: bytesToHex(key), tip, drawCommitment, rounds };
}
