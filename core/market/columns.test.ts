import { expect, test } from 'vitest';
import { candleAt, columnsOf } from './candle.ts';
import { joinColumns, noCandles, rowAtOrAfter } from './columns.ts';

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
