import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import * as z from 'zod/mini';
import { closingSchema } from '#contract/transcripts.ts';
import { type ClosingStatement, closingDigest } from '#core/fairness/closing.ts';
import { dayOf, type RoundNumber } from '#core/rounds/schedule.ts';
import { lockAccounts } from '#server/ledger/member-accounts.ts';
import type { Log } from '#server/platform/log.ts';
import type { BeaconSource } from './beacon-source.ts';
import { readTree } from './order-tree.ts';
import type { RoundSeeds } from './round-seeds.ts';
import { roundsAccount } from './round-transfers.ts';

export interface RoundDependencies {
  readonly pool: pg.Pool;
  readonly tables: Kysely<unknown>;
  readonly seeds: RoundSeeds;
  readonly beacon: BeaconSource;
  readonly log: Log;
}

/**
 * Closes a round after `waitForOrders`: publishes the root of its orders and the beacon it will take. Returns the digest of what is
 * published, or null where the round has been closed already.
 */
export async function closeRound(
  { pool, tables, seeds, beacon }: RoundDependencies,
  round: RoundNumber,
): Promise<string | null> {
  const { orders, root, count, staked } = await readTree(pool, round);
  const { tip } = seeds.ofDay(dayOf(round));
  const closing: ClosingStatement = { round, tip, beacon: beacon.plan(round), orders, root };
  const digest = closingDigest(closing);
  const { numAffectedRows } = await sql`
    insert into round_closing (round_id, statement, digest, orders, staked, closed_at)
    values (${BigInt(round)}, ${JSON.stringify(z.encode(closingSchema, closing))}, ${digest}, ${count}, ${staked},
      ${new Date()})
    on conflict do nothing`.execute(tables);
  return numAffectedRows === 1n ? digest : null;
}

/**
 * Returns once every transaction that may still record an order of a round whose betting has ended is over: each holds the lock of the
 * account that winnings are reserved from.
 */
export async function waitForOrders(tables: Kysely<unknown>): Promise<void> {
  await lockAccounts(tables, [roundsAccount]);
}
