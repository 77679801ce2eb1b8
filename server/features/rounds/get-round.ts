import type { RoundDetail } from '#contract/round-records.ts';
import { usdt } from '#core/money/amount.ts';
import { categories } from '#core/rounds/categories.ts';
import { dayOf, placeOf, type RoundNumber, roundAt } from '#core/rounds/schedule.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { BeaconSource } from './beacon-source.ts';
import type { RoundReaders } from './list-rounds.ts';
import { findRound, roundRecord } from './round-store.ts';

/** A round with everything published of it so far. */
export async function getRound(
  dependencies: RoundReaders & { readonly beacon: BeaconSource },
  id: RoundNumber,
): Promise<RoundDetail> {
  const { tables, clock, beacon } = dependencies;
  const now = clock.now();
  requireRound(dependencies, id, now);
  const [stored, day] = await Promise.all([
    findRound(tables, id),
    tables.selectFrom('fairness_day').select('tip').where('day', '=', dayOf(id)).executeTakeFirst(),
  ]);
  const { closing, digest, end, payments } = stored ?? {};
  return {
    ...roundRecord(id, stored, now),
    tip: day?.tip ?? null,
    place: placeOf(id),
    orderRoot: closing?.root ?? null,
    digest: digest ?? null,
    beaconKind: (closing?.beacon ?? beacon).kind,
    seed: end?.seed ?? null,
    isPaid: payments != null,
    categories: closing
      ? categories.map((category) => ({
          category,
          orders: closing.orders[category].count,
          staked: usdt(closing.orders[category].stake),
          paid: payments?.[category].paid ?? null,
          charity: payments?.[category].charity ?? null,
        }))
      : [],
  };
}

/** Throws `roundUnknown` for a round before the first one or after the running one. */
export function requireRound({ seeds }: Pick<RoundReaders, 'seeds'>, id: RoundNumber, now: number): void {
  if (id < seeds.firstRound || id > roundAt(now)) throw new Refusal('roundUnknown');
}
