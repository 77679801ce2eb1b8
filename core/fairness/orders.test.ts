import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { levelsOf, pathOf } from '#core/proofs/merkle-tree.ts';
import { perCategory } from '#core/rounds/categories.ts';
import { closingDigest, closingText, orderCountOf } from './closing.ts';
import {
  type OrderLeaf,
  type OrderPath,
  orderNode,
  orderRoot,
  orderTree,
  type PublishedOrders,
  verifyOrder,
} from './orders.ts';
import { ordersOf } from './transcript.fixture.ts';

const round = 5_985_000;

function treeOf(count: number): {
  orders: OrderLeaf[];
  published: PublishedOrders;
  path: (place: number) => OrderPath;
} {
  const orders = ordersOf(round, count);
  const levels = levelsOf(
    orderTree,
    orders.map((order) => orderNode(round, order)),
  );
  return {
    orders,
    published: { round, count, root: orderRoot(round, orders) },
    path: (place) => pathOf(orderTree, levels, place),
  };
}

test('every order leads to the published root, in trees of every small size', () => {
  for (let count = 1; count <= 33; count++) {
    const { orders, published, path } = treeOf(count);
    for (const [place, order] of orders.entries()) expect(verifyOrder(order, path(place), published)).toBeNull();
  }
});

test('hashes are those of the description, by another SHA-256', () => {
  const hash = (...parts: (string | Buffer | number)[]): Buffer =>
    createHash('sha256')
      .update(
        Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part as string)))),
      )
      .digest();
  const orders = ordersOf(round, 3);
  const leaves = orders.map(({ id, category, salt }, place) => {
    const stake = ['1.000000', '1.333333', '1.666666'][place];
    return hash(0, Buffer.from(salt, 'hex'), `round 5985000 order ${id} ${category} ${stake}`);
  });
  const [one, two, three] = leaves as [Buffer, Buffer, Buffer];
  expect(orderRoot(round, orders)).toBe(hash(1, hash(1, one, two), hash(1, three, hash(2))).toString('hex'));
  expect(orderRoot(round, [])).toBe(hash(2).toString('hex'));
});

test('an order that was changed in any part, moved, or is of another round is found', () => {
  const { orders, published, path } = treeOf(13);
  const order = orders[4] as OrderLeaf;
  const changes: Partial<OrderLeaf>[] = [
    { id: order.id + 1n },
    { category: 'triple' },
    { stake: usdt(order.stake - 1n) },
    { salt: order.salt.replace(/^./, (first) => (first === '0' ? '1' : '0')) },
  ];
  for (const change of changes) expect(verifyOrder({ ...order, ...change }, path(4), published)).toBe('root');
  expect(verifyOrder(order, path(4), { ...published, round: round + 1 })).toBe('root');
  expect(verifyOrder(order, path(5), published)).toBe('root');
  expect(verifyOrder({ ...order, salt: 'ab' }, path(4), published)).toBe('malformed');
  expect(verifyOrder(order, { ...path(4), position: 13 }, published)).toBe('path');
  const short = path(4).siblings.map((node) => node.slice(1));
  expect(verifyOrder(order, { position: 4, siblings: short }, published)).toBe('malformed');
});

test('a published number of orders that the tree has not is found', () => {
  const { orders, published, path } = treeOf(13);
  for (const count of [7, 12, 17, 40]) {
    const faults = orders.map((order, place) => verifyOrder(order, path(place), { ...published, count }));
    // By those that the published number still has a place for, too.
    expect(faults.slice(0, Math.min(count, orders.length))).toContain('path');
  }
});

test('a closing is a text whose every line changes its digest', () => {
  const closing = {
    round,
    tip: 'ab'.repeat(32),
    beacon: { kind: 'market', coins: ['BTC', 'ETH'] },
    orders: perCategory((category) => ({
      count: category === 'big' ? 2 : 0,
      stake: usdt(category === 'big' ? 12_500_000n : 0n),
    })),
    root: 'cd'.repeat(32),
  } as const;
  expect(closingText(closing)).toBe(
    [
      'clearlot round 1',
      'round 5985000',
      `tip ${'ab'.repeat(32)}`,
      'beacon market BTC ETH',
      'orders big 2 12.500000',
      ...['small', 'odd', 'even', 'extremeBig', 'extremeSmall', 'triple', 'green', 'blue', 'red'].map(
        (one) => `orders ${one} 0 0.000000`,
      ),
      `root ${'cd'.repeat(32)}`,
      '',
    ].join('\n'),
  );
  expect(orderCountOf(closing)).toBe(2);
  const drand = { ...closing, beacon: { kind: 'drand', chain: 'ef'.repeat(32), round: 9 } } as const;
  expect(closingText(drand)).toContain(`\nbeacon drand ${'ef'.repeat(32)} 9\n`);
  expect(closingDigest(drand)).not.toBe(closingDigest(closing));
  expect(closingDigest(closing)).toBe(createHash('sha256').update(closingText(closing)).digest('hex'));
});
