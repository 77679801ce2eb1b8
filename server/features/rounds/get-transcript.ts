import { ordersPerPage } from '#contract/rounds.ts';
import type { RoundTranscript } from '#core/fairness/transcript.ts';
import { sumOf, winnersOf } from '#core/rounds/categories.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type RoundReaders, requireRound } from './list-rounds.ts';
import { missedRound, wasMissed } from './missed-rounds.ts';
import type { RoundSeeds } from './round-seeds.ts';
import { findRound, type StoredRound, transcriptOrders } from './round-store.ts';

export interface TranscriptDependencies extends RoundReaders {
  readonly seeds: RoundSeeds;
}

/** Everything that is published of a round, once it is paid, or left out by a downtime. Its orders are listed where they fit one page of them. */
export async function getTranscript(dependencies: TranscriptDependencies, id: RoundNumber): Promise<RoundTranscript> {
  const { tables, clock, seeds } = dependencies;
  requireRound(dependencies, id, clock.now());
  const stored = await findRound(tables, id);
  const isListed = stored !== null && stored.orders <= ordersPerPage;
  const transcript = stored
    ? transcriptOf(stored, isListed ? await transcriptOrders(tables, id) : null)
    : (await wasMissed(tables, id, clock.now()))
      ? missedRound(seeds, id)
      : null;
  if (!transcript) throw new Refusal('roundRunning');
  return transcript;
}

/** The transcript of a stored round; null while it is not paid. */
export function transcriptOf(
  { closing, digest, end, payments }: StoredRound,
  orders: RoundTranscript['orders'],
): RoundTranscript | null {
  if (!end || !payments) return null;
  const { seed, beacon, isVoid, result } = end;
  const published = result && { ...result, sum: sumOf(result.digits), winners: winnersOf(result.digits) };
  return {
    ...{ version: 1, closing, digest, seed, beacon, payments, orders },
    status: isVoid ? 'void' : 'paid',
    result: isVoid ? null : published,
    lateResult: isVoid ? published : null,
  };
}
