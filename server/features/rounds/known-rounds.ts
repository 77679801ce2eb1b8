import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import { openResults, type ResultsCache } from './list-results.ts';
import { openTreeCache, type RoundTree } from './order-tree.ts';

/** What a node remembers of closed rounds. */
export interface KnownRounds {
  treeOf(round: RoundNumber): Promise<RoundTree>;
  readonly results: ResultsCache;
  close(): void;
}

/** Begins anew after a gap of the bus: a server that was promoted with losses lacks the newest rounds, and others take their numbers. */
export function openKnownRounds(pool: pg.Pool, tables: Kysely<unknown>, bus: Pick<Bus, 'onGap'>): KnownRounds {
  let treeOf = openTreeCache(pool);
  let results = openResults(tables);
  return {
    treeOf: (round) => treeOf(round),
    results: { read: () => results.read() },
    close: bus.onGap(() => {
      treeOf = openTreeCache(pool);
      results = openResults(tables);
    }),
  };
}
