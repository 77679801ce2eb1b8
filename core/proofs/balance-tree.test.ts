import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Usdt, usdt } from '#core/money/amount.ts';
import {
  type BalanceLeaf,
  type BalancePath,
  depthOf,
  emptyNode,
  leafNode,
  levelsOf,
  nodesFromBytes,
  nodesToBytes,
  parentNode,
  type SumNode,
  siblingsOf,
  sumMax,
  topOf,
  verifyBalance,
} from './balance-tree.ts';

const balance = fc.bigInt(0n, 10n ** 15n).map(usdt);
const leaf: fc.Arbitrary<BalanceLeaf> = fc.record({
  salt: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  username: fc.stringMatching(/^[A-Za-z0-9]{6,20}$/),
  balance,
});
/** A tree, and one place in it. */
const tree = fc
  .array(leaf, { minLength: 1, maxLength: 70 })
  .chain((leaves) => fc.tuple(fc.constant(leaves), fc.nat(leaves.length - 1)));

function prove(leaves: readonly BalanceLeaf[], position: number) {
  const levels = levelsOf(leaves.map(leafNode));
  const own = leaves[position];
  if (!own) throw new Error('no such leaf');
  const path: BalancePath = { position, siblings: siblingsOf(levels, position) };
  return { own, path, root: { node: topOf(levels), leafCount: leaves.length } };
}

const replaced = <One>(list: readonly One[], place: number, one: One): One[] => list.with(place, one);

test('every leaf of a tree proves itself, and the root is the sum of all balances', () => {
  fc.assert(
    fc.property(fc.array(leaf, { minLength: 1, maxLength: 40 }), (leaves) => {
      for (const position of leaves.keys()) {
        const { own, path, root } = prove(leaves, position);
        expect(verifyBalance(own, path, root)).toMatchObject({ isIncluded: true, faults: [] });
        expect(root.node.sum).toBe(leaves.reduce((sum, one) => sum + one.balance, 0n));
      }
    }),
    { numRuns: 30 },
  );
});

test('hashes are those that the description gives, counted by another SHA-256', () => {
  const bytes = (...parts: readonly (string | bigint | number)[]) =>
    Buffer.concat(
      parts.map((part) => {
        if (typeof part === 'number') return Buffer.of(part);
        if (typeof part === 'string') return Buffer.from(part, 'latin1');
        const eight = Buffer.alloc(8);
        eight.writeBigUInt64BE(part);
        return eight;
      }),
    );
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest().toString('latin1');
  const salt = '\x07'.repeat(32);
  const named = (username: string, value: bigint) =>
    leafNode({ salt: Buffer.from(salt, 'latin1'), username, balance: usdt(value) });
  const anna = hashOf(bytes(0, salt, 5n, 'anna00'));
  const bert = hashOf(bytes(0, salt, 7n, 'bert00'));
  const carl = hashOf(bytes(0, salt, 11n, 'carl00'));
  const left = hashOf(bytes(1, anna, 5n, bert, 7n));
  const right = hashOf(bytes(1, carl, 11n, hashOf(bytes(2)), 0n));
  const top = topOf(levelsOf([named('Anna00', 5n), named('bert00', 7n), named('carl00', 11n)]));
  expect(Buffer.from(top.hash).toString('latin1')).toBe(hashOf(bytes(1, left, 12n, right, 11n)));
  expect(top.sum).toBe(23n);
});

test('a leaf that was tampered with is found: its balance, its name, its salt', () => {
  fc.assert(
    fc.property(tree, fc.bigInt(1n, 10n ** 6n), ([leaves, position], more) => {
      const { own, path, root } = prove(leaves, position);
      const richer = { ...own, balance: usdt(own.balance + more) };
      expect(verifyBalance(richer, path, root).faults).toEqual(['root', 'total']);
      expect(verifyBalance({ ...own, username: `${own.username}x` }, path, root).faults).toEqual(['root']);
      const salt = own.salt.map((byte) => byte ^ 1);
      expect(verifyBalance({ ...own, salt }, path, root).faults).toEqual(['root']);
      expect(verifyBalance({ ...own, balance: usdt(-1n) }, path, root).faults).toEqual(['malformed']);
      expect(verifyBalance({ ...own, salt: own.salt.slice(1) }, path, root).faults).toEqual(['malformed']);
    }),
  );
});

test('a path that was tampered with is found: hashes, sums, sides, length', () => {
  const atLeastTwo = tree.filter(([leaves]) => leaves.length > 1);
  fc.assert(
    fc.property(atLeastTwo, fc.nat(), fc.nat(31), ([leaves, position], pick, byte) => {
      const { own, path, root } = prove(leaves, position);
      const { siblings } = path;
      const place = pick % siblings.length;
      const one = siblings[place] as SumNode;
      const faultsWith = (changed: Partial<BalancePath>) => verifyBalance(own, { ...path, ...changed }, root).faults;
      const flipped = one.hash.with(byte, (one.hash[byte] ?? 0) ^ 128);
      expect(faultsWith({ siblings: replaced(siblings, place, { ...one, hash: flipped }) })).toEqual(['root']);
      const summed = (sum: bigint) => faultsWith({ siblings: replaced(siblings, place, { ...one, sum: usdt(sum) }) });
      expect(summed(one.sum + 1n)).toEqual(['root', 'total']);
      expect(summed(-1n)).toEqual(['malformed']);
      expect(summed(sumMax + 1n)).toEqual(['malformed']);
      const short = replaced(siblings, place, { ...one, hash: one.hash.slice(1) });
      expect(faultsWith({ siblings: short })).toEqual(['malformed']);
      expect(faultsWith({ siblings: siblings.slice(1) })).toEqual(['pathLength']);
      expect(faultsWith({ siblings: [...siblings, emptyNode] })).toEqual(['pathLength']);
      expect(faultsWith({ position: leaves.length })).toEqual(['pathLength']);
      expect(faultsWith({ position: -1 })).toEqual(['pathLength']);
      // The other side on that level, as far as the tree has such a place.
      const other = position ^ (2 ** place);
      if (other < leaves.length) expect(faultsWith({ position: other })).toContain('root');
    }),
  );
});

test('a root that hides a balance, or says another total, is found', () => {
  fc.assert(
    fc.property(tree, fc.bigInt(1n, 10n ** 6n), ([leaves, position], less) => {
      const { own, path, root } = prove(leaves, position);
      const total = usdt(root.node.sum - less);
      expect(verifyBalance(own, path, { ...root, node: { ...root.node, sum: total } }).faults).toEqual(['total']);
      const others = leaves.toSpliced(position, 1);
      const without = levelsOf(others.map(leafNode));
      const hiding = { node: topOf(without), leafCount: Math.max(1, others.length) };
      expect(verifyBalance(own, path, hiding).isIncluded).toBe(false);
    }),
  );
});

test('sums that are negative or overflow make no node', () => {
  const node = (sum: bigint): SumNode => ({ hash: emptyNode.hash, sum: sum as Usdt });
  expect(() => parentNode(node(-1n), node(5n))).toThrow(RangeError);
  expect(() => parentNode(node(5n), node(-1n))).toThrow(RangeError);
  expect(() => parentNode(node(sumMax), node(1n))).toThrow(RangeError);
  expect(parentNode(node(sumMax), node(0n)).sum).toBe(sumMax);
});

test('a tree folded part by part is the tree folded at once', () => {
  const partDepth = 3;
  fc.assert(
    fc.property(fc.array(leaf, { minLength: 9, maxLength: 200 }), (leaves) => {
      const nodes = leaves.map(leafNode);
      const tops = Array.from({ length: Math.ceil(nodes.length / 8) }, (_, part) =>
        topOf(levelsOf(nodes.slice(part * 8, part * 8 + 8), partDepth)),
      );
      const whole = levelsOf(nodes);
      expect(topOf(levelsOf(tops, depthOf(nodes.length) - partDepth))).toEqual(topOf(whole));
      expect(tops).toEqual(whole[partDepth]);
    }),
    { numRuns: 40 },
  );
});

test('nodes are kept as bytes and come back as they were', () => {
  fc.assert(
    fc.property(fc.array(leaf, { maxLength: 20 }), (leaves) => {
      const nodes = leaves.map(leafNode);
      expect(nodesFromBytes(nodesToBytes(nodes))).toEqual(nodes);
    }),
  );
  expect(() => nodesFromBytes(new Uint8Array(41))).toThrow(RangeError);
  expect(depthOf(0)).toBe(0);
  expect([1, 2, 3, 4, 5, 1024, 1025, 1_000_000].map(depthOf)).toEqual([0, 1, 2, 2, 3, 10, 11, 20]);
});
