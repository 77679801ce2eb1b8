import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CandleColumns } from '#core/market/candle.ts';
import type { Usdt } from '#core/money/amount.ts';
import type { PlanTerms, SettledEnd } from '#core/plans/terms.ts';
import type { Dated } from '#server/platform/database/in-ms.ts';
import { decodeCandles } from './plan-candles.ts';
import type { PlanGroup } from './plan-groups.ts';

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

type Tables = Kysely<unknown>;

/** The member's plan, or null for an unknown one or another member's. */
export async function findPlan(tables: Tables, memberId: bigint, id: string): Promise<StoredPlan | null> {
  const [plan] = await selectPlans(tables, sql`plan.member_id = ${memberId} and plan.id = ${id}`);
  return plan ?? null;
}

/** Newest first; `before` leaves out that plan and the newer ones. */
export async function plansOf(
  tables: Tables,
  memberId: bigint,
  before: string | null,
  limit: number,
): Promise<StoredPlan[]> {
  const older = before === null ? sql`` : sql`and plan.id < ${before}`;
  return await selectPlans(tables, sql`plan.member_id = ${memberId} ${older} order by plan.id desc limit ${limit}`);
}

/** The members' running plans with ids from `fromId` on. */
export async function runningPlansOf(
  tables: Tables,
  memberIds: readonly bigint[],
  fromId: string,
): Promise<StoredPlan[]> {
  return await selectPlans(
    tables,
    sql`plan.member_id = any(${memberIds}::bigint[]) and plan.id >= ${fromId} and plan.income is null`,
  );
}

/** The members' plans settled at that moment, with ids from `fromId` on. */
export async function plansSettledAt(
  tables: Tables,
  memberIds: readonly bigint[],
  moment: number,
  fromId: string,
): Promise<StoredPlan[]> {
  return await selectPlans(
    tables,
    sql`plan.member_id = any(${memberIds}::bigint[]) and plan.id >= ${fromId} and plan.settled_at = ${new Date(moment)}
      and plan.income is not null`,
  );
}

export async function readCandles(tables: Tables, hash: string): Promise<CandleColumns> {
  const { rows } = await sql<{ candles: Buffer }>`select candles from plan_candles where hash = ${hash}`.execute(
    tables,
  );
  if (!rows[0]) throw new Error(`there are no candles ${hash}`);
  return decodeCandles(rows[0].candles);
}

export async function weightOf(tables: Tables, memberId: bigint): Promise<number> {
  const { rows } = await sql<{ weight: bigint }>`
    select weight from member_weight where member_id = ${memberId}`.execute(tables);
  return Number(rows[0]?.weight ?? 0n);
}

async function selectPlans(tables: Tables, condition: RawBuilder<unknown>): Promise<StoredPlan[]> {
  const { rows } = await sql<PlanRow>`
    select plan.member_id as "memberId", plan.id, plan.level, plan.amount, plan.placed_at as "placedAt", plan.income,
      plan.settled_at as "settledAt", ${groupColumns}, ${outcomeColumns}
    from plan join plan_group as grouped on grouped.id = plan.group_id
    left join plan_outcome as outcome on outcome.group_id = plan.group_id
    where ${condition}`.execute(tables);
  return rows.map((row) => {
    const { memberId, id, level, amount, income } = row;
    // With the plan's own moment: the group's outcome may be recorded before, and is not the plan's until then.
    const outcome = storedOutcomeOf(row);
    return { memberId, id, level, amount, placedAt: row.placedAt.getTime(), group: groupOf(row), income, outcome };
  });
}

type PlanRow = Dated<Omit<StoredPlan, 'group' | 'outcome'>, 'placedAt'> & GroupRow & OutcomeRow;

export interface GroupRow extends Omit<PlanTerms, 'engine'> {
  readonly engine: number;
  readonly coin: string;
  readonly startsAt: Date;
  readonly market: string;
}

export const groupColumns: RawBuilder<unknown> = sql`grouped.coin, grouped.starts_at as "startsAt", grouped.engine,
  grouped.strategy, grouped.interval, grouped.rounds, grouped.leverage, grouped.maximum_profit as "maximumProfit",
  grouped.maximum_loss as "maximumLoss", grouped.fee_rate as "feeRate", grouped.market`;

export function groupOf({ coin, startsAt, market, engine, ...row }: GroupRow): PlanGroup {
  if (engine !== 1) throw new Error(`no engine ${engine} here: the plan was placed with a newer version`);
  const { strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate } = row;
  const terms = { engine, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate } as const;
  return { coin, startsAt: startsAt.getTime(), market, terms };
}

export type OutcomeRow = {
  readonly [Name in keyof StoredOutcome]: Dated<StoredOutcome, 'settledAt'>[Name] | null;
};

/** Of an outcome, without its moment. */
export const outcomeColumns: RawBuilder<unknown> = sql`outcome.result, outcome.results, outcome.end, outcome.shortfall,
  outcome.candles_hash as "candlesHash"`;

/** The outcome of a row, null where its group has none yet. */
export function storedOutcomeOf(row: OutcomeRow): StoredOutcome | null {
  const { settledAt, result, results, end, shortfall, candlesHash } = row;
  if (settledAt === null || result === null || results === null || end === null) return null;
  if (shortfall === null || candlesHash === null) return null;
  return { result, results, end, shortfall, candlesHash, settledAt: settledAt.getTime() };
}
