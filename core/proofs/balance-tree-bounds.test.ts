import { expect, test } from 'vitest';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { memberOf, treeOf } from './balance-tree.fixture.ts';
import { emptyNodes, leafNode, type OwnBalance, type SumNode, sumMax, verifyBalance } from './balance-tree.ts';

const list = ['member01', 'member02', 'member03'].map((username) => memberOf(username, usdt(7n)));
const { root, own } = treeOf(list);

test('the largest sum is that of eight bytes with a sign', () => {
  const salt = new Uint8Array(32);
  const leafOf = (amount: bigint) => () => leafNode('member01', { salt, amount: amount as Usdt });
  expect(sumMax).toBe(9_223_372_036_854_775_807n);
  expect(leafOf(9_223_372_036_854_775_807n)).not.toThrow();
  expect(leafOf(9_223_372_036_854_775_808n)).toThrow(RangeError);
});

test('a proof that cannot be computed, or whose path fits no such tree, shows no inclusion', () => {
  const mine = own('member01');
  const [left, right] = mine.parts;
  const short: OwnBalance = { ...mine, parts: [{ ...left, salt: left.salt.slice(1) }, right] };
  expect(verifyBalance(short, root)).toEqual({ isIncluded: false, faults: ['malformed'], computed: null });
  expect(verifyBalance(mine, { ...root, leafCount: 9 })).toEqual({
    isIncluded: false,
    faults: ['path'],
    computed: null,
  });
});

test('where a tree has nobody, no sum is hidden under the hash of the empty node', () => {
  const isEmpty = (node: SumNode): boolean => node.hash === emptyNodes[1].hash;
  const last = list.map(({ username }) => own(username)).find(({ parts }) => parts[0].path.siblings.some(isEmpty));
  if (last === undefined) throw new Error('nobody is last of three');
  const [left, right] = last.parts;
  const siblings = left.path.siblings.map((node) => (isEmpty(node) ? { ...node, sum: usdt(5n) } : node));
  const forged: OwnBalance = { ...last, parts: [{ ...left, path: { ...left.path, siblings } }, right] };
  const { computed } = verifyBalance(forged, root);
  expect(computed?.sum).toBe(root.node.sum + 5n);
  expect(verifyBalance(forged, { ...root, node: computed as SumNode }).faults).toEqual(['path']);
});
