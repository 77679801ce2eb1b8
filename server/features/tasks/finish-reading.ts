import type { OutputOf } from '#contract/operation.ts';
import type { finishReading as operation } from '#contract/tasks.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { recordAct } from '#server/rewards/acts.ts';
import type { BeginReadingDependencies } from './begin-reading.ts';
import { openReading } from './reading-signature.ts';

export type FinishReadingDependencies = Omit<BeginReadingDependencies, 'helpLength'>;

/** For how long a text may stay open. */
const openMsMax = 3_600_000;

/** Records that the text was read, once its time has passed: each text once for the day on which it was opened. */
export async function finishReading(
  { pool, clock, key }: FinishReadingDependencies,
  memberId: bigint,
  reading: string,
): Promise<OutputOf<typeof operation>> {
  const opened = openReading(key, memberId, reading);
  const openMs = opened ? clock.wallNow() - opened.startedAt : Number.POSITIVE_INFINITY;
  if (!opened || openMs > openMsMax) throw new Refusal('readingUnknown');
  const leftMs = opened.seconds * 1000 - openMs;
  if (leftMs > 0) throw new Refusal('readingTooShort', { seconds: Math.ceil(leftMs / 1000) });
  const subject = `${opened.id}.${opened.day}`;
  return { isNew: await recordAct(pool, { memberId, kind: 'helpRead', subject, at: new Date(clock.now()) }) };
}
