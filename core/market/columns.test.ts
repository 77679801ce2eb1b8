import { expect, test } from 'vitest';
import { candleAt, columnsOf, sliceColumns } from './candle.ts';
import { columnsOfRows, joinColumns, noCandles, rowAtOrAfter, rowsOf } from './columns.ts';
import { recordedDays } from './recorded-days.ts';

test('the row at a time is the one that opens then, between two the later one, after the last the end', () => {
  const openTimes = Float64Array.of(10, 20, 30);
  expect([9, 10, 11, 20, 29, 30, 31].map((time) => rowAtOrAfter(openTimes, time))).toEqual([0, 0, 1, 1, 2, 2, 3]);
  expect(rowAtOrAfter(noCandles.openTime, 5)).toBe(0);
});

test('joined columns hold every row of their parts, in order', () => {
  const candle = (openTime: number) => ({ openTime, open: 1, high: 4, low: 0.5, close: 2, volume: openTime });
  const joined = joinColumns([columnsOf([candle(1), candle(2)]), noCandles, columnsOf([candle(3)])]);
  expect(joined.openTime.length).toBe(3);
  for (const row of [0, 1, 2]) expect(candleAt(joined, row)).toEqual(candle(row + 1));
});

test('a row is time, open, high, low, close and volume, and columns made of rows have each in its place', () => {
  const candle = { openTime: 60_000, open: 2, high: 4, low: 1, close: 3, volume: 9 };
  expect(rowsOf(columnsOf([candle]))).toEqual([[60_000, 2, 4, 1, 3, 9]]);
  expect(candleAt(columnsOfRows([[60_000, 2, 4, 1, 3, 9]]), 0)).toEqual(candle);
});

test('a slice has each column from its first row to before its end, and no row beyond its own', () => {
  const row = (openTime: number) => ({ openTime, open: 2, high: openTime + 4, low: 1, close: 3, volume: openTime });
  const slice = sliceColumns(columnsOf([1, 2, 3, 4].map(row)), 1, 3);
  expect(Object.values(slice).map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 2]);
  expect([0, 1].map((index) => candleAt(slice, index))).toEqual([row(2), row(3)]);
  for (const index of [-1, 2]) expect(() => candleAt(slice, index)).toThrow(RangeError);
});

test('a recorded day is one that every coin has from its first minute to its last', () => {
  const [hour, day] = [3_600_000, 86_400_000];
  const from = (first: number, through: number) =>
    columnsOf(
      Array.from({ length: (through - first) / hour }, (_, place) => {
        return { openTime: first + place * hour, open: 1, high: 1, low: 1, close: 1, volume: 0 };
      }),
    );
  expect(recordedDays([from(0, 3 * day), from(hour, 3 * day)], hour)).toEqual([day, 2 * day]);
  expect(recordedDays([from(0, 3 * day), from(0, 3 * day - hour)], hour)).toEqual([0, day]);
  expect([recordedDays([], hour), recordedDays([from(0, day), noCandles], hour)]).toEqual([[], []]);
});
