import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areBeyond, depthOf, fitsTree, levelsOf, pathOf, rootOfPath, type TreeKind, topOf } from './merkle-tree.ts';

/** A tree of bare hashes. */
const hashTree: TreeKind<Uint8Array> = {
  parent: (left, right) => sha256(concatBytes(Uint8Array.of(1), left, right)),
  empty: sha256(Uint8Array.of(2)),
};
const leaves = fc.array(
  fc.string().map((text) => sha256(utf8ToBytes(text))),
  { minLength: 1, maxLength: 90 },
);
const placed = leaves.chain((list) => fc.tuple(fc.constant(list), fc.nat(list.length - 1)));

test('every leaf of a tree of any kind leads to its root, and no other leaf does from its place', () => {
  fc.assert(
    fc.property(placed, fc.string({ minLength: 1 }), ([list, position], other) => {
      const levels = levelsOf(hashTree, list);
      const path = pathOf(hashTree, levels, position);
      const leaf = list[position] ?? hashTree.empty;
      expect(fitsTree(path, list.length)).toBe(true);
      expect(rootOfPath(hashTree, leaf, path)).toEqual(topOf(levels));
      expect(rootOfPath(hashTree, sha256(utf8ToBytes(`${bytesToHex(leaf)}${other}`)), path)).not.toEqual(topOf(levels));
    }),
  );
});

test('a tree folded part by part is the tree folded at once', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 9, maxLength: 200 }), (list) => {
      const partDepth = 3;
      const tops = Array.from({ length: Math.ceil(list.length / 8) }, (_, part) =>
        topOf(levelsOf(hashTree, list.slice(part * 8, part * 8 + 8), partDepth)),
      );
      const whole = levelsOf(hashTree, list);
      expect(topOf(levelsOf(hashTree, tops, depthOf(list.length) - partDepth))).toEqual(topOf(whole));
      expect(tops).toEqual(whole[partDepth]);
    }),
    { numRuns: 40 },
  );
});

test('the empty node stands beyond the last leaf and nowhere else', () => {
  fc.assert(
    fc.property(placed, ([list, position]) => {
      const path = pathOf(hashTree, levelsOf(hashTree, list), position);
      const isEmpty = path.siblings.map((node) => node === hashTree.empty);
      expect(areBeyond(path, list.length)).toEqual(isEmpty);
      if (2 ** depthOf(list.length) === list.length) expect(isEmpty).not.toContain(true);
    }),
  );
});

test('places and lengths that a tree does not have do not fit it', () => {
  const siblings = [hashTree.empty, hashTree.empty, hashTree.empty];
  expect(fitsTree({ position: 4, siblings }, 5)).toBe(true);
  for (const position of [-1, 5, 0.5, Number.NaN]) expect(fitsTree({ position, siblings }, 5)).toBe(false);
  for (const leafCount of [0, 4, 9, Number.POSITIVE_INFINITY]) {
    expect(fitsTree({ position: 0, siblings }, leafCount)).toBe(false);
  }
  expect(depthOf(0)).toBe(0);
  expect([1, 2, 3, 4, 5, 1024, 1025, 1_000_000].map(depthOf)).toEqual([0, 1, 2, 2, 3, 10, 11, 20]);
  expect(() => pathOf(hashTree, levelsOf(hashTree, [hashTree.empty]), 1)).toThrow(RangeError);
  expect(levelsOf(hashTree, [])).toEqual([[hashTree.empty]]);
});

test('levels that end in no node, or in two, have no top', () => {
  for (const levels of [[], [[]], [['a', 'b']]]) expect(() => topOf(levels)).toThrow(RangeError);
  expect(topOf([['a', 'b'], ['ab']])).toBe('ab');
});
