import { hexToBytes } from '@noble/hashes/utils.js';
import type { OrderProof } from '#contract/rounds.ts';
import { closingDigest, orderCountOf } from '#core/fairness/closing.ts';
import { verifyOrder } from '#core/fairness/orders.ts';

/** Whether the order is in the root of the closing that was published, and that this phone kept where it did. */
export async function isIncluded({ order, path, closing, digest }: OrderProof): Promise<boolean> {
  if (closingDigest(closing) !== digest) return false;
  const { keptDigestOf } = await import('./kept-closings.ts');
  const kept = await keptDigestOf(closing.round);
  if (kept !== null && kept !== digest) return false;
  const { position, siblings } = path;
  const published = { round: closing.round, count: orderCountOf(closing), root: closing.root };
  return verifyOrder(order, { position, siblings: siblings.map(hexToBytes) }, published) === null;
}
