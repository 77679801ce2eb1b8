import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { planIdField, planItem } from './plan-record.ts';
import { placedFields } from './plans-offer.ts';

export const placePlan = operation({
  summary: 'Places a plan: the amount moves from available to plans in the same transaction that records it.',
  method: 'POST',
  path: '/Exchange/shenqing',
  access: 'member',
  effect: 'money',
  input: placedFields,
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
