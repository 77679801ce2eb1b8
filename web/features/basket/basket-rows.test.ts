import { expect, test } from 'vitest';
import type { ChartCandle } from '#contract/market.ts';
import { equalWeightBasket } from '#core/market/basket.ts';
import { basketRows } from './basket-rows.ts';

const candle = (openTime: number, close: number, volume: number, seam = false): ChartCandle => {
  return { openTime, open: close, high: close, low: close, close, volume, final: true, seam, isBreak: seam };
};

test('a row has the index, the volume of all coins in USDT, and the seam of any of them', () => {
  const columns = [
    [candle(0, 10, 3), candle(1, 20, 1, true)],
    [candle(0, 4, 5), candle(1, 2, 10), candle(2, 2, 10)],
  ];
  const basket = equalWeightBasket(columns);
  expect(basket && basketRows(basket, columns)).toEqual([
    { openTime: 0, open: 100, high: 100, low: 100, close: 100, volume: 50, seam: false, isBreak: false },
    { openTime: 1, open: 125, high: 125, low: 125, close: 125, volume: 40, seam: true, isBreak: true },
  ]);
});
