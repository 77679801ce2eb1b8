import fc from 'fast-check';
import type { CandleColumns } from '#core/market/candle.ts';
import type { Strategy } from './strategies/strategy.ts';
import type { Direction } from './terms.ts';

/** A strategy with scripted positions, by the open time of the round's candle: drives the engine through any case. */
export function scripted(script: ReadonlyMap<number, Direction>, lookback = 0): Strategy {
  return {
    id: 'trend-1',
    lookback,
    parameters: {},
    directionAt: ({ openTime }, index) => script.get(openTime[index] ?? Number.NaN) ?? 0,
  };
}

/** The script that gives the candles these directions in order. */
export function scriptOf(candles: CandleColumns, directions: ArrayLike<number>): Map<number, Direction> {
  return new Map(Array.from(candles.openTime, (time, row) => [time, (directions[row] ?? 0) as Direction]));
}

/** Directions for up to `count` candles, switching often enough that every change of position occurs. */
export const anyDirections = (count: number): fc.Arbitrary<Direction[]> =>
  fc.array(fc.constantFrom<Direction[]>(-1, 0, 1, 1), { minLength: count, maxLength: count });
