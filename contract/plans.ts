import * as z from 'zod/mini';
import { moment, positiveUsdtField } from './fields.ts';
import { coinField } from './market.ts';
import { operation } from './operation.ts';
import { distribution, levelField, levelItem, leverageField, planTerms, quota, ratio } from './plan-offer.ts';
import { planIdField, planItem } from './plan-record.ts';

export const listLevels = operation({
  summary:
    'The plan levels as this member meets them, with outcomes measured for the coin and leverage (ETH and 1 unless said).',
  method: 'GET',
  path: '/api/viplist',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    coin: z.optional(coinField),
    multiple: z.optional(leverageField),
  }),
  output: z.array(levelItem),
  answerIn: 'info',
  errors: ['coinUnknown', 'leverageInvalid'],
});

export const getMaxLeverage = operation({
  summary: 'The highest leverage of any level; getMember has the part that a member has unlocked.',
  method: 'GET',
  path: '/api/multiple',
  access: 'member',
  effect: 'read',
  output: z.int(),
});

export const getQuota = operation({
  summary: 'Authorization quota, lock limit and available quota.',
  method: 'GET',
  path: '/User/balance',
  access: 'member',
  effect: 'read',
  output: quota,
});

export const quotePlan = operation({
  summary:
    'What this plan did over every start in the history so far, its fees and its worst case. Null where there is not enough history.',
  method: 'GET',
  path: '/plans/quote',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    id: levelField,
    coin: coinField,
    multiple: leverageField,
  }),
  output: z.object({
    terms: planTerms,
    distribution: z.nullable(distribution),
    /** When it was asked for: the days of a replay that are measured count from it. */
    at: moment,
    /** Span of the history that was measured. */
    historyFrom: z.nullable(moment),
    historyTo: z.nullable(moment),
    /** Fee of entering a position once, as a ratio of the amount, and the mean of all fees over the measured starts. */
    feeOnce: ratio,
    feeMean: z.nullable(ratio),
    /** The same starts at the fee of orders that fill at once. */
    taker: z.nullable(z.object({ feeRate: ratio, mean: ratio, median: ratio, shareLost: ratio })),
  }),
  errors: ['levelMissing', 'levelUnknown', 'coinMissing', 'coinUnknown', 'leverageMissing', 'leverageInvalid'],
});

/** What a plan did over every start in the history so far: outcomes and fees as ratios of the amount, moments in ms. */
export type PlanQuote = z.output<typeof quotePlan.output>;

export const placePlan = operation({
  summary: 'Places a plan: the amount moves from available to plans in the same transaction that records it.',
  method: 'POST',
  path: '/Exchange/shenqing',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    id: levelField,
    coin: coinField,
    multiple: leverageField,
    price: positiveUsdtField('amountMissing', 'amountInvalid'),
  }),
  output: planItem,
  message: 'planPlaced',
  errors: [
    'levelMissing',
    'levelUnknown',
    'levelClosed',
    'levelLockedByWeight',
    'levelLockedByBalance',
    'coinMissing',
    'coinUnknown',
    'leverageMissing',
    'leverageInvalid',
    'leverageLocked',
    'amountMissing',
    'amountInvalid',
    'amountOutsideQuota',
    'insufficientFunds',
    'accountFrozen',
    'dailyLossLimit',
    'weeklyLossLimit',
    'selfExcluded',
    'plansRunning',
    'marketStale',
  ],
});

export const listPlans = operation({
  summary: 'The member’s plans, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/user/ctrecords',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ before: z.optional(planIdField) }),
  output: z.array(planItem),
  answerIn: 'info',
  errors: ['planUnknown'],
});
