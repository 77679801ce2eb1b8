import type { DayTranscript } from '#core/fairness/transcript.ts';
import { type RoundNumber, roundAt, roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type TranscriptDependencies, transcriptOf } from './get-transcript.ts';
import { missedRound } from './missed-rounds.ts';
import { oldestUnpaid, roundsBetween } from './round-store.ts';

/** Everything that is published of a day, once its key may be revealed. The orders of its rounds are in their own transcripts. */
export async function getDayTranscript(dependencies: TranscriptDependencies, day: number): Promise<DayTranscript> {
  const { tables, clock, seeds } = dependencies;
  if (day < seeds.firstDay || day * roundsPerDay > roundAt(clock.now())) throw new Refusal('dayUnknown');
  const oldest = await oldestUnpaid(tables, day * roundsPerDay);
  if (!isDayOver(day, oldest, clock.now())) throw new Refusal('dayRunning');
  const first = Math.max(day * roundsPerDay, seeds.firstRound);
  const last = (day + 1) * roundsPerDay - 1;
  const stored = new Map((await roundsBetween(tables, first, last)).map((round) => [round.id, round]));
  const { tip, drawCommitment } = seeds.ofDay(day);
  const { number: chain, commitment, firstDay } = seeds.chainOf(day);
  return {
    ...{ version: 1, ...(chain > 1 && { chain }), commitment, firstDay, day, key: seeds.keyOf(day) },
    ...{ tip, drawCommitment },
    rounds: Array.from({ length: last - first + 1 }, (_, place) => {
      const known = stored.get(first + place);
      return (known && transcriptOf(known, null)) ?? missedRound(seeds, first + place);
    }),
  };
}

/** Whether the key of a day may be revealed: its last round is past its deadline, and no round up to it has an order that is not paid. */
export function isDayOver(day: number, oldestUnpaid: RoundNumber | null, now: number): boolean {
  const last = (day + 1) * roundsPerDay - 1;
  return now >= timesOf(last).voidAt && (oldestUnpaid === null || oldestUnpaid > last);
}
