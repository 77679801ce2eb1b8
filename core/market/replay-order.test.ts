import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainOf, tipOf } from '#core/proofs/seed-chain.ts';
import { distinctDays, drawDay, earlierKey, revealedOrder } from './replay-order.ts';

const seed = Uint8Array.from({ length: 32 }, (_, place) => place);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function orderOf(keys: readonly Uint8Array[], recordedDays: number): number[] {
  const order: number[] = [];
  for (const key of keys) order.push(drawDay(key, recordedDays, order));
  return order;
}

test('a day is drawn from those that were not played lately, by the first six bytes of its key', () => {
  const key = Uint8Array.of(0, 0, 0, 0, 1, 2, ...seed.subarray(6));
  expect(distinctDays(29)).toBe(19);
  expect(drawDay(key, 29, [])).toBe(258 % 29);
  const played = Array.from({ length: 25 }, (_, day) => 24 - day);
  // Days 24 to 19 were played more than 19 days ago, 25 to 28 never: ten candidates.
  expect(drawDay(key, 29, played)).toBe([19, 20, 21, 22, 23, 24, 25, 26, 27, 28][258 % 10]);
  expect(drawDay(key, 1, [0, 0])).toBe(0);
});

test('five years: no recorded day comes again while it is history, all come equally often, and none can be told from the last', () => {
  const keys = chainOf(seed, 1_826);
  for (const recordedDays of [1, 2, 3, 19, 29, 40]) {
    const order = orderOf(keys, recordedDays);
    const distinct = distinctDays(recordedDays);
    for (let day = 0; day < order.length; day++) {
      const recent = order.slice(Math.max(0, day - distinct), day + 1);
      expect(new Set(recent).size).toBe(recent.length);
    }
    const counts = Array.from({ length: recordedDays }, (_, origin) => order.filter((one) => one === origin).length);
    expect(Math.min(...counts)).toBeGreaterThan((0.75 * order.length) / recordedDays);
    expect(Math.max(...counts)).toBeLessThan((1.25 * order.length) / recordedDays + 1);
  }
  const order = orderOf(keys, 29);
  const follows = order.filter((origin, day) => origin === (order[day - 1] ?? -9) + 1).length;
  // By chance 1 in 10 of the candidates, of which the day after is one two times in three.
  expect(follows / order.length).toBeLessThan(0.12);
});

test('the reveal of a day gives the whole order up to it, and only with the committed key', () => {
  const keys = chainOf(seed, 400);
  const order = orderOf(keys, 29);
  const commitment = tipOf(keys);
  fc.assert(
    fc.property(fc.nat(399), fc.nat(399), fc.nat(255), (day, otherDay, place) => {
      const key = hex(keys[day] ?? seed);
      const reveal = { commitment, day, key, recordedDays: 29 };
      expect(revealedOrder(reveal)).toEqual(order.slice(0, day + 1));
      if (otherDay !== day) expect(revealedOrder({ ...reveal, day: otherDay })).toBeNull();
      const digit = place % 64;
      const turned = `${key.slice(0, digit)}${key[digit] === '0' ? '1' : '0'}${key.slice(digit + 1)}`;
      expect(revealedOrder({ ...reveal, key: turned })).toBeNull();
      expect(revealedOrder({ ...reveal, commitment: key })).toBeNull();
    }),
    { numRuns: 40 },
  );
  expect(revealedOrder({ commitment, day: -1, key: hex(seed), recordedDays: 29 })).toBeNull();
  expect(revealedOrder({ commitment, day: 1e12, key: hex(seed), recordedDays: 29 })).toBeNull();
  expect(revealedOrder({ commitment, day: 0.5, key: hex(seed), recordedDays: 29 })).toBeNull();
  expect(revealedOrder({ commitment, day: 0, key: 'not a key', recordedDays: 29 })).toBeNull();
  expect(revealedOrder({ commitment, day: 399, key: hex(seed), recordedDays: 0 })).toBeNull();
});

test('the key of an earlier day follows from a later one, and a recording of one day has an order', () => {
  const keys = chainOf(seed, 9);
  for (const days of [0, 1, 3]) expect(earlierKey(hex(keys[7] ?? seed), days)).toBe(hex(keys[7 - days] ?? seed));
  const reveal = { commitment: tipOf(keys), day: 2, key: hex(keys[2] ?? seed) };
  expect(revealedOrder({ ...reveal, recordedDays: 1 })).toEqual([0, 0, 0]);
  expect(revealedOrder({ ...reveal, recordedDays: 1.5 })).toBeNull();
});
