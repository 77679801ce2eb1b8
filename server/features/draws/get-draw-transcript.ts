import type { DrawTranscript } from '#core/draws/verify.ts';
import { drawCommitmentOf } from '#core/fairness/day-seeds.ts';
import { utcDay } from '#core/time/lengths.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DrawDependencies } from './draw.ts';
import { drawRecord, drawsOfDay } from './draw-store.ts';
import { findPublished } from './own-day.ts';

export type TranscriptDependencies = Omit<DrawDependencies, 'ledger'>;

/** All of the member's entries of a day (UTC), once its seed is revealed. */
export async function getDrawTranscript(
  dependencies: TranscriptDependencies,
  memberId: bigint,
  day: number,
): Promise<DrawTranscript> {
  const { pool, clock } = dependencies;
  const transcript = await transcriptOf(dependencies, memberId, day);
  if (transcript) return transcript;
  const isPublished = day <= utcDay(clock.now()) && (await findPublished(pool, day)) !== null;
  throw new Refusal(isPublished ? 'drawDayRunning' : 'dayUnknown');
}

/** Null until the seed of the day is revealed. */
export async function transcriptOf(
  { pool, seeds }: Omit<TranscriptDependencies, 'clock'>,
  memberId: bigint,
  day: number,
): Promise<DrawTranscript | null> {
  const { rows } = await pool.query<{ seed: string; username: string }>({
    name: 'revealed draw seed',
    text: 'select seed, username from draw_reveal, member where day = $1 and member.id = $2',
    values: [day, memberId],
  });
  const [revealed] = rows;
  if (!revealed) return null;
  const drawn = await drawsOfDay(pool, memberId, day);
  return {
    ...{ version: 1, day, ...revealed, commitment: drawCommitmentOf(Buffer.from(revealed.seed, 'hex')) },
    prizes: seeds.prizesOf(day),
    entries: drawn.map((one) => {
      const { entry, clientSeed, number, prize, amount } = drawRecord(seeds, one);
      return { entry, clientSeed, number, prize, amount };
    }),
  };
}
