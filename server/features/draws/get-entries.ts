import type pg from 'pg';
import type { OwnDay } from '#contract/draws.ts';
import { utcDay } from '#core/time/lengths.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import type { DrawSeeds } from './draw-seeds.ts';
import { drawRecord } from './draw-store.ts';
import { isCovered } from './draw-transfers.ts';
import { readDrawState } from './own-day.ts';

export interface GetEntriesDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Pick<LedgerReader, 'houseBalances'>;
  readonly clock: { now(): number };
  readonly seeds: DrawSeeds;
}

/** The member's entries of today. */
export async function getEntries(
  { pool, ledger, clock, seeds }: GetEntriesDependencies,
  memberId: bigint,
): Promise<OwnDay> {
  const now = clock.now();
  const prizes = seeds.prizesOf(utcDay(now));
  const [state, isOpen] = await Promise.all([readDrawState(pool, memberId, now), isCovered(ledger, prizes)]);
  const { published, excludedUntil, clientSeed, next, endsAt, entries } = state;
  return {
    ...{ prizes, published, isOpen, excludedUntil, clientSeed, next, endsAt },
    entries: entries.map((entry) => ({
      kind: entry.kind,
      state: entry.state,
      draw: entry.state === 'drawn' ? drawRecord(seeds, entry.drawn) : null,
    })),
  };
}
