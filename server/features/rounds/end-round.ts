import { sql } from 'kysely';
import * as z from 'zod/mini';
import { beaconSchema } from '#contract/transcripts.ts';
import { type Beacon, publicFrom } from '#core/fairness/beacon.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import type { RoundDependencies } from './close-round.ts';
import type { StoredRound } from './round-store.ts';

/** Wall time for reading a beacon: other rounds wait for it. At the deadline the next round is about to close, and must not close late. */
const fetchMsMax = { inTime: 3_000, atDeadline: 1_000 } as const;

/**
 * Ends a closed round: drawn, with its seed and the beacon that its closing named; void, its seed revealed as well, after the deadline or
 * where it closed too late, which the database decides by its time. Returns false while the beacon is not there. The first recorded end is
 * final.
 */
export async function endRound(
  { tables, seeds, beacon, log }: RoundDependencies,
  { id, closing, closedAt }: StoredRound,
  now: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { resultAt, voidAt } = timesOf(id);
  if (now < resultAt) return false;
  const needsBeacon = now < voidAt && closedAt < publicFrom(closing.beacon, resultAt);
  const timeout = AbortSignal.timeout(now < voidAt ? fetchMsMax.inTime : fetchMsMax.atDeadline);
  const known = await beacon
    .fetch(id, closing.beacon, AbortSignal.any([signal, timeout]))
    .catch((error: unknown): Beacon | null => {
      log.warn({ err: error, round: id }, 'the beacon of a round could not be read');
      return null;
    });
  if (!known && needsBeacon) return false;
  await sql`
    insert into round_end (round_id, seed, beacon, ended_at)
    values (${BigInt(id)}, ${seeds.ofRound(id)}, ${known && JSON.stringify(z.encode(beaconSchema, known))}, ${new Date(now)})
    on conflict do nothing`.execute(tables);
  return true;
}
