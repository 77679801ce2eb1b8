import type { Kysely } from 'kysely';
import { closingDigest } from '#core/fairness/closing.ts';
import { orderRoot } from '#core/fairness/orders.ts';
import type { RoundTranscript } from '#core/fairness/transcript.ts';
import { noUsdt } from '#core/money/amount.ts';
import { perCategory, sumOf, winnersOf } from '#core/rounds/categories.ts';
import { dayOf, type RoundNumber, timesOf } from '#core/rounds/schedule.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { BeaconSource } from './beacon-source.ts';
import { requireRound } from './get-round.ts';
import type { RoundReaders } from './list-rounds.ts';
import type { RoundSeeds } from './round-seeds.ts';
import { findRound, type StoredRound, transcriptOrders } from './round-store.ts';
import type { RoundTables } from './round-tables.ts';

export interface TranscriptDependencies extends RoundReaders {
  readonly beacon: BeaconSource;
  readonly seeds: RoundSeeds;
}

/** Up to so many orders of a round are listed in its transcript, so that sums and root can be computed again. */
const ordersListedMax = 2_000;

/** Everything that is published of a round, once it is paid, or left out by a downtime. */
export async function getTranscript(dependencies: TranscriptDependencies, id: RoundNumber): Promise<RoundTranscript> {
  const { tables, clock } = dependencies;
  requireRound(dependencies, id, clock.now());
  const stored = await findRound(tables, id);
  const isListed = stored !== null && stored.orders <= ordersListedMax;
  const transcript = stored
    ? transcriptOf(stored, isListed ? await transcriptOrders(tables, id) : null)
    : await missedTranscript(dependencies, id);
  if (!transcript) throw new Refusal('roundRunning');
  return transcript;
}

/** The transcript of a stored round; null while it is not paid. */
export function transcriptOf(
  { closing, digest, end, payments }: StoredRound,
  orders: RoundTranscript['orders'],
): RoundTranscript | null {
  if (!end || !payments) return null;
  const { seed, beacon, isVoid, result } = end;
  const published = result && { ...result, sum: sumOf(result.digits), winners: winnersOf(result.digits) };
  return {
    ...{ version: 1, closing, digest, seed, beacon, payments, orders },
    status: isVoid ? 'void' : 'paid',
    result: isVoid ? null : published,
    lateResult: isVoid ? published : null,
  };
}

/** A round that no node closed and that had no orders: void. Null while a seed of its day that follows it is secret. */
async function missedTranscript(
  { tables, seeds, beacon, clock }: TranscriptDependencies,
  round: RoundNumber,
): Promise<RoundTranscript | null> {
  if (clock.now() < timesOf(round).voidAt || !(await hasEndedAfter(tables, round))) return null;
  return missedRound(seeds, beacon, round);
}

async function hasEndedAfter(tables: Kysely<RoundTables>, round: RoundNumber): Promise<boolean> {
  const later = tables.selectFrom('round_end').select('round_id').where('round_id', '>', BigInt(round)).limit(1);
  return (await later.executeTakeFirst()) !== undefined;
}

/** What would have been published of a round without orders. */
export function missedRound(seeds: RoundSeeds, beacon: BeaconSource, round: RoundNumber): RoundTranscript {
  const closing = {
    round,
    tip: seeds.ofDay(dayOf(round)).tip,
    beacon: beacon.plan(round),
    orders: perCategory(() => ({ count: 0, stake: noUsdt })),
    root: orderRoot(round, []),
  };
  return {
    ...{ version: 1, closing, digest: closingDigest(closing), seed: seeds.ofRound(round), status: 'void' },
    ...{ beacon: null, result: null, lateResult: null, orders: [] },
    payments: perCategory(() => ({ paid: noUsdt, charity: noUsdt })),
  };
}
