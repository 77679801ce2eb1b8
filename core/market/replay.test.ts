import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainOf } from '#core/proofs/seed-chain.ts';
import { type Candle, candleAt, columnsOf } from './candle.ts';
import {
  dayAt,
  factorMax,
  playedRows,
  rebaseAfter,
  rebasedPrice,
  rebaseOfFirstDay,
  rebasesOf,
  seamBetween,
  shiftOf,
} from './replay.ts';
import { drawDay } from './replay-order.ts';

const dayMs = 86_400_000;
const start = 100 * dayMs;
const place = { start, recordedDays: [10, 11, 14].map((day) => day * dayMs) };

test('a time belongs to the day that plays then, and a recorded day is shifted by whole days', () => {
  expect(dayAt(start, start - 1)).toBe(-1);
  expect(dayAt(start, start)).toBe(0);
  expect(dayAt(start, start + dayMs - 1)).toBe(0);
  expect(dayAt(start, start + dayMs)).toBe(1);
  expect(14 * dayMs + 5 + shiftOf(place, 7, 2)).toBe(start + 7 * dayMs + 5);
});

test('the beginning of each day but the first is a seam', () => {
  expect(seamBetween(start, start, start + dayMs)).toBeNull();
  expect(seamBetween(start, start, start + dayMs + 1)).toBe(start + dayMs);
  expect(seamBetween(start, start + dayMs, start + dayMs + 1)).toBe(start + dayMs);
  expect(seamBetween(start, start + dayMs + 1, start + 2 * dayMs)).toBeNull();
  expect(seamBetween(start, start - 70 * dayMs, start + dayMs)).toBeNull();
});

const candle = (openTime: number, open: number, close: number): Candle => ({
  openTime,
  open,
  high: Math.max(open, close),
  low: Math.min(open, close),
  close,
  volume: 3,
});

const ticks = fc.integer({ min: 500, max: 12_000_000 });
const dayTicks = fc.record({ open: ticks, close: ticks });

test('a day opens where the one before closed, to the tick, or is marked as a break; no price is beyond the factor', () => {
  fc.assert(
    fc.property(
      fc.array(dayTicks, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 8 }),
      fc.array(fc.nat(7), { minLength: 1, maxLength: 60 }),
      (days, decimals, drawn) => {
        const scale = 10 ** decimals;
        const prices = days.map(({ open, close }) => ({ open: open / scale, close: close / scale }));
        const order = drawn.map((number) => number % days.length);
        const rebases = rebasesOf(order, prices, decimals);
        expect(rebases).toHaveLength(order.length);
        for (const [day, origin] of order.entries()) {
          const rebase = rebases[day] ?? rebaseOfFirstDay(0);
          const recorded = prices[origin] ?? { open: 0, close: 0 };
          expect(rebase.factor).toBeGreaterThanOrEqual(1 / factorMax);
          expect(rebase.factor).toBeLessThanOrEqual(factorMax);
          expect(rebase.decimals).toBe(rebase.factor < 1 ? decimals + 1 : decimals);
          const opens = rebasedPrice(recorded.open, rebase);
          expect(opens / recorded.open).toBeLessThanOrEqual(factorMax * 1.001);
          expect(opens / recorded.open).toBeGreaterThanOrEqual(1 / factorMax / 1.001);
          const before = rebases[day - 1];
          if (!before) continue;
          const closed = rebasedPrice((prices[order[day - 1] ?? 0] ?? recorded).close, before);
          if (rebase.isBreak) expect(opens).toBe(recorded.open);
          else
            expect(Math.abs(opens - closed)).toBeLessThanOrEqual(
              1.01 / 10 ** Math.min(before.decimals, rebase.decimals),
            );
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a factor of exactly the bound is kept, one beyond it is a break', () => {
  const before = rebaseOfFirstDay(2);
  const close = { open: 1, close: 200 };
  expect(rebaseAfter(before, close, { open: 100, close: 1 }, 2)).toEqual({ factor: 2, decimals: 2, isBreak: false });
  expect(rebaseAfter(before, close, { open: 400, close: 1 }, 2)).toEqual({ factor: 0.5, decimals: 3, isBreak: false });
  expect(rebaseAfter(before, close, { open: 99.99, close: 1 }, 2)).toEqual({ factor: 1, decimals: 2, isBreak: true });
  expect(rebaseAfter(before, close, { open: 400.1, close: 1 }, 2)).toEqual({ factor: 1, decimals: 2, isBreak: true });
});

test('a day with factor 1 plays as recorded, and a scaled one keeps the order inside every candle', () => {
  const recorded = candle(11 * dayMs, 0.1 + 0.2, 0.00001);
  const played = playedRows(columnsOf([candle(0, 1, 1), recorded]), 1, 2, 5 * dayMs, rebaseOfFirstDay(5));
  expect(candleAt(played, 0)).toEqual({ ...recorded, openTime: 16 * dayMs });
  fc.assert(
    fc.property(ticks, ticks, fc.double({ min: 0.5, max: 2, noNaN: true }), (one, other, factor) => {
      const rows = playedRows(columnsOf([candle(0, one / 100, other / 100)]), 0, 1, 0, {
        factor,
        decimals: 2,
        isBreak: false,
      });
      const { open, high, low, close, volume } = candleAt(rows, 0);
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(volume).toBe(3);
    }),
  );
});

test('the smallest price stays above zero', () => {
  const cheap = { open: 0.00000001, close: 0.00000001 };
  const [, , last] = rebasesOf([0, 1, 0], [{ open: 0.00000002, close: 0.00000001 }, cheap], 8);
  expect(rebasedPrice(0.00000001, last ?? rebaseOfFirstDay(8))).toBeGreaterThan(0);
});

test('five years of a coin that loses three quarters in every month: its prices stay within a factor of two', () => {
  const prices = Array.from({ length: 29 }, (_, day) => ({
    open: 3.2 * 0.953 ** day,
    close: 3.2 * 0.953 ** (day + 1),
  }));
  const order: number[] = [];
  for (const key of chainOf(new Uint8Array(32).fill(7), 1_826)) order.push(drawDay(key, 29, order));
  const rebases = rebasesOf(order, prices, 4);
  for (const { factor } of rebases) {
    expect(factor).toBeGreaterThanOrEqual(0.5);
    expect(factor).toBeLessThanOrEqual(2);
  }
  const breaks = rebases.filter(({ isBreak }) => isBreak).length;
  expect(breaks).toBeGreaterThan(10);
  expect(breaks / rebases.length).toBeLessThan(0.3);
});

test('at each bound of the factor a price is scaled to the ticks of its day', () => {
  expect(rebasedPrice(1.23, { factor: 2, decimals: 2, isBreak: false })).toBe(2.46);
  expect(rebasedPrice(1.23, { factor: 0.5, decimals: 3, isBreak: false })).toBe(0.615);
});

test('a price that would round to nothing is one tick', () => {
  expect(rebasedPrice(0.000004, { factor: 0.9, decimals: 5, isBreak: false })).toBe(0.00001);
  expect(rebasedPrice(0.3, { factor: 0.9, decimals: 0, isBreak: false })).toBe(1);
});

test('rows play in the number that was asked for, each price scaled, and the first day is no break', () => {
  const recorded = columnsOf([candle(0, 1, 1), candle(dayMs, 2, 4), candle(2 * dayMs, 3, 5)]);
  const played = playedRows(recorded, 1, 3, dayMs, { factor: 2, decimals: 1, isBreak: false });
  expect(Object.values(played).map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 2]);
  expect([0, 1].map((row) => candleAt(played, row))).toEqual([candle(2 * dayMs, 4, 8), candle(3 * dayMs, 6, 10)]);
  expect(
    rebasesOf(
      [1, 0],
      [
        { open: 4, close: 2 },
        { open: 1, close: 8 },
      ],
      2,
    ),
  ).toEqual([
    { factor: 1, decimals: 2, isBreak: false },
    { factor: 2, decimals: 2, isBreak: false },
  ]);
});
