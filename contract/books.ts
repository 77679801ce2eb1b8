import * as z from 'zod/mini';
import { houseAccountNames } from '#core/ledger/accounts.ts';
import { fundableAccountNames, fundingMax } from '#core/ledger/funding.ts';
import { moment, positiveUsdtField, textField, usdtText } from './fields.ts';
import { operation } from './operation.ts';
import { operatorReasonField } from './operator-fields.ts';
import { permissions } from './roles.ts';

/** An amount of either asset, as a signed decimal string with all decimals of the asset. */
const assetAmount = z.object({ asset: z.enum(['USDT', 'PTS']), amount: z.string() });

/** An amount of either asset. */
export type AssetAmount = z.output<typeof assetAmount>;

const trialBalanceCheck = z.object({
  /** Wall time. */
  at: moment,
  isSound: z.boolean(),
  /** Sum of all balances of each asset: zero in sound books. */
  sums: z.array(assetAmount),
  /**
   * Accounts whose balance is not the sum of their postings, transfers that lack postings, and points without their act or acts without
   * their points: zero in sound books.
   */
  differences: z.int(),
  tornTransfers: z.int(),
  unfounded: z.int(),
  tookMs: z.int(),
});

/** Outcome of one check of the books. */
export type TrialBalanceCheck = z.output<typeof trialBalanceCheck>;

export const getBooks = operation({
  summary:
    'The accounts of the house with their balances of now, and the outcomes of the last checks that recomputed every balance from all postings.',
  method: 'GET',
  path: '/operator/books',
  access: { role: permissions.readBooks },
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    /** Product time. */
    at: moment,
    house: z.array(z.object({ name: z.enum(houseAccountNames), balance: assetAmount })),
    /** Newest first, those of the last four hours. */
    checks: z.array(trialBalanceCheck),
  }),
  answerIn: 'url',
  errors: [],
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
  answerIn: 'url',
  errors: ['amountMissing', 'amountInvalid', 'fundingTooLarge', 'actReasonMissing', 'actReasonInvalid'],
});
