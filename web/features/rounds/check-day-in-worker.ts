import type { DayTranscript } from '#core/fairness/transcript.ts';
import { checkedDay, type DayCheck, type KnownOfDay } from './check-day.ts';
import { keptChains, keptDigests, keptTipOf } from './kept-rounds.ts';
import { verifyDayInWorker } from './replay-in-worker.ts';

/** Recomputes a day in a worker, and holds it against the page and what this phone kept. Rejects when the worker fails. */
export async function checkDay(
  transcript: DayTranscript,
  shown: Pick<KnownOfDay, 'day' | 'tip' | 'drawCommitment' | 'key'>,
): Promise<DayCheck> {
  const [verdict, tip, chains, digests] = await Promise.all([
    verifyDayInWorker(transcript),
    keptTipOf(shown.day),
    keptChains(),
    keptDigests(),
  ]);
  return checkedDay(transcript, { ...shown, keptTip: tip, keptDigests: digests, keptChains: chains }, verdict);
}
