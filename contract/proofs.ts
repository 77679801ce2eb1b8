import * as z from 'zod/mini';
import { moment, textField, usdtText } from './fields.ts';
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

/** What was owed to all members at one moment, in one hash, and the house's accounts in the same snapshot of the books. */
const balanceRoot = z.object({
  tree: z.string(),
  at: moment,
  root: hex32,
  members: z.int(),
  /** Sum of every member's USDT accounts. */
  total: usdtText,
  /** The house's USDT accounts; with `total` they add up to zero, or the books do not balance. */
  house: z.array(z.object({ account: houseUsdtAccount, balance: usdtText })),
});

/** A published root with its totals: amounts in micro-USDT, `at` in ms of the product clock. */
export type BalanceTreeRoot = z.output<typeof balanceRoot>;

export const listBalanceRoots = operation({
  summary: 'The latest roots of the hourly tree over all member balances, newest first.',
  method: 'GET',
  path: '/proofs/roots',
  access: 'public',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(balanceRoot),
  answerIn: 'info',
  errors: [],
});

/** The member's own leaf and the way from it to the root, as core/proofs recomputes it. */
const balanceProof = z.object({
  published: balanceRoot,
  salt: hex32,
  balance: usdtText,
  position: z.int(),
  siblings: z.array(z.object({ hash: hex32, sum: usdtText })),
});

/** What `core/proofs/balance-tree.ts` needs to recompute a root from a member’s own leaf. */
export type BalanceProof = z.output<typeof balanceProof>;

export const getBalanceProof = operation({
  summary: 'The member’s leaf and path in the newest tree, or in the one named, as long as its levels are kept.',
  method: 'GET',
  path: '/proofs/balance',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    tree: z.optional(textField(/^\d{1,12}$/, 'balanceTreeUnknown', 'balanceTreeUnknown')),
  }),
  output: balanceProof,
  answerIn: 'url',
  errors: ['balanceTreeUnknown', 'balanceNotInTree'],
});
