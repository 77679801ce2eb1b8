import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PlanProof } from '#contract/plan-record.ts';
import { candleAt } from '#core/market/candle.ts';
import { shortfallOf } from '#core/plans/engine.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { bindingOf } from './bound-market.ts';
import { findPlan, readCandles } from './plan-store.ts';
import type { PlanTables } from './plan-tables.ts';

/** Everything needed to recompute the settlement, as recorded when the plan settled: no figure is computed here. */
export async function getPlanProof(tables: Kysely<PlanTables>, memberId: bigint, id: string): Promise<PlanProof> {
  const plan = await findPlan(tables, memberId, id);
  if (!plan) throw new Refusal('planUnknown');
  const { group, amount, income, outcome } = plan;
  if (!outcome || income === null) throw new Refusal('planUnsettled');
  const candles = await readCandles(tables, outcome.candlesHash);
  return {
    plan: plan.id,
    coin: group.coin,
    terms: group.terms,
    startsAt: group.startsAt,
    market: bindingOf(group),
    marketHash: hash('sha256', group.market, 'hex'),
    amount,
    candles: Array.from(candles.openTime, (_, row) => {
      const { openTime, open, high, low, close, volume } = candleAt(candles, row);
      return [openTime, open, high, low, close, volume];
    }),
    lookback: strategies[group.terms.strategy].lookback,
    candlesHash: outcome.candlesHash,
    claimed: { income, end: outcome.end, shortfall: shortfallOf(amount, outcome), results: [...outcome.results] },
  };
}
