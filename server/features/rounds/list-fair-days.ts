import { pageSize } from '#contract/fields.ts';
import type { FairDay } from '#contract/round-records.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { isDayOver } from './get-day-transcript.ts';
import type { TranscriptDependencies } from './get-transcript.ts';
import { oldestUnpaid } from './round-store.ts';

/** One page of the days that were committed to, newest first, with the keys of those that are over. */
export async function listFairDays(
  { tables, seeds, clock }: TranscriptDependencies,
  before: number | null,
): Promise<FairDay[]> {
  let query = tables.selectFrom('fairness_day').selectAll();
  if (before !== null) query = query.where('day', '<', before);
  const rows = await query.orderBy('day', 'desc').limit(pageSize).execute();
  const oldest = await oldestUnpaid(tables, (rows.at(-1)?.day ?? 0) * roundsPerDay);
  return rows.map(({ day, tip, draw_commitment, published_at }) => ({
    ...{ day, tip, drawCommitment: draw_commitment, publishedAt: published_at.getTime() },
    chain: seeds.chainOf(day).number,
    key: isDayOver(day, oldest, clock.now()) && seeds.hasDay(day) ? seeds.keyOf(day) : null,
  }));
}
