import type { ErrorCode } from '#contract/errors.ts';
import type { Plan } from '#contract/plan-record.ts';
import { placePlan } from '#contract/plans.ts';
import { listLevels } from '#contract/plans-offer.ts';
import { getMember } from '#contract/profile.ts';
import type { ApiRefusal } from '#web/platform/api/refusal.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';

/** Refusals that another offer than the one shown, or another score, is the reason of. */
const ofOtherOffers: ReadonlySet<ErrorCode> = new Set([
  'amountOutsideQuota',
  'levelClosed',
  'levelLockedByWeight',
  'leverageLocked',
]);

/** Reads again what is offered, where a plan was refused for it: it has changed on this open screen. */
export function useOffersAfter(): (refusal: ApiRefusal) => void {
  const readAgain = useInvalidate(listLevels, getMember);
  return ({ code }) => {
    if (ofOtherOffers.has(code)) readAgain();
  };
}

export function usePlacePlan(onPlaced: (plan: Plan, message: string) => void) {
  return useMoneyCall(placePlan, ({ value, message }) => onPlaced(value, message));
}
