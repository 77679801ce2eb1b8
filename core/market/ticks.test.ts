import { expect, test } from 'vitest';
import { listingOf } from './coins.ts';
import { decimalsNeeded, roundToTick, ticksPerUnit, toTicks } from './ticks.ts';

test('a unit has a power of ten of ticks, and decimals that no tick has are refused', () => {
  expect([0, 1, 8, 18].map(ticksPerUnit)).toEqual([1, 10, 1e8, 1e18]);
  for (const decimals of [-1, 0.5, 19, Number.NaN]) expect(() => ticksPerUnit(decimals)).toThrow(RangeError);
});

test('a value is rounded to the nearest tick, and is whole ticks or none', () => {
  expect([0.19, 0.21, 0.25, 2].map((value) => roundToTick(value, 1))).toEqual([0.2, 0.2, 0.3, 2]);
  expect(toTicks(0.3, 1)).toBe(3);
  for (const value of [0.31, Number.NaN, 1e300]) expect(() => toTicks(value, 1)).toThrow(RangeError);
});

test('the decimals that values need are the fewest that do for all, twelve at most', () => {
  expect(decimalsNeeded(Float64Array.of())).toBe(0);
  expect(decimalsNeeded(Float64Array.of(5, 0.25, 0.5))).toBe(2);
  expect(decimalsNeeded(Float64Array.of(1e-12))).toBe(12);
  expect(() => decimalsNeeded(Float64Array.of(1e-13))).toThrow('more than 12 decimals');
  expect(() => decimalsNeeded(Float64Array.of(0.25), 1)).toThrow(RangeError);
});

test('a coin is listed in USDT, with the icon that ships with the app for those it knows', () => {
  expect(listingOf('BTC')).toEqual({ symbol: 'BTC', quote: 'USDT', iconPath: '/coins/btc.svg' });
  expect(listingOf('NOBODYS').iconPath).toBe('');
});
