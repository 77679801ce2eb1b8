import { pageSize } from '#contract/fields.ts';
import type { Plan } from '#contract/plan-record.ts';
import type { Market } from '#server/market/market.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { planRecord } from './plan-record.ts';
import type { PlanStore } from './plan-store.ts';

export interface ListPlansDependencies {
  readonly store: PlanStore;
  readonly market: Pick<Market, 'closed' | 'closedBetween'>;
}

/** The member's plans, newest first, a page from the one after `before` on. */
export async function listPlans(
  { store, market }: ListPlansDependencies,
  memberId: bigint,
  before: string | null,
): Promise<Plan[]> {
  if (before !== null && !(await store.find(memberId, before))) throw new Refusal('planUnknown');
  const plans = await store.list(memberId, before, pageSize);
  return Promise.all(plans.map((plan) => planRecord(plan, market)));
}
