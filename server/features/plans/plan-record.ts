import type { Plan } from '#contract/plan-record.ts';
import { noUsdt } from '#core/money/amount.ts';
import { incomeOf } from '#core/plans/engine.ts';
import type { Market } from '#server/market/market.ts';
import { historyOf, runGroup } from './plan-groups.ts';
import type { StoredPlan } from './plan-store.ts';

/** The plan in the contract's form: settled, or as it would end with its last closed round. */
export async function planRecord(plan: StoredPlan, market: Pick<Market, 'closed' | 'closedBetween'>): Promise<Plan> {
  const { group, income, outcome } = plan;
  const common = {
    id: plan.id,
    roundsTotal: group.terms.rounds,
    amount: plan.amount,
    strategy: group.terms.strategy,
    placedAt: plan.placedAt,
    coin: group.coin,
    leverage: group.terms.leverage,
    level: plan.level,
  };
  if (income !== null && outcome !== null) {
    const settled = { ...common, income, roundsDone: outcome.results.length };
    if (outcome.end === 'void') return { ...settled, status: 'failure', isVoid: true };
    return { ...settled, status: income > 0n ? 'success' : 'failure' };
  }
  const run = runGroup(group, await historyOf(group, market));
  return {
    ...common,
    income: run ? incomeOf(plan.amount, run.outcome) : noUsdt,
    status: 'pending',
    roundsDone: run ? run.outcome.rounds.length : 0,
  };
}
