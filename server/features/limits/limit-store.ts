import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { Exclusion } from '#core/limits/exclusion.ts';
import { type LimitPeriod, type LossCount, type LossLimit, noLossLimit } from '#core/limits/loss-limits.ts';
import { usdt } from '#core/money/amount.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

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
  tables: Kysely<unknown>,
  memberId: bigint,
  change: (transaction: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  return await tables.transaction().execute(async (transaction) => {
    await lockAvailable(transaction, memberId);
    await sql`insert into member_guard (member_id) values (${memberId}) on conflict do nothing`.execute(transaction);
    return await change(transaction);
  });
}

/**
 * The moment that the triggers decide by whether a looser limit has begun: that of the transaction's begin, which a wait for its lock does
 * not move.
 */
export async function protectionTime(transaction: Transaction<unknown>, now: number): Promise<number> {
  const reading = sql<{ at: Date }>`select protection_time(${new Date(now)}) as at`;
  const { rows } = await reading.execute(transaction);
  return rows[0]?.at.getTime() ?? now;
}

/** The limit as it is enforced: without the member's guard it is not. */
export async function readLossLimit(
  tables: Kysely<unknown>,
  memberId: bigint,
  period: LimitPeriod,
): Promise<StoredLossLimit | null> {
  const { rows } = await sql<LossLimitRow>`
    select amount, next_amount as "nextAmount", next_at as "nextAt", time_zone as "timeZone"
    from member_guard join loss_limit using (member_id)
    where member_id = ${memberId} and period = ${period}`.execute(tables);
  const [row] = rows;
  if (!row) return null;
  const { nextAmount, nextAt, ...limit } = row;
  return { ...limit, next: nextAt && { amount: nextAmount, at: moment(nextAt) } };
}

export async function writeLossLimit(
  transaction: Transaction<unknown>,
  memberId: bigint,
  period: LimitPeriod,
  { amount, next, timeZone }: StoredLossLimit,
  now: number,
): Promise<void> {
  await sql`
    insert into loss_limit (member_id, period, amount, next_amount, next_at, time_zone, changed_at)
    values (${memberId}, ${period}, ${amount}, ${next?.amount ?? null}, ${next && new Date(next.at)}, ${timeZone},
      ${new Date(now)})
    on conflict (member_id, period) do update set amount = excluded.amount, next_amount = excluded.next_amount,
      next_at = excluded.next_at, time_zone = excluded.time_zone, changed_at = excluded.changed_at`.execute(
    transaction,
  );
}

interface LossLimitRow extends Pick<StoredLossLimit, 'amount' | 'timeZone'> {
  readonly nextAmount: LossLimit['amount'];
  readonly nextAt: Date | null;
}

/** Whether the period of that moment (product time) began later in the one time zone than in the other. */
export async function beginsLater(
  tables: Kysely<unknown>,
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

/** The exclusion as it is enforced: without the member's guard it is not. */
export async function readExclusion(tables: Kysely<unknown>, memberId: bigint): Promise<Exclusion | null> {
  const { rows } = await sql<Dated<Exclusion, 'beganAt' | 'endsAt' | 'liftsAt'>>`
    select began_at as "beganAt", ends_at as "endsAt", lifts_at as "liftsAt"
    from member_guard join self_exclusion using (member_id)
    where member_id = ${memberId}`.execute(tables);
  return rows.map(inMs)[0] ?? null;
}

export async function writeExclusion(
  transaction: Transaction<unknown>,
  memberId: bigint,
  { beganAt, endsAt, liftsAt }: Exclusion,
  now: number,
): Promise<void> {
  await sql`
    insert into self_exclusion (member_id, began_at, ends_at, lifts_at, changed_at)
    values (${memberId}, ${new Date(beganAt)}, ${new Date(endsAt)}, ${liftsAt && new Date(liftsAt)}, ${new Date(now)})
    on conflict (member_id) do update set began_at = excluded.began_at, ends_at = excluded.ends_at,
      lifts_at = excluded.lifts_at, changed_at = excluded.changed_at`.execute(transaction);
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
