import type pg from 'pg';
import type { BalanceTreeRoot } from '#contract/proofs.ts';
import { latestRoots } from './balance-roots.ts';

/** The latest published roots, the newest first. */
export function listBalanceRoots(pool: pg.Pool): Promise<BalanceTreeRoot[]> {
  return latestRoots(pool);
}
