import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { plansRunningMax } from '#core/limits/business-limits.ts';
import { intervalMs } from '#core/market/candle.ts';
import { isStale } from '#server/ledger/failures.ts';
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

const rememberedMax = 20_000;
const rememberedMs = 3_600_000;

/**
 * Optimistic: no query precedes a placing. Only a member who was at the limit on this node is counted first, because a refusal inside a
 * batch makes the ledger bisect it.
 */
export function openRunningLimit(tables: Kysely<PlanTables>): RunningLimit {
  const atLimit = new LRUCache<bigint, true>({ max: rememberedMax, ttl: rememberedMs });

  async function requireRoom(memberId: bigint): Promise<void> {
    const freeAt = await firstEndOf(tables, memberId);
    if (freeAt === null) {
      atLimit.delete(memberId);
      return;
    }
    atLimit.set(memberId, true);
    throw new Refusal('plansRunning', { count: plansRunningMax, until: { at: freeAt } });
  }

  return {
    async placing(memberId, place) {
      if (atLimit.has(memberId)) await requireRoom(memberId);
      try {
        return await place();
      } catch (error) {
        if (isStale(error)) await requireRoom(memberId);
        throw error;
      }
    },
  };
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
