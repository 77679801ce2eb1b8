import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { moment, textField, usdtText, wholeNumberField } from './fields.ts';
import { candleRow, coinField } from './market.ts';
import { operation } from './operation.ts';

/** SHA-256 or a salt, in hex. */
const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Accounts of the house that hold USDT. */
export const houseUsdtAccount = z.enum([
  'rail',
  'market',
  'sponsor',
  'yield',
  'yieldReserved',
  'prizes',
  'rounds',
  'charity',
  'fees',
]);

/** A USDT account of the house. */
export type HouseUsdtAccount = z.output<typeof houseUsdtAccount>;

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

/** One of the two parts of a member's balance, with its path in its half of the tree. */
const balancePart = z.object({
  salt: bytes32,
  amount: usdtText,
  path: z.object({ position: z.int(), siblings: z.array(z.object({ hash: bytes32, sum: usdtText })) }),
});

/** The member's own parts and their ways to the root, as core/proofs recomputes it. */
const balanceProof = z.object({
  published: balanceRoot,
  balance: usdtText,
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
  answerIn: 'url',
  errors: ['balanceTreeUnknown', 'balanceNotInTree'],
});

/** What is published of the replay for one coin (`core/plans/replay-reveal.ts`): times in ms since 1970 UTC, hashes in hex. */
const publishedReplay = z.object({
  recording: hex32,
  commitment: hex32,
  startsAt: z.int(),
  recordedDays: z.array(z.int()),
  prices: z.array(z.object({ open: z.number(), close: z.number() })),
  decimals: z.int(),
  revealed: z.nullable(z.object({ day: z.int(), key: hex32 })),
});

export const getReplay = operation({
  summary:
    'The replay: the hash that commits to its order, the key of the newest day that was played, and the days of the recording.',
  method: 'GET',
  path: '/market/replay/{name}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ name: coinField }),
  output: z.nullable(publishedReplay),
  answerIn: 'url',
  errors: ['coinUnknown'],
});

/** The most minutes of one `getMinutes`. */
export const minutesMax = 1_000;

export const getMinutes = operation({
  summary: 'Closed 1-minute candles that open at or after `from` (ms since 1970 UTC), oldest first, at most 1,000.',
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
