import { expect, test } from 'vitest';
import { type ChartRow, changedFrom, openingRange, priceDecimalsOf, spanOf } from './chart-rows.ts';

const row = (index: number, close = 100 + index): ChartRow => ({
  openTime: index * 300_000,
  open: 100 + index,
  high: 110 + index,
  low: 90 + index,
  close,
  volume: 5,
  seam: false,
});
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index));

test('the chart opens on data indices 370 to 399 of 400', () => {
  expect(openingRange(400)).toEqual({ from: 370, to: 399 });
});

test('a short history opens with its rows at the right, as wide as ever', () => {
  expect(openingRange(10)).toEqual({ from: -20, to: 9 });
});

test('only the forming candle is redrawn when only it changed', () => {
  const before = rows(400);
  expect(changedFrom(before, [...before.slice(0, -1), row(399, 42)])).toBe(399);
  for (const value of ['open', 'high', 'low', 'close', 'volume'] as const) {
    expect([value, changedFrom(before, before.with(399, { ...row(399), [value]: 1 }))]).toEqual([value, 399]);
  }
});

test('a closed candle and the one after it are drawn', () => {
  const before = rows(400);
  expect(changedFrom(before, [...before.slice(0, -1), row(399, 42), row(400)])).toBe(399);
});

test('equal rows redraw nothing', () => {
  expect(changedFrom(rows(400), rows(400))).toBe(400);
});

test.each([
  ['the first answer', [], rows(400)],
  ['a window that moved on', rows(400), rows(401).slice(1)],
  ['fewer rows', rows(400), rows(399)],
  ['a correction further back', rows(400), rows(400).with(100, row(100, 1))],
])('%s sets the whole series', (_name, before, after) => {
  expect(changedFrom(before, after)).toBeNull();
});

test('the text alternative has the last price and the change over the visible rows', () => {
  expect(spanOf(rows(400))).toEqual({ last: 499, changePercent: (499 / 470 - 1) * 100 });
  expect(spanOf([])).toBeNull();
});

test('prices keep the decimals they are quoted in', () => {
  expect(priceDecimalsOf([row(0, 2497.07), row(1, 2497.1)])).toBe(2);
  expect(priceDecimalsOf([row(0, 0.00001)])).toBe(5);
  expect(priceDecimalsOf([row(0, 102_000)])).toBe(0);
});
