import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { leafNode, nodeBytes, nodesFromBytes, nodesToBytes, sumMax, sumTree } from '#core/proofs/balance-tree.ts';
import { depthOf, levelsOf, pathOf } from '#core/proofs/merkle-tree.ts';
import { foldNodes, placeOfLeaf, siblingsIn } from './node-bytes.ts';

const leaf = fc.record({
  salt: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  username: fc.stringMatching(/^[A-Za-z0-9]{6,20}$/),
  amount: fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 15n)).map(usdt),
});
const bytesOf = (nodes: Parameters<typeof nodesToBytes>[0]): Buffer => Buffer.from(nodesToBytes(nodes));
const nodesIn = (bytes: Buffer) => nodesFromBytes(Uint8Array.from(bytes));

test('every level, every path and every place is that of core’s tree, at the tree’s own depth and at a larger one', () => {
  fc.assert(
    fc.property(fc.array(leaf, { maxLength: 70 }), fc.nat(3), (leaves, more) => {
      const nodes = leaves.map(({ username, ...part }) => leafNode(username, part));
      const depth = depthOf(leaves.length) + more;
      const levels = foldNodes(bytesOf(nodes), depth);
      const wanted = levelsOf(sumTree, nodes, depth);
      expect(levels.map(nodesIn)).toEqual(wanted);
      for (const [position, { salt, username }] of leaves.entries()) {
        const siblings = siblingsIn(levels, position);
        expect(nodesIn(Buffer.concat(siblings))).toEqual(pathOf(sumTree, wanted, position).siblings);
        const place = placeOfLeaf(levels[0] ?? Buffer.alloc(0), salt, username.toUpperCase());
        expect(nodes[place]).toEqual(nodes[position]);
      }
    }),
    { numRuns: 60 },
  );
});

test('a member without a leaf among the nodes has no place there', () => {
  const salt = new Uint8Array(32).fill(7);
  const nodes = bytesOf([leafNode('anna00', { salt, amount: usdt(5n) })]);
  expect(placeOfLeaf(nodes, salt, 'anna00')).toBe(0);
  expect(placeOfLeaf(nodes, salt, 'anna01')).toBe(-1);
  expect(placeOfLeaf(nodes, salt.with(0, 8), 'anna00')).toBe(-1);
  const smaller = Buffer.from(nodes);
  smaller.writeBigUInt64BE(4n, nodeBytes - 8);
  expect(placeOfLeaf(smaller, salt, 'anna00')).toBe(-1);
});

test('sums that overflow make no level', () => {
  const nodes = bytesOf([
    { hash: new Uint8Array(32), sum: usdt(sumMax) },
    { hash: new Uint8Array(32), sum: usdt(1n) },
  ]);
  expect(() => foldNodes(nodes, 1)).toThrow(RangeError);
});
