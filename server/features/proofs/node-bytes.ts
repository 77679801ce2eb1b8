import { hash } from 'node:crypto';
import { emptyNodes, marksOf, nodeBytesOf, nodesToBytes, sumMax, type TreeVersion } from '#core/proofs/balance-tree.ts';

/**
 * The tree of core/proofs on the bytes that are kept, with the platform's SHA-256: a million nodes are folded in a second and no
 * object is made of any of them. A test compares every level with core's.
 */
const hashBytes = 32;
const sumBytes = 8;
const empties: Readonly<Record<TreeVersion, Buffer>> = {
  1: Buffer.from(nodesToBytes([emptyNodes[1]])),
  2: Buffer.from(nodesToBytes([emptyNodes[2]])),
};

/** The nodes, then each level above them, `depth` of them. Throws a RangeError where a sum is outside 0 to `sumMax`. */
export function foldNodes(nodes: Buffer, depth: number, version: TreeVersion): Buffer[] {
  const empty = empties[version];
  const levels = [nodes.length === 0 ? empty : nodes];
  for (let height = 0; height < depth; height++) levels.push(levelAbove(levels[height] ?? empty, version));
  return levels;
}

/** The neighbour of the node at `position` of the lowest level, and those further up, to below the top. */
export function siblingsIn(levels: readonly Buffer[], position: number, version: TreeVersion): Buffer[] {
  const nodeBytes = nodeBytesOf(version);
  return levels.slice(0, -1).map((level, height) => {
    const start = (Math.floor(position / 2 ** height) ^ 1) * nodeBytes;
    return start < level.length ? level.subarray(start, start + nodeBytes) : empties[version];
  });
}

/** Place among the nodes of the leaf with this salt and name, whatever its balances, or -1. */
export function placeOfLeaf(nodes: Buffer, salt: Uint8Array, username: string, version: TreeVersion): number {
  const nodeBytes = nodeBytesOf(version);
  const mark = Buffer.of(marksOf(version).leafMark);
  const name = Buffer.from(username.toLowerCase());
  const hashes = new Map<string, string>();
  for (let start = 0; start < nodes.length; start += nodeBytes) {
    const sums = nodes.subarray(start + hashBytes, start + nodeBytes);
    const known = sums.toString('latin1');
    const own = hashes.get(known) ?? hash('sha256', Buffer.concat([mark, salt, sums, name]), 'binary');
    hashes.set(known, own);
    if (nodes.toString('latin1', start, start + hashBytes) === own) return start / nodeBytes;
  }
  return -1;
}

function levelAbove(below: Buffer, version: TreeVersion): Buffer {
  const nodeBytes = nodeBytesOf(version);
  const count = Math.ceil(below.length / nodeBytes / 2);
  const above = Buffer.allocUnsafe(count * nodeBytes);
  const content = Buffer.allocUnsafe(1 + 2 * nodeBytes);
  content[0] = marksOf(version).nodeMark;
  for (let place = 0; place < count; place++) {
    const left = place * 2 * nodeBytes;
    const right = left + nodeBytes;
    below.copy(content, 1, left, right);
    if (right < below.length) below.copy(content, 1 + nodeBytes, right, right + nodeBytes);
    else empties[version].copy(content, 1 + nodeBytes);
    above.write(hash('sha256', content, 'binary'), place * nodeBytes, hashBytes, 'latin1');
    for (let sumAt = hashBytes; sumAt < nodeBytes; sumAt += sumBytes) {
      const sum = content.readBigUInt64BE(1 + sumAt) + content.readBigUInt64BE(1 + nodeBytes + sumAt);
      if (sum > sumMax) throw new RangeError(`${sum} is no sum of balances`);
      above.writeBigUInt64BE(sum, place * nodeBytes + sumAt);
    }
  }
  return above;
}
