import { expect, test } from 'vitest';
import { type Candle, columnsOf } from './candle.ts';
import { recordingFault } from './recording-fault.ts';

const minute = 60_000;
const from = Date.UTC(2025, 4, 4, 15, 35);

const at = (place: number, price = 1, candleMs = minute): Candle => {
  return { openTime: from + place * candleMs, open: price, high: price, low: price, close: price, volume: 1 };
};
const faultOf = (candles: readonly Candle[], candleMs = minute, priceDecimals = 3) =>
  recordingFault({ candles: columnsOf(candles), priceDecimals, volumeDecimals: 0 }, candleMs);

test('candles one after another, of either length, have no fault; nor has none', () => {
  expect(faultOf([0, 1, 2].map((place) => at(place)))).toBeNull();
  expect(
    faultOf(
      [0, 1, 2].map((place) => at(place, 1, 5 * minute)),
      5 * minute,
    ),
  ).toBeNull();
  expect(faultOf([at(0)])).toBeNull();
  expect(faultOf([])).toBeNull();
});

test('a missing candle is told with the first one and how many there are', () => {
  expect(faultOf([0, 1, 3].map((place) => at(place)))).toBe(
    'has gaps: candles of 1 minute that are missing: 1, the first at 2025-05-04T15:37:00.000Z',
  );
  expect(
    faultOf(
      [0, 3, 4, 9].map((place) => at(place, 1, 5 * minute)),
      5 * minute,
    ),
  ).toBe('has gaps: candles of 5 minutes that are missing: 6, the first at 2025-05-04T15:40:00.000Z');
});

test('a candle between two others is told', () => {
  expect(
    faultOf(
      [0, 1].map((place) => at(place)),
      5 * minute,
    ),
  ).toBe('has a candle at 2025-05-04T15:36:00.000Z; its candles are 5 minutes long');
  // The first of several.
  expect(
    faultOf(
      [0, 1, 2].map((place) => at(place)),
      5 * minute,
    ),
  ).toContain('15:36');
});

test('a price of a thousand ticks is the least', () => {
  expect(faultOf([at(0), at(1, 0.00001)], minute, 8)).toBeNull();
  expect(faultOf([at(0), at(1, 0.00000999)], minute, 8)).toBe(
    'has the price 0.00000999 at 2025-05-04T15:36:00.000Z: with the 8 decimals of its prices these are 999 ticks, ' +
      'and below 1000 rounding to ticks would change its moves',
  );
  expect(faultOf([at(0), { ...at(1), low: 0.00000001 }], minute, 8)).toContain('the price 0.00000001 at');
  expect(faultOf([at(0, 999)], minute, 0)).toContain('these are 999 ticks');
});
