import type pg from 'pg';
import { depthOf, nodeBytes, nodesFromBytes, type SumNode } from '#core/proofs/balance-tree.ts';
import { foldNodes, placeOfLeaf, siblingsIn } from './node-bytes.ts';

/** Levels from one kept level to the next. */
const partDepth = 10;

/** Nodes of a row. */
export const partSize = 2 ** partDepth;

/** Rows fetched at once: folding one takes about a millisecond, and the process does other things between fetches. */
const rowsAtOnce = 4;

/** Folds a tree whose leaves are written, writes the other kept levels, and answers its root. */
export async function writeLevels(client: pg.ClientBase, treeId: bigint, memberCount: number): Promise<SumNode> {
  const depth = depthOf(memberCount);
  let top = Buffer.concat(foldNodes(Buffer.alloc(0), 0));
  for (let level = 0; level === 0 || level < depth; level += partDepth) {
    const tops: Buffer[] = [];
    for await (const nodes of partsOf(client, treeId, level)) {
      tops.push(foldNodes(nodes, Math.min(partDepth, depth - level)).at(-1) ?? nodes);
    }
    if (tops.length > 0) top = Buffer.concat(tops);
    if (level + partDepth < depth) await writeParts(client, treeId, level + partDepth, top);
  }
  const [root, second] = nodesFromBytes(top);
  if (!root || second) throw new Error(`a tree of ${memberCount} members did not end in one node`);
  return root;
}

async function* partsOf(client: pg.ClientBase, treeId: bigint, level: number): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += rowsAtOnce) {
    const { rows } = await client.query<{ nodes: Buffer }>(
      `select nodes from balance_tree_part where tree_id = $1 and level = $2 and number >= $3 and number < $4 order by number`,
      [treeId, level, number, number + rowsAtOnce],
    );
    for (const { nodes } of rows) yield nodes;
    if (rows.length < rowsAtOnce) return;
  }
}

async function writeParts(client: pg.ClientBase, treeId: bigint, level: number, nodes: Buffer): Promise<void> {
  const bytes = partSize * nodeBytes;
  for (let number = 0; number * bytes < nodes.length; number++) {
    await client.query('insert into balance_tree_part (tree_id, level, number, nodes) values ($1, $2, $3, $4)', [
      treeId,
      level,
      number,
      nodes.subarray(number * bytes, (number + 1) * bytes),
    ]);
  }
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
  const place = placeOfLeaf(row.nodes, salt, username);
  const [node] = place < 0 ? [] : nodesFromBytes(row.nodes.subarray(place * nodeBytes, (place + 1) * nodeBytes));
  if (!node) return null;

  const depth = depthOf(tree.memberCount);
  const siblings = siblingsIn(foldNodes(row.nodes, Math.min(partDepth, depth)), place);
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
    siblings.push(...siblingsIn(foldNodes(kept.rows[0].nodes, Math.min(partDepth, depth - level)), inPart));
  }
  return { node, position: row.number * partSize + place, siblings: nodesFromBytes(Buffer.concat(siblings)) };
}
