import type { Kysely } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { Plan } from '#contract/plan-record.ts';
import type { Market } from '#server/market/market.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { planRecord } from './plan-record.ts';
import { findPlan, plansOf } from './plan-store.ts';

export interface ListPlansDependencies {
  readonly tables: Kysely<unknown>;
  readonly market: Pick<Market, 'closed' | 'closedBetween'>;
}

/** The member's plans, newest first, one page after `before`. */
export async function listPlans(
  { tables, market }: ListPlansDependencies,
  memberId: bigint,
  before: string | null,
): Promise<Plan[]> {
  if (before !== null && !(await findPlan(tables, memberId, before))) throw new Refusal('planUnknown');
  const plans = await plansOf(tables, memberId, before, pageSize);
  return Promise.all(plans.map((plan) => planRecord(plan, market)));
}
