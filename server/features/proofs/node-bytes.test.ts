import fc from 'fast-check';
import { expect, test } from 'vitest';
import { points, usdt } from '#core/money/amount.ts';
import {
  leafNode,
  nodesFromBytes,
  nodesToBytes,
  sumMax,
  sumTrees,
  type TreeVersion,
} from '#core/proofs/balance-tree.ts';
import { depthOf, levelsOf, pathOf } from '#core/proofs/merkle-tree.ts';
import { foldNodes, placeOfLeaf, siblingsIn } from './node-bytes.ts';

const leaf = fc.record({
  salt: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  username: fc.stringMatching(/^[A-Za-z0-9]{6,20}$/),
  amount: fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 15n)).map(usdt),
  points: fc.record({ assistance: fc.bigInt(0n, 10n ** 9n).map(points), promotion: fc.bigInt(0n, 3n).map(points) }),
});
const bytesOf = (nodes: Parameters<typeof nodesToBytes>[0]): Buffer => Buffer.from(nodesToBytes(nodes));

test.each<TreeVersion>([1, 2])(
  'every level, path and place of version %i is that of core’s tree, at the tree’s own depth and a larger one',
  (version) => {
    const nodesIn = (bytes: Buffer) => nodesFromBytes(Uint8Array.from(bytes), version);
    const sumTree = sumTrees[version];
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 70 }), fc.nat(3), (leaves, more) => {
        const nodes = leaves.map(({ username, points: owned, ...part }) =>
          leafNode(username, version === 1 ? part : { ...part, points: owned }),
        );
        const depth = depthOf(leaves.length) + more;
        const levels = foldNodes(bytesOf(nodes), depth, version);
        const wanted = levelsOf(sumTree, nodes, depth);
        expect(levels.map(nodesIn)).toEqual(wanted);
        for (const [position, { salt, username }] of leaves.entries()) {
          const siblings = siblingsIn(levels, position, version);
          expect(nodesIn(Buffer.concat(siblings))).toEqual(pathOf(sumTree, wanted, position).siblings);
          const place = placeOfLeaf(levels[0] ?? Buffer.alloc(0), salt, username.toUpperCase(), version);
          expect(nodes[place]).toEqual(nodes[position]);
        }
      }),
      { numRuns: 60 },
    );
  },
);

test('a member without a leaf among the nodes has no place there', () => {
  const salt = new Uint8Array(32).fill(7);
  const owned = { assistance: points(6n), promotion: points(7n) };
  const nodes = bytesOf([leafNode('anna00', { salt, amount: usdt(5n), points: owned })]);
  expect(placeOfLeaf(nodes, salt, 'anna00', 2)).toBe(0);
  expect(placeOfLeaf(nodes, salt, 'anna01', 2)).toBe(-1);
  expect(placeOfLeaf(nodes, salt.with(0, 8), 'anna00', 2)).toBe(-1);
  for (const sumAt of [32, 40, 48]) {
    const smaller = Buffer.from(nodes);
    smaller.writeBigUInt64BE(4n, sumAt);
    expect(placeOfLeaf(smaller, salt, 'anna00', 2)).toBe(-1);
  }
});

test('sums that overflow make no level', () => {
  const node = (sum: bigint, assistance: bigint, promotion: bigint) => ({
    hash: new Uint8Array(32),
    sum: usdt(sum),
    points: { assistance: points(assistance), promotion: points(promotion) },
  });
  const fold = (left: ReturnType<typeof node>) => foldNodes(bytesOf([left, node(1n, 1n, 1n)]), 1, 2);
  expect(fold(node(sumMax - 1n, sumMax - 1n, sumMax - 1n))).toHaveLength(2);
  for (const left of [node(sumMax, 0n, 0n), node(0n, sumMax, 0n), node(0n, 0n, sumMax)]) {
    expect(() => fold(left)).toThrow(RangeError);
  }
});
