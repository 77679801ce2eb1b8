import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ChartCandle } from '#contract/market.ts';
import type { PlanDetail } from '#contract/plans-proof.ts';
import { type CandleColumns, candleAt, sliceColumns } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { noUsdt } from '#core/money/amount.ts';
import { runPlan, shortfallOf } from '#core/plans/engine.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { RoundOutcome } from '#core/plans/terms.ts';
import type { Market } from '#server/market/market.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { bindingOf, marketDifferences } from './bound-market.ts';
import { historyOf, type PlanGroup, runGroup } from './plan-groups.ts';
import { planRecord } from './plan-record.ts';
import { findPlan, readCandles } from './plan-store.ts';

export interface GetPlanDependencies {
  readonly tables: Kysely<unknown>;
  readonly market: Pick<Market, 'binding' | 'closed' | 'closedBetween' | 'coins' | 'seamIn' | 'source'>;
}

/** A plan with its rounds: settled ones from the candles recorded at settlement, running ones from those closed so far. */
export async function getPlan(
  { tables, market }: GetPlanDependencies,
  memberId: bigint,
  id: string,
): Promise<PlanDetail> {
  const plan = await findPlan(tables, memberId, id);
  if (!plan) throw new Refusal('planUnknown');
  const { group, outcome, amount } = plan;
  const { candles, rounds } = outcome
    ? settledRounds(group, await readCandles(tables, outcome.candlesHash))
    : runningRounds(group, await historyOf(group, market));
  return {
    plan: await planRecord(plan, market),
    terms: group.terms,
    startsAt: group.startsAt,
    market: bindingOf(group),
    marketHash: hash('sha256', group.market, 'hex'),
    settledAt: outcome ? outcome.settledAt : null,
    end: outcome ? outcome.end : null,
    shortfall: outcome ? shortfallOf(amount, outcome) : noUsdt,
    rounds: rounds.map(({ candle, direction, fee, result, running }) => ({
      openTime: candle.openTime,
      direction,
      fee,
      result,
      running,
    })),
    candles: chartCandles(group, candles, market),
  };
}

interface Rounds {
  readonly candles: CandleColumns;
  readonly rounds: readonly RoundOutcome[];
}

/** A void plan whose market is gone has no candles. */
function settledRounds({ terms }: PlanGroup, candles: CandleColumns): Rounds {
  if (candles.openTime.length === 0) return { candles, rounds: [] };
  return { candles, rounds: runPlan(terms, candles).rounds };
}

/** Before its first round has closed, a plan shows the candles of its strategy's lookback. */
function runningRounds(group: PlanGroup, history: CandleColumns): Rounds {
  const run = runGroup(group, history);
  const { lookback } = strategies[group.terms.strategy];
  const start = rowAtOrAfter(history.openTime, group.startsAt);
  const rounds = run ? run.outcome.rounds : [];
  return { candles: sliceColumns(history, Math.max(0, start - lookback), start + rounds.length), rounds };
}

/** Where another recorded day begins is known of the market that the plan was bound to alone. */
function chartCandles(group: PlanGroup, candles: CandleColumns, market: GetPlanDependencies['market']): ChartCandle[] {
  const isKnown = marketDifferences(group, market).length === 0;
  return Array.from(candles.openTime, (openTime, row) => ({
    ...candleAt(candles, row),
    final: true,
    ...(isKnown ? market.seamIn(group.coin, group.terms.interval, openTime) : { seam: false, isBreak: false }),
  }));
}
