import { type Kysely, sql } from 'kysely';
import type { CandleColumns } from '#core/market/candle.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import type { SettledEnd } from '#core/plans/terms.ts';
import { decodeCandles } from './plan-candles.ts';
import type { PlanGroup } from './plan-groups.ts';
import type { PlanTables } from './plan-tables.ts';

export interface StoredPlan {
  readonly memberId: bigint;
  readonly id: string;
  readonly level: number;
  readonly amount: Usdt;
  readonly placedAt: number;
  readonly group: PlanGroup;
  /** Null while it runs. */
  readonly income: Usdt | null;
  /** Its group's outcome, once this plan is settled. */
  readonly outcome: StoredOutcome | null;
}

export interface StoredOutcome {
  readonly result: number;
  /** Result of each round. */
  readonly results: readonly number[];
  readonly end: SettledEnd;
  readonly shortfall: number;
  readonly candlesHash: string;
  readonly settledAt: number;
}

type Tables = Kysely<PlanTables>;

/** The member's plan, or null for an unknown one or another member's. */
export async function findPlan(tables: Tables, memberId: bigint, id: string): Promise<StoredPlan | null> {
  const row = await selectPlans(tables)
    .where('plan.member_id', '=', memberId)
    .where('plan.id', '=', id)
    .executeTakeFirst();
  return row ? planOf(row) : null;
}

/** Newest first; `before` leaves out that plan and the newer ones. */
export async function plansOf(
  tables: Tables,
  memberId: bigint,
  before: string | null,
  limit: number,
): Promise<StoredPlan[]> {
  let query = selectPlans(tables).where('plan.member_id', '=', memberId);
  if (before !== null) query = query.where('plan.id', '<', before);
  return (await query.orderBy('plan.id', 'desc').limit(limit).execute()).map(planOf);
}

/** The members' running plans with ids from `fromId` on. */
export async function runningPlansOf(
  tables: Tables,
  memberIds: readonly bigint[],
  fromId: string,
): Promise<StoredPlan[]> {
  const rows = await selectPlans(tables)
    .where('plan.member_id', '=', sql<bigint>`any(${memberIds}::bigint[])`)
    .where('plan.id', '>=', fromId)
    .where('plan.income', 'is', null)
    .execute();
  return rows.map(planOf);
}

/** The members' plans settled at that moment, with ids from `fromId` on. */
export async function plansSettledAt(
  tables: Tables,
  memberIds: readonly bigint[],
  moment: number,
  fromId: string,
): Promise<StoredPlan[]> {
  const rows = await selectPlans(tables)
    .where('plan.member_id', '=', sql<bigint>`any(${memberIds}::bigint[])`)
    .where('plan.id', '>=', fromId)
    .where('plan.settled_at', '=', new Date(moment))
    .where('plan.income', 'is not', null)
    .execute();
  return rows.map(planOf);
}

export async function readCandles(tables: Tables, hash: string): Promise<CandleColumns> {
  const row = await tables
    .selectFrom('plan_candles')
    .select('candles')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return decodeCandles(row.candles);
}

export async function weightOf(tables: Tables, memberId: bigint): Promise<number> {
  const row = await tables
    .selectFrom('member_weight')
    .select('weight')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return Number(row?.weight ?? 0n);
}

function selectPlans(tables: Tables) {
  return tables
    .selectFrom('plan')
    .innerJoin('plan_group as grouped', 'grouped.id', 'plan.group_id')
    .leftJoin('plan_outcome as outcome', 'outcome.group_id', 'plan.group_id')
    .select([
      'plan.member_id',
      'plan.id',
      'plan.level',
      'plan.amount',
      'plan.placed_at',
      'plan.income',
      'plan.settled_at',
    ])
    .select([
      'grouped.coin',
      'grouped.starts_at',
      'grouped.engine',
      'grouped.strategy',
      'grouped.interval',
      'grouped.rounds',
    ])
    .select([
      'grouped.leverage',
      'grouped.maximum_profit',
      'grouped.maximum_loss',
      'grouped.fee_rate',
      'grouped.market',
    ])
    .select(['outcome.result', 'outcome.results', 'outcome.end', 'outcome.shortfall', 'outcome.candles_hash']);
}

type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number];

function planOf(row: PlanRow): StoredPlan {
  return {
    memberId: row.member_id,
    id: row.id,
    level: row.level,
    amount: usdt(row.amount),
    placedAt: row.placed_at.getTime(),
    group: groupOf(row),
    income: row.income === null ? null : usdt(row.income),
    // With the plan's own moment: the group's outcome may be recorded before, and is not the plan's until then.
    outcome: storedOutcomeOf(row),
  };
}

type GroupRow = Pick<
  PlanRow,
  | 'coin'
  | 'starts_at'
  | 'engine'
  | 'strategy'
  | 'interval'
  | 'rounds'
  | 'leverage'
  | 'maximum_profit'
  | 'maximum_loss'
  | 'fee_rate'
  | 'market'
>;

export function groupOf(row: GroupRow): PlanGroup {
  if (row.engine !== 1) throw new Error(`no engine ${row.engine} here: the plan was placed with a newer version`);
  return {
    coin: row.coin,
    startsAt: row.starts_at.getTime(),
    market: row.market,
    terms: {
      engine: row.engine,
      strategy: row.strategy,
      interval: row.interval,
      rounds: row.rounds,
      leverage: row.leverage,
      maximumProfit: row.maximum_profit,
      maximumLoss: row.maximum_loss,
      feeRate: row.fee_rate,
    },
  };
}

type OutcomeRow = Pick<PlanRow, 'result' | 'results' | 'end' | 'shortfall' | 'candles_hash' | 'settled_at'>;

/** The outcome of a row, null where its group has none yet. */
export function storedOutcomeOf(row: OutcomeRow): StoredOutcome | null {
  const { settled_at, result, results, end, shortfall, candles_hash } = row;
  if (settled_at === null || result === null || results === null || end === null) return null;
  if (shortfall === null || candles_hash === null) return null;
  return { result, results, end, shortfall, candlesHash: candles_hash, settledAt: settled_at.getTime() };
}
