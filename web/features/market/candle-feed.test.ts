import { expect, test } from 'vitest';
import type { ChartCandle } from '#contract/market.ts';
import { withCandle } from './candle-feed.ts';

const minute = 60_000;
const candle = (index: number, final = true, close = 100): ChartCandle => ({
  openTime: index * minute,
  open: 100,
  high: 101,
  low: 99,
  close,
  volume: 1,
  final,
  seam: false,
  isBreak: false,
});

test('the forming candle replaces itself', () => {
  expect(withCandle([candle(1), candle(2, false)], candle(2, false, 105), minute)).toEqual([
    candle(1),
    candle(2, false, 105),
  ]);
});

test('a closed candle is followed by the next one', () => {
  expect(withCandle([candle(1), candle(2)], candle(3, false), minute)).toEqual([
    candle(1),
    candle(2),
    candle(3, false),
  ]);
});

test('a closed candle is final: a late tick of it, or an older one, changes nothing', () => {
  const candles = [candle(1), candle(2)];
  expect(withCandle(candles, candle(2, false, 1), minute)).toBe(candles);
  expect(withCandle(candles, candle(1, true, 1), minute)).toBe(candles);
});

test('a missed close or a gap refetches all candles', () => {
  expect(withCandle([candle(1), candle(2, false)], candle(3, false), minute)).toBeNull();
  expect(withCandle([candle(1), candle(2)], candle(4, false), minute)).toBeNull();
});

test('the first candle of an empty chart is taken', () => {
  expect(withCandle([], candle(7, false), minute)).toEqual([candle(7, false)]);
});
