import { type Usdt, usdt } from '#core/money/amount.ts';

/**
 * Loss limits: the most that a member lets themself lose in a day, and in a week (which begins on Monday), of their time zone.
 *
 * What counts is what settled plans lost since the day (the week) began, the most that running plans can still lose, and the
 * most that the plan to be placed can lose: together they are never more than the limit. A profit makes no more room. So, as long
 * as a limit stands, no day and no week ends with more lost than it says: whatever settles in a day was, at the last placing
 * before, either settled already or counted at its worst. Plans that run when a limit is set go on.
 *
 * A limit is tightened at once. Loosening or lifting it takes a day of the wall clock, however fast the product clock
 * runs, and can be called off until then.
 */

/** The periods that a loss limit counts over, in days of the member’s time zone; a week begins on Monday. */
export const limitPeriods = ['day', 'week'] as const;

/** A period that a loss limit counts over. */
export type LimitPeriod = (typeof limitPeriods)[number];

/** How long it takes to loosen or lift a protection, in ms of the wall clock. */
export const looseningMs: number = 24 * 60 * 60_000;

/** The limit of one period, in micro-USDT; `next.at` in ms of the wall clock. */
export interface LossLimit {
  /** Null: no limit. */
  readonly amount: Usdt | null;
  /** A looser one that waits, or null. */
  readonly next: { readonly amount: Usdt | null; readonly at: number } | null;
}

/** No limit, and none that waits. */
export const noLossLimit: LossLimit = { amount: null, next: null };

/** The limit as it counts at a moment: what waited until then has taken the place of what was before. */
export function limitAt(limit: LossLimit, now: number): LossLimit {
  return limit.next && limit.next.at <= now ? { amount: limit.next.amount, next: null } : limit;
}

/** Whether one limit allows more than another. */
export function isLooser(wanted: Usdt | null, than: Usdt | null): boolean {
  if (than === null) return false;
  return wanted === null || wanted > than;
}

/**
 * The limit after the member requested a new amount, null for none. A tighter one counts at once, and so does the same one again:
 * both call off what waits. A looser one waits its day, from now on.
 */
export function afterRequest(limit: LossLimit, wanted: Usdt | null, now: number): LossLimit {
  const { amount } = limitAt(limit, now);
  if (isLooser(wanted, amount)) return { amount, next: { amount: wanted, at: now + looseningMs } };
  return { amount: wanted, next: null };
}

/** The limit without what waits. */
export function keptLimit(limit: LossLimit, now: number): LossLimit {
  return { amount: limitAt(limit, now).amount, next: null };
}

/** What stands against a limit. */
export interface LossCount {
  readonly limit: Usdt;
  /** Lost by what has settled since the period began, 0 or more. */
  readonly lost: Usdt;
  /** The most that what still runs can lose, 0 or more. */
  readonly atRisk: Usdt;
}

/** What may still be put at risk, 0 or more. */
export function roomLeft({ limit, lost, atRisk }: LossCount): Usdt {
  const left = limit - lost - atRisk;
  return usdt(left > 0n ? left : 0n);
}
