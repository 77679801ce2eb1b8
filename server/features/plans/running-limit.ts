import { type Kysely, sql } from 'kysely';
import { plansRunningMax } from '#core/limits/business-limits.ts';
import { intervalMs } from '#core/market/candle.ts';
import { openMemberLimit } from '#server/ledger/member-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { PlanTables } from './plan-tables.ts';

/** Enforces `plansRunningMax`. */
export interface RunningLimit {
  /**
   * Runs `place`, whose statement leaves out the plans of members who have too many: the database decides, under the locks. Throws
   * `plansRunning` where that is why it was refused.
   */
  placing<Result>(memberId: bigint, place: () => Promise<Result>): Promise<Result>;
}

export function openRunningLimit(tables: Kysely<PlanTables>): RunningLimit {
  const limit = openMemberLimit(async (memberId: bigint) => {
    const freeAt = await firstEndOf(tables, memberId);
    if (freeAt !== null) throw new Refusal('plansRunning', { count: plansRunningMax, until: { at: freeAt } });
  });
  return { placing: (memberId, place) => limit.placing(memberId, undefined, place) };
}

/** When the first of a member's plans ends at the latest; null where the member may place another one. */
async function firstEndOf(tables: Kysely<PlanTables>, memberId: bigint): Promise<number | null> {
  const running = await tables
    .selectFrom('plan')
    .innerJoin('plan_group as grouped', 'grouped.id', 'plan.group_id')
    .select(['grouped.starts_at', 'grouped.interval', 'grouped.rounds'])
    .where('plan.member_id', '=', memberId)
    .where(sql<boolean>`plan.income is null`)
    .execute();
  if (running.length < plansRunningMax) return null;
  return Math.min(...running.map((plan) => plan.starts_at.getTime() + plan.rounds * intervalMs[plan.interval]));
}
