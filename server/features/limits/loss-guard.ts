import type { Kysely, QueryExecutorProvider } from 'kysely';
import { LRUCache } from 'lru-cache';
import { roomLeft } from '#core/limits/loss-limits.ts';
import type { Usdt } from '#core/money/amount.ts';
import { isStale } from '#server/ledger/failures.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import { retryWhenStale } from '#server/ledger/retry-when-stale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type LimitStatus, readLimitStatus } from './limit-store.ts';

/** Enforces members' own limits and account freezes on stakes of every kind. */
export interface LossGuard {
  /**
   * Runs `place`, which puts that amount at risk and whose attached statement leaves out `members_refused_stakes`: the
   * database decides, under the locks. Throws `accountFrozen`, `selfExcluded`, `dailyLossLimit` or `weeklyLossLimit` where it
   * refuses. `place` may run again after a refusal.
   */
  placing<Result>(memberId: bigint, atRisk: Usdt, place: () => Promise<Result>): Promise<Result>;
  /**
   * Throws `selfExcluded`. In the caller's transaction, which holds the member's available account from then on: an exclusion waits for
   * its end, or is seen by it.
   */
  requireNotExcluded(within: QueryExecutorProvider, memberId: bigint): Promise<void>;
}

export interface LossGuardDependencies {
  readonly tables: Kysely<unknown>;
  /** The product clock. */
  readonly clock: { now(): number };
}

const rememberedMax = 20_000;
const rememberedMs = 24 * 3_600_000;

/**
 * Optimistic by default: most members have no limit, and no query precedes their stakes. After one refusal the member's stakes are placed
 * one after another on this node, each after a check of the limits: a refusal inside a batch makes the ledger bisect it.
 */
export function openLossGuard({ tables, clock }: LossGuardDependencies): LossGuard {
  const turns = new LRUCache<bigint, Promise<unknown>>({ max: rememberedMax, ttl: rememberedMs });

  async function oneAfterAnother<Result>(memberId: bigint, work: () => Promise<Result>): Promise<Result> {
    const mine = (turns.get(memberId) ?? Promise.resolve()).then(work, work);
    turns.set(memberId, mine);
    return await mine;
  }

  async function checkedFirst<Result>(memberId: bigint, atRisk: Usdt, place: () => Promise<Result>): Promise<Result> {
    // Fewer rows written than given: the member was left out. Another node used up the limit, or the limit was set after the check.
    return await retryWhenStale(async () => {
      const status = await readLimitStatus(tables, memberId, clock.now());
      requireRoom(status, atRisk);
      if (!status || isFree(status)) turns.delete(memberId);
      return await place();
    });
  }

  return {
    async placing(memberId, atRisk, place) {
      if (turns.has(memberId)) return await oneAfterAnother(memberId, () => checkedFirst(memberId, atRisk, place));
      try {
        return await place();
      } catch (error) {
        if (!isStale(error)) throw error;
        return await oneAfterAnother(memberId, () => checkedFirst(memberId, atRisk, place));
      }
    },
    async requireNotExcluded(within, memberId) {
      await lockAvailable(within, memberId);
      const status = await readLimitStatus(within, memberId, clock.now());
      if (status) requireNotExcluded(status);
    },
  };
}

function isFree({ isFrozen, excludedUntil, counts }: LimitStatus): boolean {
  return !isFrozen && excludedUntil === null && counts.length === 0;
}

function requireNotExcluded({ excludedUntil, timeZone }: LimitStatus): void {
  if (excludedUntil !== null) throw new Refusal('selfExcluded', { until: { at: excludedUntil, timeZone } });
}

function requireRoom(status: LimitStatus | null, atRisk: Usdt): void {
  if (!status) return;
  if (status.isFrozen) throw new Refusal('accountFrozen');
  requireNotExcluded(status);
  const [tightest] = status.counts.toSorted((one, other) => Number(roomLeft(one) - roomLeft(other)));
  if (!tightest || roomLeft(tightest) >= atRisk) return;
  throw new Refusal(tightest.period === 'day' ? 'dailyLossLimit' : 'weeklyLossLimit', {
    loss: atRisk,
    limit: tightest.limit,
    left: roomLeft(tightest),
  });
}
