import type { Kysely } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { getPayoutTimes as operation } from '#contract/withdrawals.ts';
import { readPayoutTimes } from './withdrawal-store.ts';

const measuredMs = 30 * 24 * 60 * 60_000;

/** How long withdrawals took from request to payout, from the records. */
export async function getPayoutTimes(
  tables: Kysely<unknown>,
  clock: { now(): number },
): Promise<OutputOf<typeof operation>> {
  return readPayoutTimes(tables, clock.now() - measuredMs);
}
