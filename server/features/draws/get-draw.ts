import type { getDraw as operation } from '#contract/draws.ts';
import type { OutputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { drawRecord, findDraw } from './draw-store.ts';
import { type TranscriptDependencies, transcriptOf } from './get-draw-transcript.ts';
import { findPublished } from './own-day.ts';

/** One of the member's draws with what proves it so far. */
export async function getDraw(
  dependencies: TranscriptDependencies,
  memberId: bigint,
  id: string,
): Promise<OutputOf<typeof operation>> {
  const { pool, seeds } = dependencies;
  const stored = await findDraw(pool, memberId, id);
  if (!stored) throw new Refusal('drawUnknown');
  const [published, transcript] = await Promise.all([
    findPublished(pool, stored.day),
    transcriptOf(dependencies, memberId, stored.day),
  ]);
  if (!published) throw new Error(`draw ${id} of a day without a commitment`);
  return { draw: drawRecord(seeds, stored), published, prizes: seeds.prizesOf(stored.day), transcript };
}
