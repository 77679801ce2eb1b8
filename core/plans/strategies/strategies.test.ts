import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CandleColumns, sliceColumns } from '#core/market/candle.ts';
import type { Direction } from '../terms.ts';
import { anyWalk, candlesFrom } from '../walk.fixture.ts';
import { reversion1 } from './reversion-1.ts';
import { strategies } from './strategies.ts';
import { directionsOf, type Strategy } from './strategy.ts';
import { trend1 } from './trend-1.ts';

const columnNames = ['open', 'high', 'low', 'close', 'volume'] as const;

/** The candles with every price and volume of rows `from` to `to` changed beyond recognition. */
function tamper(candles: CandleColumns, from: number, to: number): CandleColumns {
  const changed = { ...candles };
  for (const [place, name] of columnNames.entries()) {
    const factor = (row: number) => ((row + place) % 2 === 0 ? 7 : 0.1);
    changed[name] = candles[name].map((value, row) => (row >= from && row < to ? value * factor(row) : value));
  }
  return changed;
}

/** Whether the direction at any round of this market depends on the round's own candle or on a later one. */
function looksAhead(strategy: Strategy, candles: CandleColumns): boolean {
  const honest = directionsOf(strategy, candles);
  const count = candles.openTime.length;
  return Array.from({ length: count - strategy.lookback }, (_, place) => place + strategy.lookback).some((index) => {
    return strategy.directionAt(tamper(candles, index, count), index) !== honest[index];
  });
}

/** Whether it depends on anything but the last `lookback` candles. */
function looksFurtherBack(strategy: Strategy, candles: CandleColumns): boolean {
  const honest = directionsOf(strategy, candles);
  const indices = Array.from({ length: candles.openTime.length - strategy.lookback + 1 }, (_, place) => place);
  return indices.some((first) => {
    const window = sliceColumns(candles, first, first + strategy.lookback);
    return strategy.directionAt(window, strategy.lookback) !== honest[first + strategy.lookback];
  });
}

describe.each(Object.values(strategies))('$id', (strategy) => {
  const market = anyWalk({ min: 100, max: 140 });

  test('is found under its own id', () => {
    expect(strategies[strategy.id]).toBe(strategy);
  });

  test('never looks at the candle of its round nor at a later one', () => {
    fc.assert(fc.property(market, (candles) => !looksAhead(strategy, candles)));
  });

  test('looks at its lookback and at nothing before it: a window alone gives the same answer as the whole history', () => {
    fc.assert(fc.property(market, (candles) => !looksFurtherBack(strategy, candles)));
  });

  test('is long, short and flat on ordinary markets', () => {
    const seen = new Set<number>();
    for (const candles of fc.sample(market, { numRuns: 40, seed: 4 })) {
      for (const direction of directionsOf(strategy, candles).subarray(strategy.lookback)) seen.add(direction);
    }
    expect([...seen].sort()).toEqual([-1, 0, 1]);
  });

  test('stays flat where nothing moves', () => {
    const still = candlesFrom(Array.from({ length: 60 }, () => [0.1, 0.1, 0.1, 0.1] as const));
    expect(directionsOf(strategy, still).every((direction) => direction === 0)).toBe(true);
  });

  test('is flat before its lookback is complete and speaks for the candle that does not exist yet', () => {
    const candles = fc.sample(market, { numRuns: 1, seed: 2 })[0] as CandleColumns;
    const directions = directionsOf(strategy, candles);
    expect(directions).toHaveLength(candles.openTime.length + 1);
    expect(directions.subarray(0, strategy.lookback).every((direction) => direction === 0)).toBe(true);
    expect(directionsOf(strategy, sliceColumns(candles, 0, 80))[80]).toBe(directions[80]);
    expect(directionsOf(strategy, sliceColumns(candles, 0, strategy.lookback - 1)).every((one) => one === 0)).toBe(
      true,
    );
  });
});

describe('the checks themselves', () => {
  const candles = fc.sample(anyWalk({ min: 120, max: 120 }), { numRuns: 1, seed: 8 })[0] as CandleColumns;
  const sign = (value: number): Direction => (value > 0 ? 1 : value < 0 ? -1 : 0);
  const rule = (directionAt: Strategy['directionAt']): Strategy => ({
    id: 'trend-1',
    lookback: 48,
    parameters: {},
    directionAt,
  });

  test('catch a strategy that peeks at the close of its own round', () => {
    const peeking = rule(({ open, close }, index) => sign((close[index] ?? 0) - (open[index] ?? 0)));
    expect(looksAhead(peeking, candles)).toBe(true);
  });

  test('catch a strategy whose average remembers the whole history', () => {
    const remembering = rule(({ close }, index) => {
      let mean = close[0] ?? 0;
      for (const price of close.subarray(1, index)) mean += (price - mean) * 0.02;
      return sign((close[index - 1] ?? 0) - mean);
    });
    expect(looksAhead(remembering, candles)).toBe(false);
    expect(looksFurtherBack(remembering, candles)).toBe(true);
  });
});

describe('the rules by hand', () => {
  const closes = (prices: readonly number[]) =>
    candlesFrom(prices.map((price) => [price, price, price, price] as const));
  const flatThen = (count: number, level: number, ...last: readonly number[]) =>
    closes([...Array<number>(count).fill(level), ...last]);

  test('trend-1 goes with twelve closes 0.2 % above, against twelve below, and stays flat inside its band', () => {
    const step = (to: number) => closes([...Array<number>(36).fill(100), ...Array<number>(12).fill(to)]);
    expect(trend1.directionAt(step(100.2), 48)).toBe(1);
    expect(trend1.directionAt(step(99.8), 48)).toBe(-1);
    expect(trend1.directionAt(step(100.12), 48)).toBe(0);
    expect(trend1.directionAt(step(99.88), 48)).toBe(0);
  });

  test('reversion-1 goes against a last close far from its mean, and not against a small or an ordinary one', () => {
    expect(reversion1.directionAt(flatThen(35, 100, 101), 36)).toBe(-1);
    expect(reversion1.directionAt(flatThen(35, 100, 99), 36)).toBe(1);
    expect(reversion1.directionAt(flatThen(35, 100, 100.2), 36)).toBe(0);
    const restless = closes(Array.from({ length: 36 }, (_, row) => (row % 2 === 0 ? 99 : 101)));
    expect(reversion1.directionAt(restless, 36)).toBe(0);
  });
});

test('at the very edge of its band the trend enters nothing', () => {
  // The fast mean is exactly 0.1 % above the slow one, and exactly 0.1 % below: whole numbers, so that doubles are exact.
  const candlesOf = (prices: readonly number[]) =>
    candlesFrom(prices.map((price) => [price, price, price, price] as const));
  for (const [slow, fast] of [
    [33_000, 33_033],
    [1_000, 999],
  ] as const) {
    const older: number[] = Array.from({ length: 36 }, () => slow);
    older[0] = 48 * slow - 12 * fast - 35 * slow;
    const closes: number[] = [...older, ...Array.from({ length: 12 }, () => fast)];
    expect(trend1.directionAt(candlesOf(closes), 48)).toBe(0);
    closes[47] = fast + Math.sign(fast - slow);
    expect(trend1.directionAt(candlesOf(closes), 48)).toBe(Math.sign(fast - slow));
  }
});
