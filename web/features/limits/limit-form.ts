import { type LossLimitView, setLossLimit } from '#contract/limits.ts';
import { isLooser } from '#core/limits/loss-limits.ts';
import type { Usdt } from '#core/money/amount.ts';
import { type DecodedForm, decodeForm } from '#web/platform/api/form.ts';

export type LimitField = 'amount';

/** The input to submit, or the error. */
export function readLimit(
  { period }: Pick<LossLimitView, 'period'>,
  amount: string,
): DecodedForm<typeof setLossLimit, LimitField> {
  const read = decodeForm(setLossLimit, { period, amount });
  if (read.input !== null) return read;
  return { input: null, errors: { amount: read.errors.amount ?? 'amountInvalid' } };
}

/** Whether the new limit is looser, and so takes effect only after a day. */
export function wouldWait(limit: Pick<LossLimitView, 'period' | 'amount'>, amount: string): boolean {
  const { input } = readLimit(limit, amount);
  return input !== null && isLooser(input.amount, limit.amount);
}

/** Shares of the limit that are lost and at risk, for the bar: 0 to 1, together at most 1. */
export function sharesOf({ amount, count }: Pick<LossLimitView, 'amount' | 'count'>): { lost: number; atRisk: number } {
  if (amount === null || amount === 0n || count === null) return { lost: 0, atRisk: 0 };
  const lost = Math.min(1, Number(count.lost) / Number(amount));
  return { lost, atRisk: Math.min(1 - lost, Number(count.atRisk) / Number(amount)) };
}

/** Whether a maximum loss (a negative amount) exceeds what one of the limits leaves. */
export function isTooMuch(limits: readonly Pick<LossLimitView, 'count'>[], worst: Usdt | null): boolean {
  return worst !== null && limits.some(({ count }) => count !== null && -worst > count.left);
}
