import { add, type Usdt, usdt } from '#core/money/amount.ts';
import { dayMs } from '#core/time/lengths.ts';
import type { FinancingTerms } from './products.ts';

const millionth = 1_000_000n;
const wholePercent = 100n;

/** The interest starts with the subscription and the last day is over then: milliseconds since 1970. */
export function maturesAt({ days }: FinancingTerms, subscribedAt: number): number {
  return subscribedAt + days * dayMs;
}

/**
 * Full days that have earned by `at`, 0 to the days of the terms. Each is 24 full hours from the moment of subscription: the same for every
 * time zone and calendar.
 */
export function daysEarned({ days }: FinancingTerms, subscribedAt: number, at: number): number {
  return Math.min(days, Math.max(0, Math.floor((at - subscribedAt) / dayMs)));
}

/** Interest at maturity: simple interest of all days, rounded once, toward zero. */
export function fullInterest({ days, dailyRatePpm }: FinancingTerms, principal: Usdt): Usdt {
  return usdt((principal * BigInt(dailyRatePpm) * BigInt(days)) / millionth);
}

/**
 * Interest of a holding redeemed after `day` full days: the published share of what these days earned, rounded once, toward zero; all of
 * it on the last day. Throws a RangeError for a day that the terms do not have.
 */
export function interestAfter(terms: FinancingTerms, principal: Usdt, day: number): Usdt {
  const { days, dailyRatePpm, earlyExitKeepsPercent } = terms;
  if (!Number.isInteger(day) || day < 0 || day > days) throw new RangeError(`no day ${day} of ${days}`);
  if (day === days) return fullInterest(terms, principal);
  const kept = principal * BigInt(dailyRatePpm) * BigInt(day) * BigInt(earlyExitKeepsPercent);
  return usdt(kept / (millionth * wholePercent));
}

/** What leaving after `day` full days pays: the principal, always all of it, and the interest. */
export interface Payoff {
  readonly day: number;
  readonly interest: Usdt;
  readonly payoff: Usdt;
}

/** Principal and interest after `day` full days, both in micro-USDT; see `interestAfter` for the formula and its errors. */
function payoffAfter(terms: FinancingTerms, principal: Usdt, day: number): Payoff {
  const interest = interestAfter(terms, principal, day);
  return { day, interest, payoff: add(principal, interest) };
}

/** The payoff of every day, from leaving on the first one to maturity. */
export function payoffSchedule(terms: FinancingTerms, principal: Usdt): Payoff[] {
  return Array.from({ length: terms.days + 1 }, (_, day) => payoffAfter(terms, principal, day));
}

/** The most that can be subscribed so that `funds` still cover its full interest. */
export function coveredPrincipal({ days, dailyRatePpm }: FinancingTerms, funds: Usdt): Usdt {
  const perMillion = BigInt(dailyRatePpm) * BigInt(days);
  // Interest is rounded down: it stays covered until it reaches the next whole unit.
  return usdt(((funds + 1n) * millionth - 1n) / perMillion);
}
