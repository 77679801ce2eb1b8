import { type Kysely, sql } from 'kysely';
import { plansRunningMax } from '#core/limits/business-limits.ts';
import { type Interval, intervalMs } from '#core/market/candle.ts';
import { openMemberLimit } from '#server/ledger/member-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Enforces `plansRunningMax`. */
export interface RunningLimit {
  /**
   * Runs `place`, whose statement leaves out the plans of members who have too many: the database decides, under the locks. Throws
   * `plansRunning` where that is why it was refused.
   */
  placing<Result>(memberId: bigint, place: () => Promise<Result>): Promise<Result>;
}

export function openRunningLimit(tables: Kysely<unknown>): RunningLimit {
  const limit = openMemberLimit(async (memberId: bigint) => {
    const freeAt = await firstEndOf(tables, memberId);
    if (freeAt !== null) throw new Refusal('plansRunning', { count: plansRunningMax, until: { at: freeAt } });
  });
  return { placing: (memberId, place) => limit.placing(memberId, undefined, place) };
}

/** When the first of a member's plans ends at the latest; null where the member may place another one. */
async function firstEndOf(tables: Kysely<unknown>, memberId: bigint): Promise<number | null> {
  const { rows } = await sql<{ startsAt: Date; interval: Interval; rounds: number }>`
    select g.starts_at as "startsAt", g.interval, g.rounds from plan join plan_group as g on g.id = plan.group_id
    where plan.member_id = ${memberId} and plan.income is null`.execute(tables);
  if (rows.length < plansRunningMax) return null;
  return Math.min(...rows.map(({ startsAt, interval, rounds }) => startsAt.getTime() + rounds * intervalMs[interval]));
}
