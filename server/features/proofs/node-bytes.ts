import { hash } from 'node:crypto';
import { emptyNode, nodeBytes, nodesToBytes, sumMax } from '#core/proofs/balance-tree.ts';

/**
 * The tree of core/proofs on the bytes that are kept, with the platform's SHA-256: a million nodes are folded in a second and no
 * object is made of any of them. A test compares every level with core's.
 */
const hashBytes = nodeBytes - 8;
const empty = Buffer.from(nodesToBytes([emptyNode]));

/** The nodes, then each level above them, `depth` of them. Throws a RangeError where a sum is outside 0 to `sumMax`. */
export function foldNodes(nodes: Buffer, depth: number): Buffer[] {
  const levels = [nodes.length === 0 ? empty : nodes];
  for (let height = 0; height < depth; height++) levels.push(levelAbove(levels[height] ?? empty));
  return levels;
}

/** The neighbour of the node at `position` of the lowest level, and those further up, to below the top: 40 bytes each. */
export function siblingsIn(levels: readonly Buffer[], position: number): Buffer[] {
  return levels.slice(0, -1).map((level, height) => {
    const start = (Math.floor(position / 2 ** height) ^ 1) * nodeBytes;
    return start < level.length ? level.subarray(start, start + nodeBytes) : empty;
  });
}

/** Place among the nodes of the leaf with this salt and name, whatever its balance, or -1. */
export function placeOfLeaf(nodes: Buffer, salt: Uint8Array, username: string): number {
  const mark = Buffer.of(0);
  const name = Buffer.from(username.toLowerCase());
  const hashes = new Map<bigint, string>();
  for (let start = 0; start < nodes.length; start += nodeBytes) {
    const sum = nodes.readBigUInt64BE(start + hashBytes);
    const sumOnly = nodes.subarray(start + hashBytes, start + nodeBytes);
    const own = hashes.get(sum) ?? hash('sha256', Buffer.concat([mark, salt, sumOnly, name]), 'binary');
    hashes.set(sum, own);
    if (nodes.toString('latin1', start, start + hashBytes) === own) return start / nodeBytes;
  }
  return -1;
}

function levelAbove(below: Buffer): Buffer {
  const count = Math.ceil(below.length / nodeBytes / 2);
  const above = Buffer.allocUnsafe(count * nodeBytes);
  const content = Buffer.allocUnsafe(1 + 2 * nodeBytes);
  content[0] = 1;
  for (let place = 0; place < count; place++) {
    const left = place * 2 * nodeBytes;
    const right = left + nodeBytes;
    below.copy(content, 1, left, right);
    if (right < below.length) below.copy(content, 1 + nodeBytes, right, right + nodeBytes);
    else empty.copy(content, 1 + nodeBytes);
    const sum = content.readBigUInt64BE(1 + hashBytes) + content.readBigUInt64BE(1 + nodeBytes + hashBytes);
    if (sum > sumMax) throw new RangeError(`${sum} is no sum of balances`);
    above.write(hash('sha256', content, 'binary'), place * nodeBytes, hashBytes, 'latin1');
    above.writeBigUInt64BE(sum, place * nodeBytes + hashBytes);
  }
  return above;
}
