import * as z from 'zod/mini';
import { categories } from '#core/rounds/categories.ts';
import { positiveUsdtField, refusedAs, textField, tickedField, wholeNumberField } from './fields.ts';
import { operation } from './operation.ts';
import {
  beaconKinds,
  categoryItem,
  chainItem,
  dayItem,
  followItem,
  orderItem,
  revealItem,
  roundDetail,
  roundItem,
} from './round-records.ts';
import { dayTranscriptSchema, orderProofSchema, ordersPageSchema, roundTranscriptSchema } from './transcripts.ts';

/** The most rounds that `listResults` returns. */
export const resultsMax = 2_000;

const roundField = wholeNumberField('roundMissing', 'roundUnknown');
const orderField = textField(/^[0-9A-Z]{4,20}$/, 'orderUnknown', 'orderUnknown');
const followField = textField(/^[0-9A-Z]{4,20}$/, 'followUnknown', 'followUnknown');

export const listCategories = operation({
  summary: 'What an order can be placed on, with exact odds and the bounds of a stake.',
  method: 'GET',
  path: '/order/thbtype',
  access: 'public',
  effect: 'read',
  output: z.array(categoryItem),
  answerIn: 'info',
});

export const listRounds = operation({
  summary:
    'The running round first, then the rounds before it, 20 at a time; `before` is the number of the last one seen.',
  method: 'POST',
  path: '/order/thblist',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ before: z.optional(roundField) }),
  output: z.array(roundItem),
  answerIn: 'info',
  errors: ['roundMissing', 'roundUnknown'],
});

export const listResults = operation({
  summary: `The numbers of the last rounds that have ended, newest first, at most ${resultsMax}: round and digits, null where it was void.`,
  method: 'GET',
  path: '/rounds/results',
  access: 'public',
  effect: 'read',
  output: z.array(z.tuple([z.int(), z.nullable(z.string().check(z.regex(/^\d{3}$/)))])),
  answerIn: 'info',
});

export const getRound = operation({
  summary: 'One round with its commitment, its order root and, by category, what was staked and paid.',
  method: 'GET',
  path: '/rounds/detail/{round}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ round: roundField }),
  output: roundDetail,
  errors: ['roundUnknown'],
});

export const getTranscript = operation({
  summary: 'The transcript of a round that has been paid: the file that anybody can verify without this server.',
  method: 'GET',
  path: '/rounds/transcript/{round}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ round: roundField }),
  output: roundTranscriptSchema,
  errors: ['roundUnknown', 'roundRunning'],
});

export const getDayTranscript = operation({
  summary:
    'The transcript of a day (days since 1970 UTC) whose key is revealed: every round of it, without the lists of their orders.',
  method: 'GET',
  path: '/rounds/day/{day}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ day: wholeNumberField('dayUnknown', 'dayUnknown') }),
  output: dayTranscriptSchema,
  errors: ['dayUnknown', 'dayRunning'],
});

/** The most orders of one `getRoundOrders`, and of a transcript that lists them. */
export const ordersPerPage = 2_000;

export const getRoundOrders = operation({
  summary: `The orders of a round that has been paid, ascending by id, from a place on, at most ${ordersPerPage}: those that its transcript does not list where it has more.`,
  method: 'GET',
  path: '/rounds/orders/{round}/{from}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({
    round: roundField,
    from: wholeNumberField('roundMissing', 'roundUnknown'),
  }),
  output: ordersPageSchema,
  errors: ['roundMissing', 'roundUnknown', 'roundRunning'],
});

export const getRoundProof = operation({
  summary: 'The way of one of the member’s orders to the root that was published when its round closed.',
  method: 'GET',
  path: '/rounds/proof/{order}',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ order: orderField }),
  output: orderProofSchema,
  errors: ['orderUnknown', 'roundRunning'],
});

export const getFairness = operation({
  summary:
    'What anybody can check: the commitments of the installation and of its newest days, the newest reveals, voids and missed rounds, the beacon in use.',
  method: 'GET',
  path: '/rounds/fairness',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ before: z.optional(roundField) }),
  output: z.object({
    /** Newest first; the last one is that of the installation. */
    chains: z.array(chainItem),
    /** Newest first, at most 20, tomorrow's included; those before by `listFairDays`. */
    days: z.array(dayItem),
    beaconKind: z.enum(beaconKinds),
    /** Rounds since the start that were drawn, void, and among these those that a downtime left out. */
    drawn: z.int(),
    voided: z.int(),
    missed: z.int(),
    /** Newest first, 20 at a time; `before` is the number of the last one seen. */
    reveals: z.array(revealItem),
  }),
  errors: ['roundMissing', 'roundUnknown'],
});

export const listFairDays = operation({
  summary: 'What was published of each day, newest first, 20 at a time; `before` is the last one seen.',
  method: 'GET',
  path: '/rounds/days',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ before: z.optional(wholeNumberField('dayUnknown', 'dayUnknown')) }),
  output: z.array(dayItem),
  answerIn: 'info',
  errors: ['dayUnknown'],
});

export const placeOrder = operation({
  summary:
    'Places an order on the running round. With `follow` it is placed for so many rounds, this one included, the total reserved at once; `stoponwin` and `losslimit` end that earlier.',
  method: 'POST',
  path: '/order/tradeThb',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    round: roundField,
    category: z.enum(categories, refusedAs('categoryMissing', 'categoryUnknown')),
    amount: positiveUsdtField('amountMissing', 'amountInvalid'),
    follow: z.optional(wholeNumberField('followInvalid', 'followInvalid')),
    stoponwin: z.optional(tickedField('stopInvalid')),
    losslimit: z.optional(positiveUsdtField('stopInvalid', 'stopInvalid')),
  }),
  output: orderItem,
  message: 'orderPlaced',
  errors: [
    'roundMissing',
    'roundUnknown',
    'roundClosed',
    'categoryMissing',
    'categoryUnknown',
    'amountMissing',
    'amountInvalid',
    'stakeTooSmall',
    'amountLimit',
    'winningsLimit',
    'ordersOfRound',
    'followsRunning',
    'followInvalid',
    'stopInvalid',
    'insufficientFunds',
    'accountFrozen',
    'dailyLossLimit',
    'weeklyLossLimit',
    'selfExcluded',
  ],
});

export const listOrders = operation({
  summary:
    'The member’s orders, newest first, 20 at a time; `before` is the id of the last one seen, `round` leaves one round’s, `order` that one alone.',
  method: 'GET',
  path: '/order/thborder',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    before: z.optional(orderField),
    round: z.optional(roundField),
    order: z.optional(orderField),
  }),
  output: z.array(orderItem),
  answerIn: 'info',
  errors: ['orderUnknown', 'roundMissing', 'roundUnknown'],
});

export const listFollows = operation({
  summary: 'The member’s follows, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/rounds/follows',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ before: z.optional(followField) }),
  output: z.array(followItem),
  answerIn: 'info',
  errors: ['followUnknown'],
});

export const cancelFollow = operation({
  summary: 'Ends a follow: what is reserved for the rounds to come is returned. The order of the running round stays.',
  method: 'POST',
  path: '/rounds/cancel',
  access: 'member',
  effect: 'money',
  input: z.strictObject({ follow: followField }),
  output: followItem,
  message: 'followCancelled',
  errors: ['followUnknown', 'followEnded'],
});
