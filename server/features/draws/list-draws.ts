import type pg from 'pg';
import type { Draw } from '#contract/draws.ts';
import { pageSize } from '#contract/fields.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DrawSeeds } from './draw-seeds.ts';
import { drawRecord, drawsOf, findDraw } from './draw-store.ts';

/** One page of the member's draws, newest first. */
export async function listDraws(
  { pool, seeds }: { readonly pool: pg.Pool; readonly seeds: DrawSeeds },
  memberId: bigint,
  before: string | null,
): Promise<Draw[]> {
  if (before !== null && !(await findDraw(pool, memberId, before))) throw new Refusal('drawUnknown');
  return (await drawsOf(pool, memberId, before, pageSize)).map((stored) => drawRecord(seeds, stored));
}
