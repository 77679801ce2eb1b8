import { createSecretKey, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { memberIdEnd, memberIdOf, memberNumberOf } from './member-number.ts';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const key = keyOf(1);

test('ten thousand members have as many numbers, of sixteen digits and in no order', () => {
  const numbers = Array.from({ length: 10_000 }, (_, id) => memberNumberOf(key, BigInt(id)));
  expect(new Set(numbers).size).toBe(10_000);
  for (const number of numbers) expect(number).toMatch(/^\d{16}$/);
  const rising = numbers.filter((number, at) => at > 0 && number > (numbers[at - 1] ?? '')).length;
  expect(rising).toBeGreaterThan(4_500);
  expect(rising).toBeLessThan(5_500);
  expect(memberNumberOf(key, 1n)).not.toBe('1'.padStart(16, '0'));
});

test('another key gives other numbers, and no id beyond its range has one', () => {
  const numbers = (of: KeyObject) => [1n, 2n, 3n].map((id) => memberNumberOf(of, id));
  expect(numbers(key)).toEqual(numbers(keyOf(1)));
  expect(numbers(key)).not.toEqual(numbers(keyOf(2)));
  expect(memberNumberOf(key, 1_023n * 2n ** 40n + 1n)).toMatch(/^\d{16}$/);
  expect(memberNumberOf(key, memberIdEnd - 1n)).toMatch(/^\d{16}$/);
  expect(() => memberNumberOf(key, memberIdEnd)).toThrow(RangeError);
});

test('the id is found again by its number, and by no other text', () => {
  for (const id of [0n, 1n, 2n, 4_711n, 2n ** 25n, 1_023n * 2n ** 40n + 1n, memberIdEnd - 1n]) {
    expect(memberIdOf(key, memberNumberOf(key, id))).toBe(id);
  }
  for (const text of ['', '1', '9'.repeat(16), '12345678901234567', 'abcdefghijklmnop']) {
    expect(memberIdOf(key, text)).toBeNull();
  }
});
