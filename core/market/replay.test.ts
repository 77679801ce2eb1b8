import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candle, candleAt, columnsOf } from './candle.ts';
import { lapAt, lapShift, rebasedPrice, rebaseOfLap, rowsInLap, seamBetween } from './replay.ts';

const minute = 60_000;
const place = { start: 1_000 * minute, recordedFrom: 10 * minute, lapMs: 7 * minute };

test('a time belongs to the lap that plays then, and recorded times are shifted by whole laps', () => {
  expect(lapAt(place, place.start - 1)).toBe(-1);
  expect(lapAt(place, place.start)).toBe(0);
  expect(lapAt(place, place.start + 7 * minute - 1)).toBe(0);
  expect(lapAt(place, place.start + 7 * minute)).toBe(1);
  expect(10 * minute + lapShift(place, 2)).toBe(place.start + 14 * minute);
});

test('the beginning of each lap but the first is a seam', () => {
  expect(seamBetween(place, place.start, place.start + minute)).toBeNull();
  expect(seamBetween(place, place.start, place.start + 8 * minute)).toBe(place.start + 7 * minute);
  expect(seamBetween(place, place.start + 7 * minute, place.start + 8 * minute)).toBe(place.start + 7 * minute);
  expect(seamBetween(place, place.start + 7 * minute + 1, place.start + 14 * minute)).toBeNull();
  expect(seamBetween(place, place.start - 70 * minute, place.start + 7 * minute)).toBeNull();
});

const candle = (openTime: number, open: number, close: number): Candle => ({
  openTime,
  open,
  high: Math.max(open, close),
  low: Math.min(open, close),
  close,
  volume: 3,
});

const priceTicks = fc.integer({ min: 500, max: 12_000_000 });

test('each lap opens where the one before closed, to the tick, and keeps the order inside every candle', () => {
  fc.assert(
    fc.property(priceTicks, priceTicks, fc.integer({ min: 0, max: 8 }), fc.nat(12), (first, last, decimals, lap) => {
      fc.pre(last / first < 15 && first / last < 15);
      const recorded = columnsOf([
        candle(0, first / 10 ** decimals, (first + 7) / 10 ** decimals),
        candle(minute, (last + 9) / 10 ** decimals, last / 10 ** decimals),
      ]);
      const before = rebaseOfLap(recorded, decimals, lap);
      const after = rebaseOfLap(recorded, decimals, lap + 1);
      fc.pre(before.factor > 1e-10 && after.factor < 1e14);
      const ended = rebasedPrice(recorded.close[1] as number, before);
      const begins = rebasedPrice(recorded.open[0] as number, after);
      const tick = 1 / 10 ** Math.min(before.decimals, after.decimals);
      expect(Math.abs(begins - ended)).toBeLessThanOrEqual(tick * 1.01 + ended * 1e-12);
      const { open, high, low, close } = candleAt(
        rowsInLap(columnsOf([candle(0, ended, begins)]), 0, 1, 0, lap, before),
        0,
      );
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    }),
    { numRuns: 3000 },
  );
});

test('lap 0 plays as recorded', () => {
  const recorded = candle(11 * minute, 0.1 + 0.2, 0.00001);
  const rebase = rebaseOfLap(columnsOf([recorded]), 5, 0);
  expect(rebase).toEqual({ factor: 1, decimals: 5 });
  const played = rowsInLap(columnsOf([candle(0, 1, 1), recorded]), 1, 2, lapShift(place, 0), 0, rebase);
  expect(candleAt(played, 0)).toEqual({ ...recorded, openTime: place.start + minute });
});

test('a coin that falls to a quarter each lap keeps moving in fine ticks and never reaches zero', () => {
  const recorded = columnsOf([candle(0, 3.2183, 3.2), candle(minute, 0.8394, 0.8393)]);
  expect(rebaseOfLap(recorded, 4, 1).decimals).toBe(4);
  expect(rebaseOfLap(recorded, 4, 2).decimals).toBe(5);
  for (const lap of [1, 5, 20, 1000, 1e9]) {
    const price = rebasedPrice(0.8393, rebaseOfLap(recorded, 4, lap));
    expect(price).toBeGreaterThan(0);
    expect(Number.isFinite(price)).toBe(true);
  }
});

test('a price that would round to nothing is one tick', () => {
  expect(rebasedPrice(0.000004, { factor: 1, decimals: 5 })).toBe(0.00001);
  expect(rebasedPrice(0.3, { factor: 1, decimals: 0 })).toBe(1);
});

test('a coin that rises for ever stays a finite number', () => {
  const recorded = columnsOf([candle(0, 1826.77, 2638.29)]);
  expect(Number.isFinite(rebasedPrice(2638.29, rebaseOfLap(recorded, 2, 1e9)))).toBe(true);
  expect(rebaseOfLap(recorded, 2, 20).decimals).toBe(0);
});
