import type { DayTranscript } from '#core/fairness/transcript.ts';
import { checkedDay, type DayCheck, type KnownOfDay } from './check-day.ts';
import { keptChains, keptTipOf } from './kept-rounds.ts';
import { verifyDayInWorker } from './replay-in-worker.ts';

/** Recomputes a day in a worker, and holds it against the page and what this phone kept. Rejects when the worker fails. */
export async function checkDay(transcript: DayTranscript, shown: Pick<KnownOfDay, 'day' | 'tip'>): Promise<DayCheck> {
  const [verdict, tip, chains] = await Promise.all([verifyDayInWorker(transcript), keptTipOf(shown.day), keptChains()]);
  return checkedDay(transcript, { ...shown, keptTip: tip, keptChains: chains }, verdict);
}
