import type pg from 'pg';
import { healthPointMs, type getHealth as operation } from '#contract/health.ts';
import type { OutputOf } from '#contract/operation.ts';
import { dayMs, hourMs } from '#core/time/lengths.ts';
import { countNodes, readJobs, readPoints, readSlowest } from './sample-store.ts';

/** A node measures once a minute. */
const runningMs = 2 * healthPointMs.hour;

export interface GetHealthDependencies {
  readonly pool: pg.Pool;
  readonly wallNow: () => number;
}

export async function getHealth({ pool, wallNow }: GetHealthDependencies): Promise<OutputOf<typeof operation>> {
  const now = Math.trunc(wallNow());
  const [hour, day, slowest, jobs, nodes] = await Promise.all([
    readPoints(pool, now - hourMs, healthPointMs.hour),
    readPoints(pool, now - dayMs, healthPointMs.day),
    readSlowest(pool, now - hourMs),
    readJobs(pool),
    countNodes(pool, now - runningMs),
  ]);
  return { measuredAt: now, nodes, hour, day, slowest, jobs };
}
