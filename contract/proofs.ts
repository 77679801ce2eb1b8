import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { closedCandlesSchema } from './closed-candles.ts';
import { moment, pointsCount, textField, usdtText, wholeNumberField } from './fields.ts';
import { candleRow, coinField } from './market.ts';
import { operation } from './operation.ts';
import { revealedDays } from './plans-proof.ts';

/** SHA-256 or a salt, in hex. */
const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Accounts of the house that hold USDT. */
export const houseUsdtAccount = z.enum([
  'rail',
  'market',
  'sponsor',
  'yield',
  'yieldReserved',
  'roundsReserved',
  'prizes',
  'rounds',
  'charity',
  'charitySpent',
  'fees',
]);

/** Accounts of the house that hold points. */
export const housePointsAccount = z.enum(['sponsorPoints', 'prizePoints', 'charityPoints', 'charityPointsSpent']);

/** Assistance and promotion points of one member, or of all. */
const pointSums = z.object({ assistance: pointsCount, promotion: pointsCount });

/** Roots per page of the whole feed. */
export const rootsPerPage = 500;

/** Newest roots, listed without `after`: two days. */
export const newestRoots = 48;

/** What was owed to all members at one moment and the house's accounts in the same snapshot of the books, hashed together and signed. */
const balanceRoot = z.object({
  number: z.int().check(z.minimum(1)),
  at: moment,
  members: z.int().check(z.minimum(0)),
  root: hex32,
  /** Sum of every member's USDT accounts. */
  total: usdtText,
  /** The house's USDT accounts; with `total` they add up to zero, or the books do not balance. */
  house: z.array(z.object({ account: houseUsdtAccount, balance: usdtText })),
  /** Sums of every member's points, and the house's accounts of points; together they are zero. Left out in version 1, USDT alone. */
  points: z.optional(
    z.extend(pointSums, { house: z.array(z.object({ account: housePointsAccount, balance: pointsCount })) }),
  ),
  /** The operators' log in the same snapshot: number of chained acts and hash of the newest, zeros without any. Left out before version 3. */
  log: z.optional(z.object({ acts: z.int().check(z.minimum(0)), head: hex32 })),
  /** Digest of the root before; zeros for the first. */
  previous: hex32,
  key: hex32,
  digest: hex32,
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
});

/** A published root as `core/proofs/root-feed.ts` checks it: amounts in micro-USDT, `at` in ms of the product clock. */
export type PublishedRoot = z.output<typeof balanceRoot>;

export const listBalanceRoots = operation({
  summary: `The newest ${newestRoots} roots of the hourly tree over all member balances, newest first; with \`after\` the ${rootsPerPage} that follow that number, oldest first: from 0 on the whole feed.`,
  method: 'GET',
  path: '/proofs/roots',
  access: 'public',
  effect: 'read',
  input: z.strictObject({
    after: z.optional(wholeNumberField('balanceTreeUnknown', 'balanceTreeUnknown')),
  }),
  output: z.array(balanceRoot),
  answerIn: 'info',
  errors: ['balanceTreeUnknown'],
});

const bytes32 = z.codec(hex32, z.custom<Uint8Array>(), { decode: hexToBytes, encode: bytesToHex });

/** One of the two parts of a member's balances, with its path in its half of the tree. */
const balancePart = z.object({
  salt: bytes32,
  amount: usdtText,
  points: z.optional(pointSums),
  path: z.object({
    position: z.int(),
    siblings: z.array(z.object({ hash: bytes32, sum: usdtText, points: z.optional(pointSums) })),
  }),
});

/** The member's own parts and their ways to the root, as core/proofs recomputes it. */
const balanceProof = z.object({
  published: balanceRoot,
  balance: usdtText,
  /** Left out in a tree of version 1, as in its parts. */
  points: z.optional(pointSums),
  /** Of the left half of the tree, then of the right one. */
  parts: z.tuple([balancePart, balancePart]),
});

/** What `core/proofs/balance-tree.ts` needs to recompute a root from the two parts of a member’s own balance. */
export type BalanceProof = z.output<typeof balanceProof>;

export const getBalanceProof = operation({
  summary:
    'Both parts of the member’s balance with their paths in the newest tree, or in the one named, as long as its levels are kept.',
  method: 'GET',
  path: '/proofs/balance',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    tree: z.optional(wholeNumberField('balanceTreeUnknown', 'balanceTreeUnknown')),
  }),
  output: balanceProof,
  errors: ['balanceTreeUnknown', 'balanceNotInTree'],
});

export const getReplayDay = operation({
  summary:
    'A day of the replay, from 0, once it has been played: the key that leads to the commitment, the recorded day that it draws, and the candles of that day as they were recorded.',
  method: 'GET',
  path: '/market/replay/{name}/{day}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ name: coinField, day: textField(/^\d{1,5}$/, 'replayDayUnknown', 'replayDayUnknown') }),
  output: z.object({ reveal: revealedDays, candles: z.array(candleRow) }),
  errors: ['coinUnknown', 'replayDayUnknown'],
});

/** The most candles of one `getMinutes`. */
export const minutesMax = 1_000;

export const getMinutes = operation({
  summary:
    'Closed candles of the market’s shortest length (`candleMinutes` of getMarketStatus) that open at or after `from` (ms since 1970 UTC), oldest first, at most 1,000.',
  method: 'GET',
  path: '/market/minutes/{name}/{from}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({
    name: coinField,
    from: textField(/^\d{1,14}$/, 'intervalUnknown', 'intervalUnknown'),
  }),
  output: z.array(candleRow),
  answerIn: 'info',
  errors: ['coinUnknown', 'intervalUnknown'],
});

export const listClosedCandles = operation({
  summary:
    'The shortest closed candle of every coin that opens at `from` (ms since 1970 UTC): what a round’s beacon on the market is held against. A coin without one is left out.',
  method: 'GET',
  path: '/market/closed/{from}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ from: textField(/^\d{1,14}$/, 'intervalUnknown', 'intervalUnknown') }),
  output: closedCandlesSchema,
  answerIn: 'info',
  errors: ['intervalUnknown'],
});
