import { expect, test } from 'vitest';
import { impossibleCandles, impossibleNumbers, possibleCandles } from './possible-candle.fixture.ts';
import { isPossibleCandle } from './possible-candle.ts';

const candle = { openTime: 0, open: 101, high: 104, low: 99, close: 102, volume: 12.5 };

test.each(possibleCandles)('a market can have made %s', (_what, of) => {
  expect(isPossibleCandle(candle)).toBe(true);
  expect(isPossibleCandle(of(candle))).toBe(true);
});

test.each([...impossibleCandles, ...impossibleNumbers])('no market makes %s', (_what, of) => {
  expect(isPossibleCandle(of(candle))).toBe(false);
});
