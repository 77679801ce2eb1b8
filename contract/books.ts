import * as z from 'zod/mini';
import { houseAccountNames, memberAccountNames } from '#core/ledger/accounts.ts';
import { fundableAccountNames, fundingMax } from '#core/ledger/funding.ts';
import { moment, positiveUsdtField, textField, usdtText } from './fields.ts';
import { operation } from './operation.ts';
import { operatorReasonField } from './operator-fields.ts';
import { permissions } from './roles.ts';

/** An amount of either asset, as a signed decimal string with all decimals of the asset. */
const assetAmount = z.object({ asset: z.enum(['USDT', 'PTS']), amount: z.string() });

const trialBalanceCheck = z.object({
  /** Wall time. */
  at: moment,
  isSound: z.boolean(),
  /** Sum of all balances of each asset: zero in sound books. */
  sums: z.array(assetAmount),
  /**
   * Accounts whose balance is not the sum of their postings, transfers that lack postings, and points, bets and drawn entries without
   * what they were moved for, or that without them: zero in sound books.
   */
  differences: z.int(),
  tornTransfers: z.int(),
  unfounded: z.int(),
  tookMs: z.int(),
});

/** Outcome of one check of the books. */
export type TrialBalanceCheck = z.output<typeof trialBalanceCheck>;

export const getBooks = operation({
  summary: 'The accounts of the house with their balances of now.',
  method: 'GET',
  path: '/operator/books',
  access: { role: permissions.readBooks },
  effect: 'read',
  output: z.object({
    /** Product time. */
    at: moment,
    house: z.array(z.object({ name: z.enum(houseAccountNames), balance: assetAmount })),
  }),
});

const trialBalanceRow = z.object({
  /** Whose account: of all members together, or of the house. */
  of: z.enum(['members', 'house']),
  name: z.enum([...memberAccountNames, ...houseAccountNames]),
  balance: assetAmount,
});

/** An account by its name, in all its rows. */
export type TrialBalanceRow = z.output<typeof trialBalanceRow>;

export const getTrialBalance = operation({
  summary:
    'The trial balance: every account by its name, of all members together and of the house, in one snapshot of at most a minute ago. Those of one asset add up to zero.',
  method: 'GET',
  path: '/operator/books/trialbalance',
  access: { role: permissions.readBooks },
  effect: 'read',
  output: z.object({
    /** Product time. */
    at: moment,
    rows: z.array(trialBalanceRow),
  }),
});

/** Checks of one page. */
export const checksPerPage = 50;

export const listTrialBalanceChecks = operation({
  summary: `The outcomes of the checks that recomputed every balance from all postings, newest first, ${checksPerPage} at a time, of the last year; \`before\` is the moment of the last one seen, \`unsound\` 1 leaves those that found something.`,
  method: 'GET',
  path: '/operator/books/checks',
  access: { role: permissions.readBooks },
  effect: 'read',
  input: z.strictObject({
    before: z.optional(textField(/^\d{1,15}$/, 'recordUnknown', 'recordUnknown')),
    unsound: z.optional(z.enum(['0', '1'], { error: () => 'fieldInvalid' })),
  }),
  output: z.array(trialBalanceCheck),
  answerIn: 'info',
  errors: ['recordUnknown'],
});

const funding = z.object({
  /** Its own number: two requests in the same words are two. */
  id: z.string(),
  account: z.enum(fundableAccountNames),
  amount: usdtText,
  reason: z.string(),
  askedBy: z.string(),
  /** Wall time. */
  askedAt: moment,
  /** Operators who approved, in order. */
  approvedBy: z.array(z.string()),
  refusal: z.nullable(z.object({ operator: z.string(), reason: z.string() })),
  /** `lapsed`: a day went by without the second approval. */
  state: z.enum(['waiting', 'made', 'refused', 'lapsed']),
  /** When it was posted, in product time; null until then. */
  fundedAt: z.nullable(moment),
});

/** Something that operators asked to add to a fund of the house, and what came of it. */
export type Funding = z.output<typeof funding>;

/** Fundings of one page. */
export const fundingsPerPage = 20;

export const listFundings = operation({
  summary: `What operators asked to add to the funds of the house, newest first, ${fundingsPerPage} at a time; \`before\` is the id of the last one seen.`,
  method: 'GET',
  path: '/operator/books/fundings',
  access: { role: permissions.readBooks },
  effect: 'read',
  input: z.strictObject({ before: z.optional(textField(/^[0-9A-Z]{16}$/, 'recordUnknown', 'recordUnknown')) }),
  output: z.array(funding),
  answerIn: 'info',
  errors: ['recordUnknown'],
});

export const proposeFunding = operation({
  summary:
    'Asks for a posting from the sponsor to a fund of the house, with the operator’s own approval. It is made with the approval of a second operator within a day, exactly as it was asked for.',
  method: 'POST',
  path: '/operator/books/fundings/propose',
  access: { role: permissions.moveHouseMoney },
  effect: 'money',
  input: z.strictObject({
    account: z.enum(fundableAccountNames, { error: () => 'fieldInvalid' }),
    amount: positiveUsdtField('amountMissing', 'amountInvalid').check(
      z.refine((amount) => amount <= fundingMax, { error: () => 'fundingTooLarge' }),
    ),
    reason: operatorReasonField,
  }),
  /** The number of the request. */
  output: z.object({ id: z.string() }),
  errors: ['amountMissing', 'amountInvalid', 'fundingTooLarge', 'actReasonMissing', 'actReasonInvalid'],
});
