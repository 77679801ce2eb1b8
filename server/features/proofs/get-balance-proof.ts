import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { BalanceProof } from '#contract/proofs.ts';
import { partsTogether, versionOf } from '#core/proofs/balance-tree.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Session } from '#server/platform/session.ts';
import { findTree } from './balance-roots.ts';
import { findLeaf, type Half } from './tree-parts.ts';

/** Both parts of the caller's own balances in the newest tree, or in the one asked for. Nobody gets another member's salts. */
export async function getBalanceProof(
  pool: pg.Pool,
  { memberId, username }: Pick<Session, 'memberId' | 'username'>,
  wanted: number | null,
): Promise<BalanceProof> {
  const found = await findTree(pool, wanted);
  // Before the very first tree there is none that anybody could be in.
  if (!found) throw new Refusal(wanted === null ? 'balanceNotInTree' : 'balanceTreeUnknown');
  const { root, saltSecret } = found;
  if (!saltSecret) throw new Refusal('balanceTreeUnknown');
  const tree = { id: BigInt(root.number), memberCount: root.members, version: versionOf(root) };
  const partIn = async (half: Half): Promise<BalanceProof['parts'][0]> => {
    const salt = saltOf(saltSecret, memberId, half);
    const own = await findLeaf(pool, { ...tree, half }, salt, username);
    if (!own) throw new Refusal('balanceNotInTree');
    const { position, siblings } = own.path;
    return { salt, amount: own.node.sum, points: own.node.points, path: { position, siblings: [...siblings] } };
  };
  const parts: BalanceProof['parts'] = [await partIn(0), await partIn(1)];
  const { sum, points } = partsTogether(parts);
  return { published: root, balance: sum, points, parts };
}

/** As the snapshot's statement has it: half of SHA-512 of the tree's secret and the member's id, 8 bytes, big-endian. */
function saltOf(secret: Uint8Array, memberId: bigint, half: Half): Uint8Array {
  const id = Buffer.alloc(8);
  id.writeBigInt64BE(memberId);
  return createHash('sha512')
    .update(secret)
    .update(id)
    .digest()
    .subarray(half * 32, half * 32 + 32);
}
