import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { Exclusion } from '#core/limits/exclusion.ts';
import { type LimitPeriod, type LossCount, type LossLimit, noLossLimit } from '#core/limits/loss-limits.ts';
import { usdt } from '#core/money/amount.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { LimitTables } from './limit-tables.ts';

export interface StoredLossLimit extends LossLimit {
  /** Time zone of the limit's days; unchanged when the member's own zone changes. */
  readonly timeZone: string;
}

/** Use of an active limit. */
interface PeriodCount extends LossCount {
  readonly period: LimitPeriod;
  readonly since: number;
}

/** What decides whether a member may stake, read in one snapshot. */
export interface LimitStatus {
  readonly isFrozen: boolean;
  readonly excludedUntil: number | null;
  readonly counts: readonly PeriodCount[];
  /** The profile's time zone. */
  readonly timeZone: string;
}

const moment = (date: Date): number => date.getTime();

/**
 * Runs the change under the lock of the member's available account: earlier stakes are counted and later ones checked against the
 * change, on every node.
 */
export async function changeProtection<Result>(
  tables: Kysely<LimitTables>,
  memberId: bigint,
  change: (transaction: Transaction<LimitTables>) => Promise<Result>,
): Promise<Result> {
  return await tables.transaction().execute(async (transaction) => {
    await lockAvailable(transaction, memberId);
    await transaction
      .insertInto('member_guard')
      .values({ member_id: memberId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return await change(transaction);
  });
}

/**
 * The moment that the triggers decide by whether a looser limit has begun: that of the transaction's begin, which a wait for its lock does
 * not move.
 */
export async function protectionTime(transaction: Transaction<LimitTables>, now: number): Promise<number> {
  const reading = sql<{ at: Date }>`select protection_time(${new Date(now)}) as at`;
  const { rows } = await reading.execute(transaction);
  return rows[0]?.at.getTime() ?? now;
}

export async function readLossLimit(
  tables: Kysely<LimitTables>,
  memberId: bigint,
  period: LimitPeriod,
): Promise<StoredLossLimit | null> {
  const row = await tables
    .selectFrom('loss_limit')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('period', '=', period)
    .executeTakeFirst();
  if (!row) return null;
  return {
    amount: row.amount === null ? null : usdt(row.amount),
    next:
      row.next_at === null
        ? null
        : { amount: row.next_amount === null ? null : usdt(row.next_amount), at: moment(row.next_at) },
    timeZone: row.time_zone,
  };
}

export async function writeLossLimit(
  transaction: Transaction<LimitTables>,
  memberId: bigint,
  period: LimitPeriod,
  { amount, next, timeZone }: StoredLossLimit,
  now: number,
): Promise<void> {
  const row = {
    amount,
    next_amount: next?.amount ?? null,
    next_at: next && new Date(next.at),
    time_zone: timeZone,
    changed_at: new Date(now),
  };
  await transaction
    .insertInto('loss_limit')
    .values({ member_id: memberId, period, ...row })
    .onConflict((conflict) => conflict.columns(['member_id', 'period']).doUpdateSet(row))
    .execute();
}

/** Whether the period of that moment (product time) began later in the one time zone than in the other. */
export async function beginsLater(
  tables: Kysely<LimitTables>,
  {
    period,
    at,
    timeZone,
    than,
  }: { readonly period: LimitPeriod; readonly at: number; readonly timeZone: string; readonly than: string },
): Promise<boolean> {
  const moment = new Date(at);
  const { rows } = await sql<{ later: boolean }>`
    select start_of_period(${period}, ${moment}, ${timeZone}) > start_of_period(${period}, ${moment}, ${than}) as later`.execute(
    tables,
  );
  return rows[0]?.later === true;
}

export async function readExclusion(tables: Kysely<LimitTables>, memberId: bigint): Promise<Exclusion | null> {
  const row = await tables
    .selectFrom('self_exclusion')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    beganAt: moment(row.began_at),
    endsAt: moment(row.ends_at),
    liftsAt: row.lifts_at && moment(row.lifts_at),
  };
}

export async function writeExclusion(
  transaction: Transaction<LimitTables>,
  memberId: bigint,
  { beganAt, endsAt, liftsAt }: Exclusion,
  now: number,
): Promise<void> {
  const row = {
    began_at: new Date(beganAt),
    ends_at: new Date(endsAt),
    lifts_at: liftsAt === null ? null : new Date(liftsAt),
    changed_at: new Date(now),
  };
  await transaction
    .insertInto('self_exclusion')
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute();
}

/** A member's restrictions at a moment, or null for one who was never frozen or excluded and never set a limit. */
export async function readLimitStatus(
  tables: QueryExecutorProvider,
  memberId: bigint,
  now: number,
): Promise<LimitStatus | null> {
  const at = new Date(now);
  const { rows } = await sql<LimitStatusRow>`
    select f.member_id is not null as is_frozen, excluded_until(g.member_id, ${at}) as until,
      coalesce(m.time_zone, 'UTC') as time_zone, c.period, c.maximum, c.lost, c.at_risk, c.since
    from (values (${memberId}::bigint)) as asked (member_id)
    left join account_freeze as f on f.member_id = asked.member_id
    left join member_guard as g on g.member_id = asked.member_id
    left join member as m on m.id = asked.member_id
    left join loss_counts(g.member_id, ${at}) as c on true
    where f.member_id is not null or g.member_id is not null
    order by c.period`.execute(tables);
  const [first] = rows;
  if (!first) return null;
  return {
    isFrozen: first.is_frozen,
    excludedUntil: first.until && moment(first.until),
    timeZone: first.time_zone,
    counts: rows.flatMap(({ period, maximum, lost, at_risk, since }) =>
      period === null || maximum === null || lost === null || at_risk === null || since === null
        ? []
        : [{ period, limit: usdt(maximum), lost: usdt(lost), atRisk: usdt(at_risk), since: moment(since) }],
    ),
  };
}

interface LimitStatusRow {
  readonly is_frozen: boolean;
  readonly until: Date | null;
  readonly time_zone: string;
  readonly period: LimitPeriod | null;
  readonly maximum: bigint | null;
  readonly lost: bigint | null;
  readonly at_risk: bigint | null;
  readonly since: Date | null;
}

/** A limit that was never set. */
export const unset = (timeZone: string): StoredLossLimit => ({ ...noLossLimit, timeZone });
