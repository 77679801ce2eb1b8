import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PlanProof } from '#contract/plans-proof.ts';
import { rowsOf } from '#core/market/columns.ts';
import { shortfallOf } from '#core/plans/engine.ts';
import { revealOf } from '#core/plans/replay-reveal.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { spanOf } from '#core/plans/verify.ts';
import type { Market } from '#server/market/market.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { bindingOf } from './bound-market.ts';
import { findPlan, readCandles } from './plan-store.ts';

interface Sources {
  readonly tables: Kysely<unknown>;
  readonly market: Pick<Market, 'coins' | 'published'>;
}

/**
 * Everything needed to recompute the settlement, as recorded when the plan settled, no figure of it computed here; and the recorded
 * days that it ran on, once they have been played.
 */
export async function getPlanProof({ tables, market }: Sources, memberId: bigint, id: string): Promise<PlanProof> {
  const plan = await findPlan(tables, memberId, id);
  if (!plan) throw new Refusal('planUnknown');
  const { group, amount, income, outcome } = plan;
  if (!outcome || income === null) throw new Refusal('planUnsettled');
  const candles = await readCandles(tables, outcome.candlesHash);
  const bound = bindingOf(group);
  const published = market.coins.some(({ symbol }) => symbol === group.coin) ? market.published(group.coin) : null;
  const isVoid = outcome.end === 'void';
  const span = spanOf({ ...group, candles, claimed: { end: outcome.end } });
  return {
    plan: plan.id,
    coin: group.coin,
    terms: group.terms,
    startsAt: group.startsAt,
    market: bound,
    marketHash: hash('sha256', group.market, 'hex'),
    amount,
    candles: rowsOf(candles),
    lookback: strategies[group.terms.strategy].lookback,
    candlesHash: outcome.candlesHash,
    reveal: revealOf(bound.market, group.coin, isVoid && candles.openTime.length === 0 ? null : published, span),
    claimed: { income, end: outcome.end, shortfall: shortfallOf(amount, outcome), results: [...outcome.results] },
  };
}
