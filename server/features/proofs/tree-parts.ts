import type pg from 'pg';
import { nodeBytesOf, nodesFromBytes, type SumNode, type TreeVersion } from '#core/proofs/balance-tree.ts';
import { depthOf, type MerklePath } from '#core/proofs/merkle-tree.ts';
import { foldNodes, placeOfLeaf, siblingsIn } from './node-bytes.ts';

/** Half of a tree: the left one has the first parts of all balances, the right one the second parts. */
export type Half = 0 | 1;

/** Levels from one kept level to the next. */
const partDepth = 10;

/** The version in which trees are built; those of version 1 that are still kept are read. */
export const builtVersion: TreeVersion = 2;

/** Nodes of a row. */
export const partSize = 2 ** partDepth;

/** Rows fetched at once: folding one takes about a millisecond, and the process does other things between fetches. */
const rowsAtOnce = 4;

/** Folds half of a tree whose leaves are written, writes the other kept levels, and returns its root. */
export async function writeLevels(
  client: pg.ClientBase,
  treeId: bigint,
  half: Half,
  memberCount: number,
): Promise<SumNode> {
  const depth = depthOf(memberCount);
  let top = Buffer.concat(foldNodes(Buffer.alloc(0), 0, builtVersion));
  for (let level = 0; level === 0 || level < depth; level += partDepth) {
    const tops: Buffer[] = [];
    for await (const nodes of partsOf(client, treeId, half, level)) {
      tops.push(foldNodes(nodes, Math.min(partDepth, depth - level), builtVersion).at(-1) ?? nodes);
    }
    if (tops.length > 0) top = Buffer.concat(tops);
    if (level + partDepth < depth) await writeParts(client, treeId, half, level + partDepth, top);
  }
  const [root, second] = nodesFromBytes(top, builtVersion);
  if (!root || second) throw new Error(`half a tree of ${memberCount} members did not end in one node`);
  return root;
}

async function* partsOf(client: pg.ClientBase, treeId: bigint, half: Half, level: number): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += rowsAtOnce) {
    const { rows } = await client.query<{ nodes: Buffer }>(
      `select nodes from balance_tree_part
       where tree_id = $1 and half = $2 and level = $3 and number >= $4 and number < $5 order by number`,
      [treeId, half, level, number, number + rowsAtOnce],
    );
    for (const { nodes } of rows) yield nodes;
    if (rows.length < rowsAtOnce) return;
  }
}

async function writeParts(
  client: pg.ClientBase,
  treeId: bigint,
  half: Half,
  level: number,
  nodes: Buffer,
): Promise<void> {
  const bytes = partSize * nodeBytesOf(builtVersion);
  for (let number = 0; number * bytes < nodes.length; number++) {
    await client.query(
      'insert into balance_tree_part (tree_id, half, level, number, nodes) values ($1, $2, $3, $4, $5)',
      [treeId, half, level, number, nodes.subarray(number * bytes, (number + 1) * bytes)],
    );
  }
}

/** A part as it stands in its half of a stored tree. */
export interface OwnLeaf {
  readonly node: SumNode;
  readonly path: MerklePath<SumNode>;
}

/** One half of a stored tree. */
export interface TreeHalf {
  readonly id: bigint;
  readonly memberCount: number;
  readonly half: Half;
  readonly version: TreeVersion;
}

/** The member's leaf in one half and its path to the root of that half: one row for each kept level, folded again. Null when it is not in. */
export async function findLeaf(
  client: Pick<pg.Pool, 'query'>,
  { id, memberCount, half, version }: TreeHalf,
  salt: Uint8Array,
  username: string,
): Promise<OwnLeaf | null> {
  const { rows } = await client.query<{ number: number; nodes: Buffer }>(
    `select number, nodes from balance_tree_part
     where tree_id = $1 and half = $2 and level = 0 and first_salt <= $3 order by first_salt desc limit 1`,
    [id, half, Buffer.from(salt)],
  );
  const [row] = rows;
  if (!row) return null;
  const place = placeOfLeaf(row.nodes, salt, username, version);
  const size = nodeBytesOf(version);
  const [node] = place < 0 ? [] : nodesFromBytes(row.nodes.subarray(place * size, (place + 1) * size), version);
  if (!node) return null;

  const depth = depthOf(memberCount);
  const siblings = siblingsIn(foldNodes(row.nodes, Math.min(partDepth, depth), version), place, version);
  let number = row.number;
  for (let level = partDepth; level < depth; level += partDepth) {
    const inPart = number % partSize;
    number = Math.floor(number / partSize);
    const kept = await client.query<{ nodes: Buffer }>(
      'select nodes from balance_tree_part where tree_id = $1 and half = $2 and level = $3 and number = $4',
      [id, half, level, number],
    );
    // Pruned since the leaf was read.
    if (!kept.rows[0]) return null;
    const levels = foldNodes(kept.rows[0].nodes, Math.min(partDepth, depth - level), version);
    siblings.push(...siblingsIn(levels, inPart, version));
  }
  return {
    node,
    path: { position: row.number * partSize + place, siblings: nodesFromBytes(Buffer.concat(siblings), version) },
  };
}
