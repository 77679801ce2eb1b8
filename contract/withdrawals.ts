import * as z from 'zod/mini';
import { moment, positiveUsdtField, refusedAs, textField, usdtText } from './fields.ts';
import { operation } from './operation.ts';
import { reauthenticationErrors, reauthenticationFields } from './reauthentication.ts';
import { withdrawalStates } from './states.ts';

/** To the bank card that is bound, or to an address. */
export const withdrawalMethods = ['bank', 'address'] as const;

/** Where a withdrawal is paid to. */
export type WithdrawalMethod = (typeof withdrawalMethods)[number];

/**
 * Why a withdrawal was refused after it had been taken; the hold came back with it. `nameMismatch`: the name does not match the
 * card. `noDestination`: the card or the address cannot be paid to. `accountFrozen`: its owner froze the account.
 */
export const withdrawalReasons = ['nameMismatch', 'noDestination', 'accountFrozen'] as const;

/** Why a withdrawal was refused after it had been taken. */
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** The longest comment, in characters. */
export const commentLengthMax = 120;

const methodField = z.enum(withdrawalMethods, refusedAs('methodMissing', 'methodUnknown'));
const withdrawalIdField = textField(/^[0-9A-Z]{4,20}$/, 'withdrawalUnknown', 'withdrawalUnknown');

const withdrawalWire = z.object({
  id: z.string(),
  method: z.enum(withdrawalMethods),
  /** What leaves the balance, and what arrives: the house pays the fee. */
  amount: usdtText,
  fee: usdtText,
  actualReceipt: usdtText,
  /** The masked card ("**** 4242"), or the address in full. */
  destination: z.string(),
  comment: z.string(),
  state: z.enum(withdrawalStates),
  reason: z.nullable(z.enum(withdrawalReasons)),
  requestedAt: moment,
  /** When the review ends, unless operators must approve it as well. */
  reviewEndsAt: moment,
  sentAt: z.nullable(moment),
  /** Done, refused or cancelled. */
  endedAt: z.nullable(moment),
  /** 0 for an amount that needs no approval. */
  approvalsNeeded: z.int(),
  approvals: z.int(),
  cancellable: z.boolean(),
});

/** A withdrawal as its owner sees it: amounts in micro-USDT, moments in ms of the product clock. */
export type Withdrawal = z.output<typeof withdrawalWire>;

export const quoteWithdrawal = operation({
  summary:
    'What a withdrawal would cost and how long it would take, and everything that would refuse it. `blockers` come from the closed list of reasons for a refusal.',
  method: 'GET',
  path: '/withdrawals/quote',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    method: methodField,
    amount: z.optional(positiveUsdtField('amountMissing', 'amountInvalid')),
  }),
  output: z.object({
    method: z.enum(withdrawalMethods),
    available: usdtText,
    /** Null without an amount. */
    quote: z.nullable(
      z.object({
        amount: usdtText,
        /** Paid by the house. */
        fee: usdtText,
        actualReceipt: usdtText,
        approvalsNeeded: z.int(),
      }),
    ),
    /** Above this in a day, of the member or to the destination, two people approve. No amount and no count is refused. */
    approvalAbove: usdtText,
    /** Product time. */
    reviewSeconds: z.int(),
    /** Null without a card. */
    card: z.nullable(
      z.object({
        id: z.string(),
        masked: z.string(),
        bankName: z.string(),
        nameOnCard: z.string(),
        nameMatches: z.boolean(),
      }),
    ),
    /** The real name of the profile; null where none is given, and then the card's is taken. */
    realName: z.nullable(z.string()),
    blockers: z.array(
      z.enum([
        'cardUnset',
        'withdrawalPasswordUnset',
        'nameMismatch',
        'accountFrozen',
        'insufficientFunds',
        'inReview',
      ]),
    ),
  }),
  errors: ['methodMissing', 'methodUnknown', 'amountInvalid'],
});

export const requestWithdrawal = operation({
  summary:
    'Asks for a withdrawal to the bank card or to an address; the amount is held from then on. An address that was never withdrawn to takes the login password. Refused only for the reasons listed. A sandbox pays it out, also where deposits come from a chain: the server holds no key that could.',
  method: 'POST',
  path: '/Finance/withdraw',
  access: 'member',
  effect: 'money',
  reauthentication: { field: 'login', when: 'newAddress' },
  input: z.strictObject({
    method: methodField,
    amount: positiveUsdtField('amountMissing', 'amountInvalid'),
    password: textField(/^[\s\S]{1,64}$/, 'withdrawalPasswordMissing', 'withdrawalPasswordWrong'),
    /** Of `bank`: the id of the card that the member saw; refused where another one is in use. Left out: whichever is. */
    card: z.optional(textField(/^[0-9A-Z]{1,20}$/, 'cardChanged', 'cardChanged')),
    /** Needed by `address`: 0x and 40 hexadecimal digits in the letter case of their checksum (EIP-55). */
    address: z.optional(z.string().check(z.maxLength(100, { error: () => 'addressInvalid' }))),
    comment: z.optional(
      z.string().check(z.regex(/^[^\p{Cc}\p{Cf}]{0,120}$/u, { error: () => 'withdrawalCommentInvalid' })),
    ),
    ...reauthenticationFields,
  }),
  output: withdrawalWire,
  message: 'withdrawalRequested',
  errors: [
    'methodMissing',
    'methodUnknown',
    'amountMissing',
    'amountInvalid',
    'insufficientFunds',
    'withdrawalPasswordMissing',
    'withdrawalPasswordUnset',
    'withdrawalPasswordWrong',
    'withdrawalPasswordLocked',
    'cardUnset',
    'cardChanged',
    'addressMissing',
    'addressInvalid',
    'nameMismatch',
    'accountFrozen',
    'withdrawalInReview',
    'withdrawalCommentInvalid',
    ...reauthenticationErrors,
  ],
});

export const listWithdrawals = operation({
  summary: 'The member’s withdrawals, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/withdrawals/list',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ before: z.optional(withdrawalIdField) }),
  output: z.array(withdrawalWire),
  answerIn: 'info',
  errors: ['withdrawalUnknown'],
});

export const getWithdrawal = operation({
  summary: 'One withdrawal of the member.',
  method: 'GET',
  path: '/withdrawals/detail/{withdrawal}',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ withdrawal: withdrawalIdField }),
  output: withdrawalWire,
  errors: ['withdrawalUnknown'],
});

export const cancelWithdrawal = operation({
  summary:
    'Takes a withdrawal back while it is in review: the hold returns to the available balance. Repeating it changes nothing.',
  method: 'POST',
  path: '/withdrawals/cancel',
  access: 'member',
  effect: 'money',
  input: z.strictObject({ withdrawal: withdrawalIdField }),
  output: withdrawalWire,
  message: 'withdrawalCancelled',
  errors: ['withdrawalUnknown', 'withdrawalNotCancellable'],
});

export const getPayoutTimes = operation({
  summary:
    'How long the withdrawals of the last 30 days took from the request to the payout, measured; null while there are none.',
  method: 'GET',
  path: '/withdrawals/times',
  access: 'public',
  effect: 'read',
  output: z.object({
    count: z.int(),
    /** Product seconds: half of them were faster, and 95 of 100. */
    medianSeconds: z.nullable(z.number()),
    percentile95Seconds: z.nullable(z.number()),
  }),
});
