import type { Plan } from '#contract/plan-record.ts';
import { placePlan } from '#contract/plans.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';

export function usePlacePlan(onPlaced: (plan: Plan, message: string) => void) {
  return useMoneyCall(placePlan, ({ value, message }) => onPlaced(value, message));
}
