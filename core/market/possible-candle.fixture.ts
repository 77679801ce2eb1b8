import type { Candle } from './candle.ts';

/** What a market cannot have made of a candle whose low is below its high. */
export const impossibleCandles: readonly (readonly [what: string, of: (candle: Candle) => Candle])[] = [
  ['a low above its high', (candle) => ({ ...candle, high: candle.low, low: candle.high })],
  ['an open above its high', (candle) => ({ ...candle, open: candle.high * 1.001 })],
  ['an open below its low', (candle) => ({ ...candle, open: candle.low * 0.999 })],
  ['a close above its high', (candle) => ({ ...candle, close: candle.high * 1.001 })],
  ['a close below its low', (candle) => ({ ...candle, close: candle.low * 0.999 })],
  ['a low of zero', (candle) => ({ ...candle, low: 0 })],
  ['prices of zero', (candle) => ({ ...candle, open: 0, high: 0, low: 0, close: 0 })],
  ['a price below zero', (candle) => ({ ...candle, low: -candle.low })],
  ['a volume below zero', (candle) => ({ ...candle, volume: -1 })],
];

/** Numbers that no JSON has. */
export const impossibleNumbers: readonly (readonly [what: string, of: (candle: Candle) => Candle])[] = [
  ['an open that is no number', (candle) => ({ ...candle, open: Number.NaN })],
  ['a high that is no number', (candle) => ({ ...candle, high: Number.NaN })],
  ['a low that is no number', (candle) => ({ ...candle, low: Number.NaN })],
  ['a close that is no number', (candle) => ({ ...candle, close: Number.NaN })],
  ['a volume that is no number', (candle) => ({ ...candle, volume: Number.NaN })],
  ['a high without end', (candle) => ({ ...candle, high: Number.POSITIVE_INFINITY })],
  ['a volume without end', (candle) => ({ ...candle, volume: Number.POSITIVE_INFINITY })],
];

/** What no list of candles of the interval holds, the changed one in its midst. */
export const impossibleTimes: readonly (readonly [what: string, of: (openTime: number, stepMs: number) => number])[] = [
  ['in seconds', (openTime) => openTime / 1_000],
  ['in microseconds', (openTime) => openTime * 1_000],
  ['in nanoseconds', (openTime) => openTime * 1_000_000],
  ['that stands twice', (openTime, stepMs) => openTime - stepMs],
  ['before the one before', (openTime, stepMs) => openTime - 2 * stepMs],
  ['a millisecond late', (openTime) => openTime + 1],
  ['between two milliseconds', (openTime) => openTime + 0.5],
  ['below zero', (openTime) => -openTime],
];

/** What looks wrong and is not: prices of every size are, and hours without a trade. */
export const possibleCandles: readonly (readonly [what: string, of: (candle: Candle) => Candle])[] = [
  ['a price of 0.00000001', (candle) => ({ ...candle, low: 0.00000001 })],
  ['prices of 0.00000001', (candle) => ({ ...candle, open: 1e-8, high: 1e-8, low: 1e-8, close: 1e-8 })],
  ['no volume', (candle) => ({ ...candle, volume: 0 })],
];
