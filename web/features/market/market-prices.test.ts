import { expect, test } from 'vitest';
import type { MarketRow } from '#contract/market.ts';
import { withPrices } from './market-prices.ts';

const row = (coin: string, last: number): MarketRow => ({
  coin,
  quote: 'USDT',
  last,
  lastAt: 1,
  hourlyCloses: [],
  priceDecimals: 2,
  changePercent: -1,
  iconPath: '',
  high: 110,
  low: 90,
  value24h: 5,
});

test('a new price moves the row, and its day’s high or low where it is beyond', () => {
  const [moved] = withPrices([row('ETH', 100)], [['ETH', 120, 2.5]], 9);
  expect(moved).toEqual({ ...row('ETH', 120), lastAt: 9, changePercent: 2.5, high: 120 });
  const [fallen] = withPrices([row('ETH', 100)], [['ETH', 80, -2.5]], 9);
  expect(fallen).toEqual({ ...row('ETH', 80), lastAt: 9, changePercent: -2.5, low: 80 });
});

test('a price that moved alone, and a change that moved alone, are both shown', () => {
  expect(withPrices([row('ETH', 100)], [['ETH', 101, -1]], 9)).toEqual([{ ...row('ETH', 101), lastAt: 9 }]);
  expect(withPrices([row('ETH', 100)], [['ETH', 100, -2]], 9)).toEqual([
    { ...row('ETH', 100), lastAt: 9, changePercent: -2 },
  ]);
});

test('rows without a new price stay the same objects', () => {
  const rows = [row('BTC', 100), row('ETH', 100)];
  const after = withPrices(rows, [['ETH', 100, -1]], 9);
  expect(after[0]).toBe(rows[0]);
  expect(after[1]).toBe(rows[1]);
});

test('a coin that is not in the list is left out', () => {
  expect(withPrices([row('ETH', 100)], [['XXX', 1, 1]], 9)).toHaveLength(1);
});
