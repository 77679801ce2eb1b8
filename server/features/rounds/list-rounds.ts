import type { Kysely } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { Round } from '#contract/round-records.ts';
import { type RoundNumber, roundAt } from '#core/rounds/schedule.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RoundSeeds } from './round-seeds.ts';
import { roundRecord, roundsBetween } from './round-store.ts';

export interface RoundReaders {
  readonly tables: Kysely<unknown>;
  readonly clock: { now(): number };
  readonly seeds: Pick<RoundSeeds, 'firstRound'>;
}

/** One page of rounds before `before`, newest first, the running one included; a round that a downtime left out is void. */
export async function listRounds({ tables, clock, seeds }: RoundReaders, before: RoundNumber | null): Promise<Round[]> {
  const now = clock.now();
  const last = Math.min(before === null ? Number.POSITIVE_INFINITY : before - 1, roundAt(now));
  const first = Math.max(seeds.firstRound, last - pageSize + 1);
  if (last < first) return [];
  const stored = new Map((await roundsBetween(tables, first, last)).map((round) => [round.id, round]));
  return Array.from({ length: last - first + 1 }, (_, place) =>
    roundRecord(last - place, stored.get(last - place) ?? null, now),
  );
}

/** Throws `roundUnknown` for a round before the first one or after the running one. */
export function requireRound({ seeds }: Pick<RoundReaders, 'seeds'>, id: RoundNumber, now: number): void {
  if (id < seeds.firstRound || id > roundAt(now)) throw new Refusal('roundUnknown');
}
