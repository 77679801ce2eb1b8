import { sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { FairDay } from '#contract/round-records.ts';
import type { getFairness as operation } from '#contract/rounds.ts';
import { type RoundNumber, roundsPerDay } from '#core/rounds/schedule.ts';
import { isDayOver } from './get-day-transcript.ts';
import type { TranscriptDependencies } from './get-transcript.ts';
import { closedRounds, oldestUnpaid } from './round-store.ts';

const daysListed = 14;

/** What is published of all rounds together, the same on every page: counting them reads more than a page does. */
export type FairnessStanding = Pick<OutputOf<typeof operation>, 'days' | 'drawn' | 'voided' | 'missed'>;

export async function readStanding(dependencies: TranscriptDependencies): Promise<FairnessStanding> {
  const [days, counts] = await Promise.all([listDays(dependencies), countRounds(dependencies)]);
  return { days, ...counts };
}

/** What anybody can check without an account. */
export async function getFairness(
  dependencies: TranscriptDependencies,
  before: RoundNumber | null,
  standing: () => Promise<FairnessStanding> = () => readStanding(dependencies),
): Promise<OutputOf<typeof operation>> {
  const { tables, seeds, beacon } = dependencies;
  const [inAll, rounds] = await Promise.all([standing(), closedRounds(tables, before, pageSize)]);
  return {
    commitment: seeds.commitment,
    firstDay: seeds.firstDay,
    beaconKind: beacon.kind,
    ...inAll,
    reveals: rounds.flatMap(({ id, closing, end }) =>
      end
        ? [
            {
              round: id,
              seed: end.seed,
              state: end.isVoid ? ('void' as const) : ('drawn' as const),
              beaconKind: closing.beacon.kind,
              endedAt: end.endedAt,
            },
          ]
        : [],
    ),
  };
}

async function listDays({ tables, seeds, clock }: TranscriptDependencies): Promise<FairDay[]> {
  const rows = await tables.selectFrom('fairness_day').selectAll().orderBy('day', 'desc').limit(daysListed).execute();
  const oldest = await oldestUnpaid(tables, (rows.at(-1)?.day ?? 0) * roundsPerDay);
  return rows.map(({ day, tip, draw_commitment, published_at }) => ({
    ...{ day, tip, drawCommitment: draw_commitment, publishedAt: published_at.getTime() },
    key: isDayOver(day, oldest, clock.now()) ? seeds.keyOf(day) : null,
  }));
}

/** Rounds from the first to the newest that has ended: those between without an end were left out by a downtime. */
async function countRounds({
  tables,
  seeds,
}: TranscriptDependencies): Promise<{ drawn: number; voided: number; missed: number }> {
  const { rows } = await sql<{ ended: bigint; voided: bigint; newest: bigint | null }>`
    select count(*) as ended, count(*) filter (where is_void) as voided, max(round_id) as newest
    from round_end`.execute(tables);
  const { ended = 0n, voided = 0n, newest = null } = rows[0] ?? {};
  const missed = newest === null ? 0 : Number(newest) - seeds.firstRound + 1 - Number(ended);
  return { drawn: Number(ended - voided), voided: Number(voided) + missed, missed };
}
