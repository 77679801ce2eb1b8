import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type CandleColumns, intervalMs } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { planCandles, runPlan } from '#core/plans/engine.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanOutcome, PlanProgress, PlanTerms } from '#core/plans/terms.ts';
import type { Market } from '#server/market/market.ts';
import type { PlanTables } from './plan-tables.ts';

/** Everything that decides how a plan ends, beside the candles. Plans that share it share one run of the engine. */
export interface PlanGroup {
  readonly coin: string;
  /** Open time of the first round's candle, or of the first one after it where the recording has a gap. */
  readonly startsAt: number;
  readonly terms: PlanTerms;
}

export interface PlanGroups {
  /** The number of the group, which is recorded the first time it is asked for. */
  idOf(group: PlanGroup): Promise<bigint>;
}

const rememberedMax = 5_000;
const rememberedMs = 24 * 3_600_000;

/** Groups by number. Those asked for lately are remembered, so that placing a plan seldom asks the database. */
export function openPlanGroups(tables: Kysely<PlanTables>): PlanGroups {
  const remembered = new LRUCache<string, Promise<bigint>>({ max: rememberedMax, ttl: rememberedMs });
  return {
    idOf(group) {
      const key = keyOf(group);
      const known = remembered.get(key);
      if (known) return known;
      const id = recordGroup(tables, group);
      remembered.set(key, id);
      id.catch(() => remembered.delete(key));
      return id;
    },
  };
}

/** First interval boundary strictly after the moment: no plan may know the open of its first candle when it is placed. */
export function startAfter(at: number, { interval }: Pick<PlanTerms, 'interval'>): number {
  const length = intervalMs[interval];
  return (Math.floor(at / length) + 1) * length;
}

/** How far before the start to look for the lookback where memory no longer reaches: ten times as far, for gaps. */
const lookbackReach = 10;

/** Closed candles that hold all a group needs so far: those in memory, or older ones after a downtime of weeks. */
export async function historyOf(
  group: PlanGroup,
  market: Pick<Market, 'closed' | 'closedBetween'>,
): Promise<CandleColumns> {
  const { coin, startsAt, terms } = group;
  const { lookback } = strategies[terms.strategy];
  const held = market.closed(coin, terms.interval);
  if (rowAtOrAfter(held.openTime, startsAt) >= lookback) return held;
  const reach = lookback * lookbackReach;
  return market.closedBetween(
    coin,
    terms.interval,
    startsAt - reach * intervalMs[terms.interval],
    reach + terms.rounds,
  );
}

/**
 * How the plans of a group stand by these closed candles: null before the first round has closed, or where the history does
 * not reach back far enough.
 */
export function runGroup(
  { startsAt, terms }: PlanGroup,
  history: CandleColumns,
): { readonly candles: CandleColumns; readonly outcome: PlanOutcome | PlanProgress } | null {
  const first = rowAtOrAfter(history.openTime, startsAt);
  if (first < strategies[terms.strategy].lookback || first === history.openTime.length) return null;
  const candles = planCandles(terms, history, first);
  return { candles, outcome: runPlan(terms, candles) };
}

function keyOf({ coin, startsAt, terms }: PlanGroup): string {
  const { engine, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate } = terms;
  return [coin, startsAt, engine, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate].join(' ');
}

const attemptsMax = 5;

async function recordGroup(tables: Kysely<PlanTables>, { coin, startsAt, terms }: PlanGroup): Promise<bigint> {
  const group = {
    coin,
    starts_at: new Date(startsAt),
    engine: terms.engine,
    strategy: terms.strategy,
    interval: terms.interval,
    rounds: terms.rounds,
    leverage: terms.leverage,
    maximum_profit: terms.maximumProfit,
    maximum_loss: terms.maximumLoss,
    fee_rate: terms.feeRate,
  };
  // Another node may record the same group at this moment: then it is there at the next look.
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const made = await tables
      .insertInto('plan_group')
      .values(group)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) return made.id;
    const same = Object.entries(group).map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`);
    const found = await tables
      .selectFrom('plan_group')
      .select('id')
      .where((where) => where.and(same))
      .executeTakeFirst();
    if (found) return found.id;
  }
  throw new Error(`the plan group ${keyOf({ coin, startsAt, terms })} could not be recorded`);
}
