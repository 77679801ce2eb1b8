import { type Kysely, sql } from 'kysely';
import type { Usdt } from '#core/money/amount.ts';
import { memberDay, startOfDay } from '#core/time/member-day.ts';
import { memberBalanceSql, memberSumsSql, postingCountSql } from '#server/ledger/member-sums.ts';

export interface MemberFigures {
  readonly available: Usdt;
  /** Sum of all other USDT accounts of the member. */
  readonly locked: Usdt;
  readonly incomeToday: Usdt;
  readonly incomeTotal: Usdt;
  readonly weight: number;
  /** Number of ledger postings behind the balances. */
  readonly postings: number;
  /** Points of the `assistance` account. */
  readonly assistance: number;
  readonly donated: number;
}

/** The member's figures at one moment, in one statement. Today is the day of `now` (product time) in the member's time zone. */
export async function readMemberFigures(
  tables: Kysely<unknown>,
  memberId: bigint,
  timeZone: string,
  now: number,
): Promise<MemberFigures> {
  const { rows } = await sql<MemberFigures>`
    with wanted as (
      select ${memberId}::bigint as id
    ), sums as (
      ${sql.raw(memberSumsSql('(select id from wanted)'))}
    ), income as (
      select coalesce(sum(income), 0)::bigint as total,
        coalesce(sum(income) filter (where settled_at >= ${new Date(startOfDay(memberDay(now, timeZone), timeZone))}::timestamptz), 0)::bigint as today
      from member_income where member_id = ${memberId}
    )
    select
      sums.available, sums.locked,
      income.today as "incomeToday", income.total as "incomeTotal",
      coalesce((select weight from member_weight where member_id = ${memberId}), 0)::int as weight,
      (${sql.raw(postingCountSql('(select id from wanted)'))})::int as postings,
      (${sql.raw(memberBalanceSql('(select id from wanted)', 'assistance'))})::int as assistance,
      (select coalesce(sum(points), 0) from donation where member_id = ${memberId})::int as donated
    from income, sums`.execute(tables);
  const row = rows[0];
  if (!row) throw new Error(`no figures of member ${memberId}`);
  return row;
}
