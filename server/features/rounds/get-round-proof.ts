import type { Kysely } from 'kysely';
import type { OrderProof } from '#contract/transcripts.ts';
import { usdt } from '#core/money/amount.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findOrder } from './order-store.ts';
import { leafOf, type RoundTree } from './order-tree.ts';
import { findRound } from './round-store.ts';

export interface OrderProofDependencies {
  readonly tables: Kysely<unknown>;
  treeOf(round: number): Promise<RoundTree>;
}

/** The way of the member's order to the root that was published when its round closed. */
export async function getRoundProof(
  { tables, treeOf }: OrderProofDependencies,
  memberId: bigint,
  id: string,
): Promise<OrderProof> {
  const order = await findOrder(tables, memberId, id);
  if (!order) throw new Refusal('orderUnknown');
  const round = await findRound(tables, order.round);
  if (!round) throw new Refusal('roundRunning');
  const salt = Buffer.from(order.salt, 'hex');
  const path = (await treeOf(order.round)).pathOf(salt);
  if (!path) throw new Error(`order ${id} is not in the tree of round ${order.round}`);
  const siblings = path.siblings.map((hash) => Buffer.from(hash).toString('hex'));
  return {
    order: { id: leafOf(salt), category: order.category, stake: usdt(order.stake), salt: order.salt },
    path: { position: path.position, siblings },
    closing: round.closing,
    digest: round.digest,
  };
}
