import type { ErrorCode } from '#contract/errors.ts';
import type { MarketStatus } from '#contract/market.ts';
import { placedFields } from '#contract/plans-offer.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import type { PlanForm } from './plan-form.ts';
import type { PlanSummary } from './plan-summary.ts';

export type PlanField = 'market' | 'amount' | 'leverage' | 'coin' | 'level';

export interface PlanError {
  readonly field: PlanField;
  readonly code: ErrorCode;
}

/** Validation errors, most important first. Quota bounds and balance are left to the server. */
export function planErrors(
  form: PlanForm,
  { level }: Pick<PlanSummary, 'level'>,
  market: Pick<MarketStatus, 'state'> | null,
): readonly PlanError[] {
  const { errors } = decodeForm({ input: placedFields }, fieldsOf(form, level?.id ?? null));
  const errorOf = (field: PlanField, code: ErrorCode | null | undefined) => (code ? [{ field, code }] : []);
  return [
    ...errorOf('market', market?.state === 'stale' ? 'marketStale' : null),
    ...errorOf('amount', errors?.price),
    ...errorOf('leverage', errors?.multiple),
    ...errorOf('coin', errors?.coin),
    ...errorOf('level', errors?.id ?? lockOf(level)),
  ];
}

/** The contract's names of the form's fields. */
export function fieldsOf(form: PlanForm, levelId: number | null): Readonly<Record<string, string>> {
  return {
    id: levelId === null ? '' : String(levelId),
    coin: form.coin,
    multiple: form.leverage === null ? '' : String(form.leverage),
    price: form.amountText.replace(/\.$/, ''),
  };
}

function lockOf(level: PlanSummary['level']): ErrorCode | null {
  if (!level?.lockedBy) return null;
  return level.lockedBy === 'weight' ? 'levelLockedByWeight' : 'levelLockedByBalance';
}
