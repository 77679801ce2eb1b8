import { expect, test } from 'vitest';
import { type CandleColumns, columnsOf } from './candle.ts';
import { noCandles } from './columns.ts';
import { recordedDays } from './recorded-days.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Candles of an hour from one moment until just before another, given in days. */
const hours = (from: number, to: number): CandleColumns =>
  columnsOf(
    Array.from({ length: (to - from) * 24 }, (_, hour) => {
      return { openTime: from * dayMs + hour * hourMs, open: 1, high: 1, low: 1, close: 1, volume: 1 };
    }),
  );
const daysOf = (...coins: CandleColumns[]): number[] => recordedDays(coins, hourMs).map((midnight) => midnight / dayMs);

test('whole recorded days are those that every coin was recorded on from midnight to midnight', () => {
  expect(daysOf(hours(10, 13))).toEqual([10, 11, 12]);
  expect(daysOf(hours(10.25, 13.75))).toEqual([11, 12]);
  expect(daysOf(hours(10, 13), hours(11, 15), hours(8, 12.5))).toEqual([11]);
  expect(daysOf(hours(10, 11), hours(12, 13))).toEqual([]);
});

test('where a coin has no candle, and where there is no coin, no day is recorded', () => {
  expect(daysOf(hours(10, 13), noCandles)).toEqual([]);
  expect(daysOf()).toEqual([]);
});
