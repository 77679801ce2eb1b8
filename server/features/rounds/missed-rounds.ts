import { type Kysely, sql } from 'kysely';
import { drandPlanFor } from '#core/fairness/beacon.ts';
import { closingDigest } from '#core/fairness/closing.ts';
import { orderRoot } from '#core/fairness/orders.ts';
import type { RoundTranscript } from '#core/fairness/transcript.ts';
import { noUsdt } from '#core/money/amount.ts';
import { perCategory } from '#core/rounds/categories.ts';
import { dayOf, type RoundNumber, timesOf } from '#core/rounds/schedule.ts';
import type { RoundSeeds } from './round-seeds.ts';

/** Whether a round without a closing was left out by a downtime: void, without orders. Not while a seed of its day that follows it is secret. */
export async function wasMissed(tables: Kysely<unknown>, round: RoundNumber, now: number): Promise<boolean> {
  if (now < timesOf(round).voidAt) return false;
  const { rows } = await sql`select from round_end where round_id > ${BigInt(round)} limit 1`.execute(tables);
  return rows.length > 0;
}

/**
 * What is published of a round that nobody closed, the same at any time and on every node. Its beacon is the round of drand that follows its closing, whatever
 * others use: the only one that depends on nothing but the time.
 */
export function missedRound(seeds: RoundSeeds, round: RoundNumber): RoundTranscript {
  const closing = {
    round,
    tip: seeds.ofDay(dayOf(round)).tip,
    beacon: drandPlanFor(timesOf(round).closesAt),
    orders: perCategory(() => ({ count: 0, stake: noUsdt })),
    root: orderRoot(round, []),
  };
  return {
    ...{ version: 1, closing, digest: closingDigest(closing), seed: seeds.ofRound(round), status: 'void' },
    ...{ beacon: null, result: null, lateResult: null, orders: [] },
    payments: perCategory(() => ({ paid: noUsdt, charity: noUsdt })),
  };
}
