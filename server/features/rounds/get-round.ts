import { sql } from 'kysely';
import type { RoundDetail } from '#contract/round-records.ts';
import { publicFrom } from '#core/fairness/beacon.ts';
import type { ClosingStatement } from '#core/fairness/closing.ts';
import { type Category, categories } from '#core/rounds/categories.ts';
import { dayOf, placeOf, type RoundNumber, timesOf } from '#core/rounds/schedule.ts';
import type { BeaconSource } from './beacon-source.ts';
import { type RoundReaders, requireRound } from './list-rounds.ts';
import { wasMissed } from './missed-rounds.ts';
import type { RoundSeeds } from './round-seeds.ts';
import { findRound, roundRecord, type StoredRound } from './round-store.ts';

/** A round with everything published of it so far. */
export async function getRound(
  dependencies: RoundReaders & { readonly beacon: BeaconSource; readonly seeds: RoundSeeds },
  id: RoundNumber,
): Promise<RoundDetail> {
  const { tables, clock, beacon, seeds } = dependencies;
  const now = clock.now();
  requireRound(dependencies, id, now);
  const [stored, day] = await Promise.all([
    findRound(tables, id),
    sql<{ tip: string }>`select tip from fairness_day where day = ${dayOf(id)}`.execute(tables),
  ]);
  const isMissed = !stored && (await wasMissed(tables, id, now));
  const { closing, digest, end, payments, closedAt } = stored ?? {};
  return {
    ...roundRecord(id, stored, now),
    tip: day.rows[0]?.tip ?? null,
    place: placeOf(id),
    orderRoot: closing?.root ?? null,
    digest: digest ?? null,
    beaconKind: (closing?.beacon ?? beacon).kind,
    seed: isMissed ? seeds.ofRound(id) : (end?.seed ?? null),
    lateDigits: end?.isVoid && end.result ? [...end.result.digits] : null,
    closedAt: closedAt ?? null,
    beaconFrom: closing ? publicFrom(closing.beacon, timesOf(id).resultAt) : null,
    isPaid: isMissed || payments != null,
    categories: closing ? categories.map((category) => sumsOf(category, closing, payments ?? null)) : [],
  };
}

function sumsOf(
  category: Category,
  { orders }: ClosingStatement,
  payments: StoredRound['payments'],
): RoundDetail['categories'][number] {
  const { count, stake } = orders[category];
  const { paid = null, charity = null } = payments?.[category] ?? {};
  return { category, orders: count, staked: stake, paid, charity };
}
