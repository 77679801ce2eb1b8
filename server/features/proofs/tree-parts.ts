import type pg from 'pg';
import {
  depthOf,
  leafNode,
  levelsOf,
  nodesFromBytes,
  nodesToBytes,
  type SumNode,
  siblingsOf,
  topOf,
} from '#core/proofs/balance-tree.ts';
import type { SnapshotMember } from './balance-snapshot.ts';

/** Levels from one kept level to the next. */
const partDepth = 10;

/** Nodes of a row. */
export const partSize = 2 ** partDepth;

/**
 * Writes the kept levels of a tree, from the leaves up, and answers its root. Takes a row's worth of leaves at a time, and lets
 * the process do other things between them.
 */
export async function writeTree(
  client: pg.ClientBase,
  treeId: bigint,
  memberCount: number,
  members: AsyncIterable<readonly SnapshotMember[]>,
): Promise<SumNode> {
  const depth = depthOf(memberCount);
  const foldedTo = (level: number): number => Math.min(partDepth, depth - level);
  const write = async (level: number, number: number, nodes: readonly SumNode[], firstSalt: Uint8Array | null) => {
    await client.query(
      'insert into balance_tree_part (tree_id, level, number, first_salt, nodes) values ($1, $2, $3, $4, $5)',
      [treeId, level, number, firstSalt && Buffer.from(firstSalt), Buffer.from(nodesToBytes(nodes))],
    );
    return topOf(levelsOf(nodes, foldedTo(level)));
  };

  let tops: SumNode[] = [];
  let seen = 0;
  for await (const part of members) {
    const firstSalt = part[0]?.salt ?? null;
    tops.push(await write(0, tops.length, part.map(leafNode), firstSalt));
    seen += part.length;
  }
  if (seen !== memberCount) throw new Error(`the snapshot has ${memberCount} members, ${seen} came`);
  if (memberCount === 0) return topOf(levelsOf([]));
  for (let level = partDepth; level < depth; level += partDepth) {
    const below = tops;
    tops = [];
    for (let start = 0; start < below.length; start += partSize) {
      tops.push(await write(level, start / partSize, below.slice(start, start + partSize), null));
    }
  }
  return topOf([tops]);
}

export interface OwnLeaf {
  readonly node: SumNode;
  readonly position: number;
  readonly siblings: readonly SumNode[];
}

/** The member's leaf and its neighbours up to the root: one row for each kept level, folded again. Null when it is not in. */
export async function findLeaf(
  client: Pick<pg.Pool, 'query'>,
  tree: { readonly id: bigint; readonly memberCount: number },
  salt: Uint8Array,
  username: string,
): Promise<OwnLeaf | null> {
  const { rows } = await client.query<{ number: number; nodes: Buffer }>(
    `select number, nodes from balance_tree_part
     where tree_id = $1 and level = 0 and first_salt <= $2 order by first_salt desc limit 1`,
    [tree.id, Buffer.from(salt)],
  );
  const [row] = rows;
  if (!row) return null;
  const leaves = nodesFromBytes(row.nodes);
  const place = leaves.findIndex(
    ({ hash, sum }) => Buffer.compare(hash, leafNode({ salt, username, balance: sum }).hash) === 0,
  );
  const node = leaves[place];
  if (!node) return null;

  const depth = depthOf(tree.memberCount);
  const position = row.number * partSize + place;
  const siblings = siblingsOf(levelsOf(leaves, Math.min(partDepth, depth)), place);
  let number = row.number;
  for (let level = partDepth; level < depth; level += partDepth) {
    const inPart = number % partSize;
    number = Math.floor(number / partSize);
    const kept = await client.query<{ nodes: Buffer }>(
      'select nodes from balance_tree_part where tree_id = $1 and level = $2 and number = $3',
      [tree.id, level, number],
    );
    // Pruned since the leaf was read.
    if (!kept.rows[0]) return null;
    const levels = levelsOf(nodesFromBytes(kept.rows[0].nodes), Math.min(partDepth, depth - level));
    siblings.push(...siblingsOf(levels, inPart));
  }
  return { node, position, siblings };
}
