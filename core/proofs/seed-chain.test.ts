import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { chainDaysMax, chainOf, tipFrom, tipOf } from './seed-chain.ts';

const seed = Uint8Array.from({ length: 32 }, (_, place) => place);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const hashed = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

test('each key is the hash of the next, the seed is the last, and the tip is the hash of the first', () => {
  const keys = chainOf(seed, 40);
  expect(keys).toHaveLength(40);
  expect(keys[39]).toEqual(seed);
  for (let place = 0; place < 39; place++) expect(hex(keys[place] ?? seed)).toBe(hex(hashed(keys[place + 1] ?? seed)));
  expect(tipOf(keys)).toBe(hex(hashed(keys[0] ?? seed)));
  for (const [place, key] of keys.entries()) {
    expect(tipFrom(key, place)).toBe(tipOf(keys));
    expect(tipFrom(key, place + 1)).not.toBe(tipOf(keys));
  }
  expect(() => chainOf(seed.subarray(1), 40)).toThrow(RangeError);
});

test('a hundred years of keys hash back to one tip', () => {
  const keys = chainOf(seed, chainDaysMax);
  expect(keys).toHaveLength(36_525);
  let key: Uint8Array = seed;
  for (let day = 0; day < 36_525; day++) key = hashed(key);
  expect(tipOf(keys)).toBe(hex(key));
});
