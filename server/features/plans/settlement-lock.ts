import type pg from 'pg';
import { withNodeLock } from '#server/platform/database/node-lock.ts';

const lockKey = 4_207_010;

/**
 * Runs the work while no other node does, or answers null at once when one does. It saves the nodes from doing the same work
 * twice; that a plan settles once does not depend on it, so a lock lost with its connection harms nothing.
 */
export function withSettlementLock<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result | null> {
  return withNodeLock(pool, lockKey, work);
}
