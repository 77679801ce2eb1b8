import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '#contract/round-records.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import {
  followsFrom,
  keepChains,
  keepDigest,
  keepFollow,
  keepOrders,
  keepTip,
  keptChains,
  keptDigestOf,
  keptOrderOf,
  keptTipOf,
  moveFollows,
  roundsWithoutDigest,
} from './kept-rounds.ts';

const databases = memoryDatabases();

beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.unstubAllGlobals();
});

const terms = { category: 'big', amount: usdt(5_000_000n), salt: 'a'.repeat(64) } as const;
const order = (id: string, round: number, change: Partial<Order> = {}): Order => ({
  ...{ id, round, ...terms, state: 'pending', income: noUsdt, charity: noUsdt, placedAt: 0, follow: null },
  ...change,
});

test('what was kept first stays: a digest, a tip, a commitment and a bet that come again otherwise replace nothing', async () => {
  await keepDigest(7, 'first', 1_000);
  await keepDigest(7, 'second', 2_000);
  await keepDigest(8, 'third', 3_000);
  expect([await keptDigestOf(7), await keptDigestOf(8), await keptDigestOf(9)]).toEqual([
    { round: 7, digest: 'first', at: 1_000 },
    { round: 8, digest: 'third', at: 3_000 },
    null,
  ]);
  await keepTip(20, 'tip of 20');
  await keepTip(20, 'another');
  await keepTip(21, 'tip of 21');
  expect([await keptTipOf(20), await keptTipOf(21), await keptTipOf(22)]).toEqual(['tip of 20', 'tip of 21', null]);
  await keepChains([{ number: 1, commitment: 'one', firstDay: 20 }], 5);
  await keepChains(
    [
      { number: 2, commitment: 'two', firstDay: 386 },
      { number: 1, commitment: 'another', firstDay: 21 },
    ],
    6,
  );
  expect(await keptChains()).toEqual(
    new Map([
      [1, { commitment: 'one', firstDay: 20, at: 5 }],
      [2, { commitment: 'two', firstDay: 386, at: 6 }],
    ]),
  );
  await keepOrders([order('A', 5)]);
  await keepOrders([order('A', 5, { amount: usdt(1n) }), order('B', 5)]);
  expect(await keptOrderOf('A')).toEqual({ id: 'A', round: 5, ...terms });
  expect(await keptOrderOf('B')).toEqual({ id: 'B', round: 5, ...terms });
});

test('the oldest go first, and each kind has room of its own', async () => {
  await keepTip(20, 'tip');
  const chain = (number: number) => ({ number, commitment: `of ${number}`, firstDay: number });
  await keepChains(
    Array.from({ length: 100 }, (_, place) => chain(place + 1)),
    5,
  );
  expect((await keptChains()).size).toBe(100);
  await keepChains([chain(101)], 5);
  const numbers = [...(await keptChains()).keys()];
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([100, 2, 101]);
  expect(await keptTipOf(20)).toBe('tip');
});

test('a bet whose round has its result is no evidence any more, and is not kept', async () => {
  await keepOrders([order('A', 5, { state: 'lost' }), order('B', 5, { state: 'void' }), order('C', 5)]);
  expect([await keptOrderOf('A'), await keptOrderOf('B')]).toEqual([null, null]);
  expect(await keptOrderOf('C')).toMatchObject({ id: 'C' });
});

test('a follow may have a bet up to its last round, which can become a later one, until it has ended', async () => {
  expect(await followsFrom(1)).toEqual([]);
  await keepFollow('F1', 20, order('A', 5));
  await keepFollow('F2', 10, order('A', 5));
  expect([await followsFrom(10), await followsFrom(20), await followsFrom(21)]).toEqual([['F1', 'F2'], ['F1'], []]);
  await moveFollows(
    new Map([
      ['F1', null],
      ['F2', 30],
      ['F3', 40],
    ]),
  );
  expect([await followsFrom(10), await followsFrom(30), await followsFrom(31)]).toEqual([['F2'], ['F2'], []]);
  // An answer that counts a bet of the round after it.
  await moveFollows(new Map([['F2', 29]]));
  expect(await followsFrom(30)).toEqual(['F2']);
});

test('of the rounds of kept bets those lack a digest that none is kept of, each once, the newest first', async () => {
  await keepOrders([order('A', 5), order('B', 6), order('C', 7), order('D', 7)]);
  await keepDigest(6, 'digest', 1_000);
  expect(await roundsWithoutDigest()).toEqual([7, 5]);
});

test('what cannot be read is not kept, and is replaced by what comes', async () => {
  databases.leave('clearlot-rounds', 'tips', [{ day: 20, tip: 5 }]);
  expect(await keptTipOf(20)).toBeNull();
  await keepTip(20, 'tip');
  expect(await keptTipOf(20)).toBe('tip');
});

test('what a page of a newer version keeps on the same phone is not lost by this one', async () => {
  const newer = [
    { day: 20, tip: 'tip of 20', seenAt: 7 },
    { day: 21, tip: { v2: 'tip of 21' } },
  ];
  databases.leave('clearlot-rounds', 'tips', newer);
  expect([await keptTipOf(20), await keptTipOf(21)]).toEqual(['tip of 20', null]);
  await keepTip(20, 'another');
  await keepTip(22, 'tip of 22');
  expect(databases.kept('clearlot-rounds', 'tips')).toEqual([...newer, { day: 22, tip: 'tip of 22' }]);
  const follow = { id: 'F', until: { v2: 9 } };
  databases.leave('clearlot-rounds', 'follows', [follow]);
  await keepFollow('G', 5, order('A', 5));
  await moveFollows(new Map([['G', 6]]));
  expect(databases.kept('clearlot-rounds', 'follows')).toEqual([
    follow,
    { id: 'G', until: 6, category: 'big', amount: '5.000000' },
  ]);
  databases.leave('clearlot-rounds', 'follows', [{ id: 'H', until: 7, rule: 2 }]);
  await moveFollows(new Map([['H', 8]]));
  expect(databases.kept('clearlot-rounds', 'follows')).toEqual([{ id: 'H', until: 8, rule: 2 }]);
});

test('a chain that was kept without its time, as by an earlier page, counts from when it is seen again, unless it is another one', async () => {
  const before = [
    { number: 1, commitment: 'one', seenBy: 2 },
    { number: 2, commitment: 'two', firstDay: 386 },
    { number: 3, commitment: 'three' },
    { number: 4, commitment: { v2: 'four' } },
  ];
  databases.leave('clearlot-rounds', 'chains', before);
  const published = [
    { number: 1, commitment: 'one', firstDay: 20 },
    { number: 2, commitment: 'two', firstDay: 387 },
    { number: 3, commitment: 'another', firstDay: 752 },
  ];
  await keepChains(published, Number.NaN);
  expect(databases.kept('clearlot-rounds', 'chains')).toEqual(before);
  await keepChains(published, 5);
  await keepChains(published, 6);
  expect(databases.kept('clearlot-rounds', 'chains')).toEqual([
    { number: 1, commitment: 'one', seenBy: 2, firstDay: 20, at: 5 },
    ...before.slice(1),
  ]);
});
