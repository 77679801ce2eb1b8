import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { BalanceProof } from '#contract/proofs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Session } from '#server/platform/session.ts';
import { findTree } from './balance-roots.ts';
import { findLeaf } from './tree-parts.ts';

/** The caller's own leaf and path in the newest tree, or in the one asked for. Nobody gets another member's salt. */
export async function getBalanceProof(
  pool: pg.Pool,
  { memberId, username }: Pick<Session, 'memberId' | 'username'>,
  wanted: string | null,
): Promise<BalanceProof> {
  const tree = await findTree(pool, wanted === null ? null : BigInt(wanted));
  // Before the very first tree there is none that anybody could be in.
  if (!tree) throw new Refusal(wanted === null ? 'balanceNotInTree' : 'balanceTreeUnknown');
  if (!tree.saltSecret) throw new Refusal('balanceTreeUnknown');
  const salt = saltOf(tree.saltSecret, memberId);
  const own = await findLeaf(pool, { id: tree.id, memberCount: tree.root.members }, salt, username);
  if (!own) throw new Refusal('balanceNotInTree');
  return {
    published: tree.root,
    salt: hex(salt),
    balance: own.node.sum,
    position: own.position,
    siblings: own.siblings.map(({ hash, sum }) => ({ hash: hex(hash), sum })),
  };
}

/** As the snapshot's statement has it: SHA-256 of the tree's secret and the member's id, 8 bytes, big-endian. */
function saltOf(secret: Uint8Array, memberId: bigint): Uint8Array {
  const id = Buffer.alloc(8);
  id.writeBigInt64BE(memberId);
  return createHash('sha256').update(secret).update(id).digest();
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
