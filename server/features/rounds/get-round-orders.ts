import { ordersPerPage } from '#contract/rounds.ts';
import type { OrdersPage } from '#contract/transcripts.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { OrderProofDependencies } from './get-round-proof.ts';
import { type RoundReaders, requireRound } from './list-rounds.ts';
import { findRound } from './round-store.ts';

/** A page of the orders of a round that has been paid: with all of them anybody computes its root and its sums again, however many they are. */
export async function getRoundOrders(
  dependencies: RoundReaders & Pick<OrderProofDependencies, 'treeOf'>,
  round: RoundNumber,
  from: number,
): Promise<OrdersPage> {
  const { tables, clock, treeOf } = dependencies;
  requireRound(dependencies, round, clock.now());
  if (!(await findRound(tables, round))?.payments) throw new Refusal('roundRunning');
  const tree = await treeOf(round);
  return { version: 1, round, from, count: tree.count, leaves: tree.ordersFrom(from, ordersPerPage) };
}
