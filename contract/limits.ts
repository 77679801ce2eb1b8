import * as z from 'zod/mini';
import { exclusionDays } from '#core/limits/exclusion.ts';
import { limitPeriods } from '#core/limits/loss-limits.ts';
import { moment, positiveUsdtField, usdtText } from './fields.ts';
import { operation } from './operation.ts';

const lossLimit = z.object({
  period: z.enum(limitPeriods),
  /** Null: no limit. */
  amount: z.nullable(usdtText),
  /** A looser one that waits; its amount is null where the limit is to be lifted. */
  next: z.nullable(z.object({ amount: z.nullable(usdtText), at: moment })),
  /** What counts against the limit; null where there is none. */
  count: z.nullable(
    z.object({
      /** The day (the week) counts from here. */
      since: moment,
      /** Lost by plans that settled since then. */
      lost: usdtText,
      /** The most that running plans can still lose. */
      atRisk: usdtText,
      /** What may still be put at risk. */
      left: usdtText,
    }),
  ),
});

/** A loss limit of one period and what counts against it: amounts in micro-USDT, moments in ms: of the
 * wall clock for what waits, of the product clock for what is counted. */
export type LossLimitView = z.output<typeof lossLimit>;

const limits = z.object({
  /** One for each period, in their order. */
  lossLimits: z.array(lossLimit),
  /** Null for a member who is not excluded. */
  exclusion: z.nullable(
    z.object({
      beganAt: moment,
      /** The end that was chosen. */
      endsAt: moment,
      /** When it ends early, or null. */
      liftsAt: z.nullable(moment),
    }),
  ),
  /** Wall time of this response, by which protections wait. */
  now: moment,
  /** Name of the time zone that the member's days begin in. */
  timeZone: z.string(),
});

/** The limits that a member has set: amounts in micro-USDT, moments in ms of the wall clock but for `count.since`. */
export type Limits = z.output<typeof limits>;

export const getLimits = operation({
  summary: 'The member’s loss limits with what counts against them, and the self-exclusion.',
  method: 'GET',
  path: '/limits',
  access: 'member',
  effect: 'read',
  output: limits,
});

const period = z.enum(limitPeriods);

export const setLossLimit = operation({
  summary: 'Sets a loss limit: a tighter one counts at once, a looser one after 24 hours.',
  method: 'POST',
  path: '/limits/loss',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ period, amount: positiveUsdtField('amountMissing', 'amountInvalid') }),
  output: limits,
  message: 'limitSaved',
  errors: ['amountMissing', 'amountInvalid'],
});

export const liftLossLimit = operation({
  summary: 'Lifts a loss limit, with effect after 24 hours.',
  method: 'POST',
  path: '/limits/loss/lift',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ period }),
  output: limits,
  message: 'limitSaved',
  errors: ['limitUnset'],
});

export const keepLossLimit = operation({
  summary: 'Cancels a pending change of a loss limit.',
  method: 'POST',
  path: '/limits/loss/keep',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ period }),
  output: limits,
  message: 'limitKept',
  errors: ['limitUnset'],
});

const daysField = z.codec(z.enum(exclusionDays.map(String)), z.literal(exclusionDays), {
  decode: (text) => exclusionDays.find((days) => String(days) === text) ?? 1,
  encode: (days) => String(days),
});

export const excludeMyself = operation({
  summary:
    'Excludes the member from plans, rounds and new deposits at once, for so many days. One under way is never shortened by it.',
  method: 'POST',
  path: '/limits/exclusion',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ days: daysField }),
  output: limits,
  message: 'exclusionBegun',
});

export const liftExclusion = operation({
  summary: 'Ends the self-exclusion early, with effect after 24 hours.',
  method: 'POST',
  path: '/limits/exclusion/lift',
  access: 'member',
  effect: 'write',
  output: limits,
  message: 'limitSaved',
  errors: ['exclusionNotLiftable'],
});

export const keepExclusion = operation({
  summary: 'Cancels the early end of the self-exclusion.',
  method: 'POST',
  path: '/limits/exclusion/keep',
  access: 'member',
  effect: 'write',
  output: limits,
  message: 'limitKept',
  errors: ['exclusionNotLiftable'],
});
