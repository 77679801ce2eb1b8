import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Candle } from './candle.ts';
import { formingAt, pathSteps, pricePath } from './price-path.ts';

const decimals = fc.integer({ min: 0, max: 8 });

const candleWithDecimals = fc
  .tuple(decimals, fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 4, maxLength: 4 }), fc.nat(1e9))
  .map(([places, ticks, minutes]) => {
    const [a, b, c, d] = ticks.map((tick) => tick / 10 ** places) as [number, number, number, number];
    const candle: Candle = {
      openTime: minutes * 60_000,
      open: a,
      high: Math.max(a, b, c, d),
      low: Math.min(a, b, c, d),
      close: b,
      volume: ticks[2] as number,
    };
    return { candle, places };
  });

test('a path runs from open to close, touches high and low exactly and never leaves them, on ticks', () => {
  fc.assert(
    fc.property(candleWithDecimals, ({ candle, places }) => {
      const path = pricePath(candle, places);
      expect(path.length).toBe(pathSteps + 1);
      expect(path[0]).toBe(candle.open);
      expect(path[pathSteps]).toBe(candle.close);
      expect(Math.max(...path)).toBe(candle.high);
      expect(Math.min(...path)).toBe(candle.low);
      for (const price of path) expect(Math.round(price * 10 ** places) / 10 ** places).toBe(price);
    }),
    { numRuns: 1000 },
  );
});

test('a rising candle visits its low before its high, a falling one its high before its low', () => {
  const rising = pricePath({ openTime: 0, open: 10, high: 14, low: 8, close: 13, volume: 1 }, 2);
  const falling = pricePath({ openTime: 0, open: 13, high: 14, low: 8, close: 10, volume: 1 }, 2);
  expect(rising.indexOf(8)).toBeLessThan(rising.indexOf(14));
  expect(falling.indexOf(14)).toBeLessThan(falling.indexOf(8));
});

test('the same candle always has the same path, and two candles do not share one', () => {
  const candle: Candle = { openTime: 1_746_373_020_000, open: 100, high: 109, low: 91, close: 103, volume: 7 };
  expect(pricePath(candle, 2)).toEqual(pricePath({ ...candle }, 2));
  expect(pricePath({ ...candle, openTime: candle.openTime + 60_000 }, 2)).not.toEqual(pricePath(candle, 2));
});

test('the forming candle grows into the recorded one and only ever widens', () => {
  fc.assert(
    fc.property(candleWithDecimals, ({ candle, places }) => {
      const path = pricePath(candle, places);
      let before = formingAt(candle, path, 0);
      expect(before).toMatchObject({ open: candle.open, high: candle.open, low: candle.open, close: candle.open });
      for (let second = 1; second <= pathSteps; second++) {
        const now = formingAt(candle, path, second);
        expect(now.high).toBeGreaterThanOrEqual(before.high);
        expect(now.low).toBeLessThanOrEqual(before.low);
        expect(now.volume).toBe((candle.volume * second) / pathSteps);
        expect(now.close).toBeGreaterThanOrEqual(now.low);
        expect(now.close).toBeLessThanOrEqual(now.high);
        before = now;
      }
      expect(before).toEqual(candle);
    }),
    { numRuns: 300 },
  );
});

test('the way of a minute is the same on every node and in every version', () => {
  const rising: Candle = { openTime: 1_795_381_740_000, open: 100, high: 104, low: 97, close: 103, volume: 12.5 };
  const falling: Candle = { ...rising, open: 103, close: 100 };
  const seen = [rising, falling].map((candle) => {
    const path = pricePath(candle, 2);
    return {
      low: path.indexOf(97),
      high: path.indexOf(104),
      at: [1, 10, 20, 30, 40, 50, 59].map((second) => path[second]),
    };
  });
  expect(seen).toMatchInlineSnapshot(`
    [
      {
        "at": [
          99.23,
          97,
          98.78,
          103.5,
          104,
          102,
          102.84,
        ],
        "high": 33,
        "low": 7,
      },
      {
        "at": [
          103.23,
          103.77,
          102.54,
          97.68,
          97.69,
          98.71,
          99.88,
        ],
        "high": 4,
        "low": 31,
      },
    ]
  `);
});
