import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type CandleColumns, intervalMs } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { planCandles, runPlan } from '#core/plans/engine.ts';
import { type BoundMarket, bindingText, boundLookback } from '#core/plans/market-binding.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanOutcome, PlanProgress, PlanTerms } from '#core/plans/terms.ts';
import { candlesInTime } from '#core/plans/void.ts';
import type { Market } from '#server/market/market.ts';

/** What is asked of a market when a plan is placed. */
export interface PlanStart {
  readonly coin: string;
  /** Open time of the first round's candle, or of the first one after it where the recording has a gap. */
  readonly startsAt: number;
  readonly terms: PlanTerms;
}

/** The inputs of a plan's outcome beside the candles. Plans with the same inputs share one run of the engine. */
export interface PlanGroup extends PlanStart {
  /** Canonical text of its `MarketBinding`. */
  readonly market: string;
}

export interface PlanGroups {
  /** The group of plans that start so on the market as it is known now, recorded on first use. Null while the market is not known. */
  at(start: PlanStart): Promise<RecordedGroup> | null;
  /** The group is looked for again: a failover, or a backup that was restored, may have lost its row. */
  forget(start: PlanStart): void;
}

interface RecordedGroup extends PlanGroup {
  readonly id: bigint;
  readonly marketHash: string;
}

const rememberedMax = 5_000;
const rememberedMs = 24 * 3_600_000;

/** Groups with a cache, so that placing a plan rarely hashes candles or queries the database. */
export function openPlanGroups(tables: Kysely<unknown>, market: Pick<Market, 'closed' | 'binding'>): PlanGroups {
  const remembered = new LRUCache<string, Promise<RecordedGroup>>({ max: rememberedMax, ttl: rememberedMs });
  return {
    at(start) {
      const source = market.binding(start.coin, start.startsAt);
      if (source === null) return null;
      // The candles closed so far decide the rest. An exchange may list another instrument meanwhile.
      const closed = market.closed(start.coin, start.terms.interval);
      const key = `${keyOf(start)} ${closed.openTime.at(-1)} ${source.source === 'exchange' ? source.instrument : ''}`;
      const known = remembered.get(key);
      if (known) return known;
      const bound = boundMarket(source, start, closed);
      if (bound === null) return null;
      const group = recordGroup(tables, { ...start, market: bound });
      remembered.set(key, group);
      group.catch(() => remembered.delete(key));
      return group;
    },
    forget(start) {
      const begins = `${keyOf(start)} `;
      for (const key of remembered.keys()) if (key.startsWith(begins)) remembered.delete(key);
    },
  };
}

function boundMarket(market: BoundMarket, { coin, startsAt, terms }: PlanStart, closed: CandleColumns): string | null {
  const lookback = boundLookback(closed, terms.interval, startsAt, strategies[terms.strategy].lookback);
  return lookback && bindingText({ coin, interval: terms.interval, market, lookback });
}

/** First interval boundary strictly after the moment: the open of a plan's first candle must not be known when it is placed. */
export function startAfter(at: number, { interval }: Pick<PlanTerms, 'interval'>): number {
  const length = intervalMs[interval];
  return (Math.floor(at / length) + 1) * length;
}

/** Range of stored candles to read for the lookback, as a multiple of it, to allow for gaps. */
const lookbackReach = 10;

/** The closed candles that a group needs so far: from memory, or from the database after a downtime of weeks. */
export async function historyOf(
  group: PlanStart,
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
 * The state of a group's plans by those of these closed candles that open before its deadline: null before the first round has closed, or where the history is too
 * short.
 */
export function runGroup(
  { startsAt, terms }: PlanStart,
  closed: CandleColumns,
): { readonly candles: CandleColumns; readonly outcome: PlanOutcome | PlanProgress } | null {
  // Late ones do not count: the plan is void soon.
  const history = candlesInTime({ startsAt, terms }, closed);
  const first = rowAtOrAfter(history.openTime, startsAt);
  if (first < strategies[terms.strategy].lookback || first === history.openTime.length) return null;
  const candles = planCandles(terms, history, first);
  return { candles, outcome: runPlan(terms, candles) };
}

function keyOf({ coin, startsAt, terms }: PlanStart): string {
  const { engine, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate } = terms;
  return [coin, startsAt, engine, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate].join(' ');
}

const attemptsMax = 5;

async function recordGroup(tables: Kysely<unknown>, group: PlanGroup): Promise<RecordedGroup> {
  const { coin, startsAt, terms, market } = group;
  const { engine, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate } = terms;
  const marketHash = hash('sha256', market, 'hex');
  const columns = sql`coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate,
    market, market_hash`;
  const values = sql`${coin}, ${new Date(startsAt)}, ${engine}, ${strategy}, ${interval}, ${rounds}, ${leverage},
    ${maximumProfit}, ${maximumLoss}, ${feeRate}, ${market}, ${marketHash}`;
  // Another node may insert the same group concurrently: then the retry finds it.
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    for (const statement of [
      sql<{ id: bigint }>`insert into plan_group (${columns}) values (${values}) on conflict do nothing returning id`,
      sql<{ id: bigint }>`select id from plan_group where (${columns}) = (${values})`,
    ]) {
      const { rows } = await statement.execute(tables);
      if (rows[0]) return { ...group, id: rows[0].id, marketHash };
    }
  }
  throw new Error(`the plan group ${keyOf(group)} could not be recorded`);
}
