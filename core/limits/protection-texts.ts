import { parseAmount, toDecimal, type Usdt } from '../money/amount.ts';
import type { Exclusion } from './exclusion.ts';
import { type LimitPeriod, type LossLimit, limitPeriods } from './loss-limits.ts';

/**
 * A member's protections in one line each, as the entry of the security history says them that set them: what stands from then on, so that
 * whoever has the newest entry knows what has to stand. Moments are ISO 8601 in UTC, of the wall clock; `none` is no limit.
 */

const none = 'none';

/** As `day 5.00 USDT`, or `day 5.00 USDT, none from 2026-05-02T00:00:00.000Z`. */
export function limitText(period: LimitPeriod, { amount, next }: LossLimit): string {
  const now = `${period} ${amountText(amount)}`;
  return next === null ? now : `${now}, ${amountText(next.amount)} from ${new Date(next.at).toISOString()}`;
}

/** Reads `limitText`; null for any other text. */
export function readLimitText(text: string): { readonly period: LimitPeriod; readonly limit: LossLimit } | null {
  const [, named, amount = '', next, at = ''] =
    /^(\w+) (none|[\d.]+ USDT)(?:, (none|[\d.]+ USDT) from (\S+))?$/.exec(text) ?? [];
  const period = limitPeriods.find((one) => one === named);
  const [standing, waiting] = [readAmount(amount), next === undefined ? null : readAmount(next)];
  if (period === undefined || standing === undefined || waiting === undefined) return null;
  return {
    period,
    limit: { amount: standing, next: next === undefined ? null : { amount: waiting, at: Date.parse(at) } },
  };
}

/** Its end, and after a comma an earlier one that was asked for. */
export function exclusionText({ endsAt, liftsAt }: Pick<Exclusion, 'endsAt' | 'liftsAt'>): string {
  return [endsAt, ...(liftsAt === null ? [] : [liftsAt])].map((at) => new Date(at).toISOString()).join(', ');
}

/** Reads `exclusionText`; null for any other text. */
export function readExclusionText(text: string): Pick<Exclusion, 'endsAt' | 'liftsAt'> | null {
  const [endsAt = Number.NaN, liftsAt = null] = text.split(', ').map((at) => Date.parse(at));
  return Number.isNaN(endsAt) || Number.isNaN(liftsAt) ? null : { endsAt, liftsAt };
}

/** All its decimals, at least two. */
function amountText(amount: Usdt | null): string {
  return amount === null ? none : `${toDecimal('USDT', amount).replace(/0{1,4}$/, '')} USDT`;
}

/** Undefined where the text is none. */
function readAmount(text: string): Usdt | null | undefined {
  if (text === none) return null;
  return parseAmount('USDT', text.replace(/ USDT$/, '')) ?? undefined;
}
