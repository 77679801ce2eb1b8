import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMinutes, toMilliseconds } from './minutes.ts';

const now = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;

test.each([
  ['seconds', 1e-3],
  ['milliseconds', 1],
  ['microseconds', 1e3],
  ['nanoseconds', 1e6],
])('times in %s are understood', (_unit, factor) => {
  const rows = [0, 1, 2].map((index) => [(now + (index - 3) * minute) * factor, 2, 3, 1, 2, 9]);
  expect(readMinutes(rows, now).map(({ openTime }) => openTime)).toEqual([now - 180_000, now - 120_000, now - 60_000]);
});

test('every whole second from 1973 to 5138 keeps its instant in each unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000_001, max: 99_999_999_999 }), (second) => {
      for (const unit of [1, 1e3, 1e6]) expect(toMilliseconds(second * unit)).toBe(second * 1000);
    }),
  );
});

test('a response is sorted, and of duplicate minutes the later one is kept', () => {
  const rows = [
    [now - minute, 2, 3, 1, 2.5, 9],
    [now - 2 * minute, 2, 3, 1, 2, 8],
    [now - minute, 2, 4, 1, 3, 10],
  ];
  expect(readMinutes(rows, now)).toEqual([
    { openTime: now - 2 * minute, open: 2, high: 3, low: 1, close: 2, volume: 8 },
    { openTime: now - minute, open: 2, high: 4, low: 1, close: 3, volume: 10 },
  ]);
});

test('prices of 0.00001 stay what they are', () => {
  const [candle] = readMinutes([[now - minute, 0.00001, 0.00002, 0.00001, 0.00001, 1e12]], now);
  expect(candle).toEqual({ openTime: now - minute, open: 1e-5, high: 2e-5, low: 1e-5, close: 1e-5, volume: 1e12 });
});

test.each([
  ['a high below the close', [now - minute, 2, 2.1, 1, 2.5, 1]],
  ['a price of zero', [now - minute, 0, 1, 0, 1, 1]],
  ['a price that is missing', [now - minute, 2, 3, undefined, 2, 1]],
  ['a price that is no number', [now - minute, 2, Number.NaN, 1, 2, 1]],
  ['a negative volume', [now - minute, 2, 3, 1, 2, -1]],
  ['a time inside a minute', [now - minute + 500, 2, 3, 1, 2, 1]],
  ['a time in the future', [now + 6 * minute, 2, 3, 1, 2, 1]],
])('a response with %s is rejected', (_what, row) => {
  const good = [now - 2 * minute, 2, 3, 1, 2, 1];
  expect(() => readMinutes([good], now)).not.toThrow();
  expect(() => readMinutes([good, row], now)).toThrow();
});

test('anything but rows is rejected', () => {
  for (const response of [null, 'maintenance', { code: -1003 }, [[1, 2]], [null]]) {
    expect(() => readMinutes(response, now)).toThrow();
  }
});
