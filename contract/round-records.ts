import * as z from 'zod/mini';
import { categories } from '#core/rounds/categories.ts';
import { moment, usdtText } from './fields.ts';
import { ratio } from './plans-offer.ts';
import { roundStates } from './states.ts';

const category = z.enum(categories);

/** How an order ended; `pending` until its round has. */
const orderStates = ['pending', 'won', 'lost', 'void'] as const;

/** The state of an order. */
export type OrderState = (typeof orderStates)[number];

/**
 * Why a follow ended: all its rounds were held; it won, or lost as much as its member had named; its member cancelled it; or its member
 * may not stake any more (a freeze, an own limit, self-exclusion). Null while it runs.
 */
export const followEnds = ['completed', 'won', 'lossLimit', 'cancelled', 'notPermitted'] as const;

/** How a follow ended. */
export type FollowEnd = (typeof followEnds)[number];

/** What the result depends on beside the seed: a round of drand, or the market's first candles after closing. */
export const beaconKinds = ['drand', 'market'] as const;

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Three digits 0 to 9, as drawn. */
const digits = z.tuple([z.int(), z.int(), z.int()]);

/** A category as it is offered. */
export const categoryItem = z.object({
  id: category,
  /** How many of the 1,000 equally likely outcomes win; the odds are exactly 1000 / wins. */
  wins: z.int(),
  odds: ratio,
  /** Share of the outcomes that lose the stake. */
  lost: ratio,
  /** Bounds of one stake; the upper one is what the house's funds cover now, if that is less than the general bound. */
  minimum: usdtText,
  maximum: usdtText,
});

/** A category with its exact odds and the bounds of a stake in micro-USDT. */
export type CategoryOffer = z.output<typeof categoryItem>;

/** A round without what only its page shows. */
export const roundItem = z.object({
  /** Whole number, one more for each five minutes of the product clock. */
  id: z.int(),
  opensAt: moment,
  /** From here on no order is taken. */
  closesAt: moment,
  /** The earliest time of the result. */
  resultAt: moment,
  /** Without a result by then the round is void. */
  voidAt: moment,
  state: z.enum(roundStates),
  /** Null until it is drawn, and for a void round. */
  digits: z.nullable(digits),
  /** Number of orders and the sum staked; null until closing. */
  orders: z.nullable(z.int()),
  staked: z.nullable(usdtText),
});

/** A round: moments in ms of the product clock, amounts in micro-USDT. */
export type Round = z.output<typeof roundItem>;

/** Orders of one category of a round, in sum. */
const categorySum = z.object({
  category,
  orders: z.int(),
  staked: usdtText,
  /** What members received, and charity out of their winnings; null until every order has been paid. */
  paid: z.nullable(usdtText),
  charity: z.nullable(usdtText),
});

/** A round with what was published of it, and who was paid what in sum. */
export const roundDetail = z.extend(roundItem, {
  /** The day's tip, published before its first round: the round's seed leads to it by SHA-256, applied `place` + 1 times. */
  tip: z.nullable(hex32),
  place: z.int(),
  /** Merkle root over all of its orders and the digest of what was published at closing. */
  orderRoot: z.nullable(hex32),
  digest: z.nullable(hex32),
  beaconKind: z.enum(beaconKinds),
  seed: z.nullable(hex32),
  /** Of a void round, what its beacon would have made of it; null without one. */
  lateDigits: z.nullable(digits),
  /** When it closed, by the database's clock, and when its beacon could be known at the earliest; null before closing. */
  closedAt: z.nullable(moment),
  beaconFrom: z.nullable(moment),
  /** Whether it can be replayed: every order has been paid, and the sums are complete; a round that a downtime left out has none. */
  isPaid: z.boolean(),
  categories: z.array(categorySum),
});

/** A round's page: amounts in micro-USDT, moments in ms of the product clock, hashes in hexadecimal. */
export type RoundDetail = z.output<typeof roundDetail>;

/** One order of the member. */
export const orderItem = z.object({
  id: z.string(),
  round: z.int(),
  category,
  /** Stake of this one round. */
  amount: usdtText,
  state: z.enum(orderStates),
  /** Profit: what came back less the stake; zero while pending and for a void round. */
  income: usdtText,
  /** What went to charity out of a winning amount. */
  charity: usdtText,
  placedAt: moment,
  /** The follow that it belongs to, or null. */
  follow: z.nullable(z.string()),
  /** The random part of its leaf in the round's tree of orders; kept by the phone, so that the leaf cannot be made up later. */
  salt: hex32,
});

/** An order: amounts in micro-USDT, `placedAt` in ms of the product clock. */
export type Order = z.output<typeof orderItem>;

/** A follow: an order that is repeated for the next rounds, its total reserved at once. */
export const followItem = z.object({
  id: z.string(),
  category,
  /** Stake of each round. */
  amount: usdtText,
  /** Rounds it places the order for, the first one included, and for how many of them the order has been placed. */
  rounds: z.int(),
  placed: z.int(),
  stopOnWin: z.boolean(),
  lossLimit: z.nullable(usdtText),
  /** Profit so far over all of its orders whose rounds have ended. */
  income: usdtText,
  /** Still reserved for the rounds to come. */
  reserved: usdtText,
  end: z.nullable(z.enum(followEnds)),
  placedAt: moment,
});

/** A follow: amounts in micro-USDT, `placedAt` in ms of the product clock. */
export type Follow = z.output<typeof followItem>;

/** A chain of the keys of days, each of which leads to its commitment; every chain is published before its first day, while the one before it runs. */
export const chainItem = z.object({
  /** From 1, that of the installation. */
  number: z.int(),
  firstDay: z.int(),
  commitment: hex32,
  publishedAt: moment,
});

/** A published chain; `firstDay` in days since 1970 UTC, `publishedAt` in ms of the product clock. */
export type FairChain = z.output<typeof chainItem>;

/** What was published about the seeds of one day (UTC, of the product clock) before it began. */
export const dayItem = z.object({
  /** Days since 1970-01-01. */
  day: z.int(),
  /** Of the chain of the day's 288 round seeds. */
  tip: hex32,
  /** SHA-256 of the seed of the day's draw. */
  drawCommitment: hex32,
  publishedAt: moment,
  /** Number of the chain that the day's key belongs to. */
  chain: z.int(),
  /** The day's key, revealed after its last round: it makes both of them, and leads to the commitment of its chain. */
  key: z.nullable(hex32),
});

/** The commitments of a day; `publishedAt` in ms of the product clock. */
export type FairDay = z.output<typeof dayItem>;

/** A revealed seed of a round. */
export const revealItem = z.object({
  round: z.int(),
  seed: hex32,
  /** `missed`: void, because a downtime left it out. */
  state: z.enum(['drawn', 'void', 'missed']),
  /** Null where none was named. */
  beaconKind: z.nullable(z.enum(beaconKinds)),
  /** Whether the beacon of a void round came too late: with it, it would have had a result. */
  isLate: z.boolean(),
  /** Null for a missed one. */
  endedAt: z.nullable(moment),
});

/** A revealed seed; `endedAt` in ms of the product clock. */
export type Reveal = z.output<typeof revealItem>;
