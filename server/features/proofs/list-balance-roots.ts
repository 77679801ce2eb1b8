import type pg from 'pg';
import { newestRoots, type PublishedRoot, rootsPerPage } from '#contract/proofs.ts';
import { latestRoots, rootsAfter } from './balance-roots.ts';

/** The newest published roots, newest first; or, after a number, those that follow it, oldest first. */
export function listBalanceRoots(pool: pg.Pool, after: number | null = null): Promise<PublishedRoot[]> {
  return after === null ? latestRoots(pool, newestRoots) : rootsAfter(pool, after, rootsPerPage);
}
