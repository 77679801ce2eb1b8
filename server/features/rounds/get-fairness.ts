import { sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Reveal } from '#contract/round-records.ts';
import type { getFairness as operation } from '#contract/rounds.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import type { BeaconSource } from './beacon-source.ts';
import type { TranscriptDependencies } from './get-transcript.ts';
import { listFairDays } from './list-fair-days.ts';
import { roundsBetween, type StoredRound } from './round-store.ts';

/** What is published of all rounds together, the same on every page: counting them reads more than a page does. */
export type FairnessStanding = Pick<OutputOf<typeof operation>, 'days' | 'drawn' | 'voided' | 'missed'> & {
  /** The newest round that has ended; null before one has. */
  readonly newest: RoundNumber | null;
};

export async function readStanding(dependencies: TranscriptDependencies): Promise<FairnessStanding> {
  const [days, counts] = await Promise.all([listFairDays(dependencies, null), countRounds(dependencies)]);
  return { days, ...counts };
}

/** What anybody can check without an account. */
export async function getFairness(
  dependencies: TranscriptDependencies & { readonly beacon: BeaconSource },
  before: RoundNumber | null,
  standing: () => Promise<FairnessStanding> = () => readStanding(dependencies),
): Promise<OutputOf<typeof operation>> {
  const { seeds, beacon } = dependencies;
  const { newest, ...inAll } = await standing();
  return {
    chains: seeds
      .chains()
      .map(({ number, firstDay, commitment, publishedAt }) => ({ number, firstDay, commitment, publishedAt }))
      .toReversed(),
    beaconKind: beacon.kind,
    ...inAll,
    reveals: newest === null ? [] : await listReveals(dependencies, Math.min(newest, (before ?? newest + 1) - 1)),
  };
}

/** A page of rounds from that one down, each with its seed: those that a downtime left out as well. */
async function listReveals({ tables, seeds }: TranscriptDependencies, last: RoundNumber): Promise<Reveal[]> {
  const first = Math.max(seeds.firstRound, last - pageSize + 1);
  const stored = new Map((await roundsBetween(tables, first, last)).map((round) => [round.id, round]));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => {
    const id = last - place;
    const round = stored.get(id);
    if (round) return revealOf(round);
    const missed = { round: id, seed: seeds.ofRound(id), state: 'missed', beaconKind: null } as const;
    return [{ ...missed, isLate: false, endedAt: null }];
  }).flat();
}

function revealOf({ id, closing, end }: StoredRound): Reveal[] {
  if (!end) return [];
  const { seed, isVoid, beacon, endedAt } = end;
  const state = isVoid ? 'void' : 'drawn';
  return [{ round: id, seed, state, beaconKind: closing.beacon.kind, isLate: isVoid && beacon !== null, endedAt }];
}

/** Rounds from the first to the newest that has ended: those between without an end were left out by a downtime. */
async function countRounds({
  tables,
  seeds,
}: TranscriptDependencies): Promise<Pick<FairnessStanding, 'drawn' | 'voided' | 'missed' | 'newest'>> {
  const { rows } = await sql<{ ended: bigint; voided: bigint; newest: bigint | null }>`
    select count(*) as ended, count(*) filter (where is_void) as voided, max(round_id) as newest
    from round_end`.execute(tables);
  const { ended = 0n, voided = 0n, newest = null } = rows[0] ?? {};
  const missed = newest === null ? 0 : Number(newest) - seeds.firstRound + 1 - Number(ended);
  return {
    drawn: Number(ended - voided),
    voided: Number(voided) + missed,
    missed,
    newest: newest === null ? null : Number(newest),
  };
}
