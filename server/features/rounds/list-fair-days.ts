import { sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { FairDay } from '#contract/round-records.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { isDayOver } from './get-day-transcript.ts';
import type { TranscriptDependencies } from './get-transcript.ts';
import { oldestUnpaid } from './round-store.ts';

/** One page of the days that were committed to, newest first, with the keys of those that are over. */
export async function listFairDays(
  { tables, seeds, clock }: TranscriptDependencies,
  before: number | null,
): Promise<FairDay[]> {
  const { rows } = await sql<Dated<Pick<FairDay, 'day' | 'tip' | 'drawCommitment' | 'publishedAt'>, 'publishedAt'>>`
    select day, tip, draw_commitment as "drawCommitment", published_at as "publishedAt" from fairness_day
    ${before === null ? sql`` : sql`where day < ${before}`} order by day desc limit ${pageSize}`.execute(tables);
  const oldest = await oldestUnpaid(tables, (rows.at(-1)?.day ?? 0) * roundsPerDay);
  return rows.map((row) => ({
    ...inMs(row),
    chain: seeds.chainOf(row.day).number,
    key: isDayOver(row.day, oldest, clock.now()) && seeds.hasDay(row.day) ? seeds.keyOf(row.day) : null,
  }));
}
