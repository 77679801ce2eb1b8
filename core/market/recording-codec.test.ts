import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candle, columnsOf } from './candle.ts';
import { noCandles } from './columns.ts';
import { decodeRecording, encodeRecording } from './recording-codec.ts';
import { decimalsNeeded } from './ticks.ts';

const minute = 60_000;
const candle: Candle = { openTime: minute, open: 2, high: 3, low: 1, close: 2, volume: 1 };

const recording = fc
  .record({
    priceDecimals: fc.integer({ min: 0, max: 8 }),
    volumeDecimals: fc.integer({ min: 0, max: 6 }),
    first: fc.integer({ min: 0, max: 30_000_000 }),
    rows: fc.array(
      fc.record({
        step: fc.oneof({ arbitrary: fc.constant(1), weight: 20 }, fc.integer({ min: 1, max: 100_000 })),
        corners: fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { minLength: 4, maxLength: 4 }),
        volume: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 50 })),
      }),
      { maxLength: 60 },
    ),
  })
  .map(({ priceDecimals, volumeDecimals, first, rows }) => {
    let minutes = first;
    const candles = rows.map(({ step, corners, volume }): Candle => {
      minutes += step;
      const [open, close, third, fourth] = corners.map((ticks) => ticks / 10 ** priceDecimals) as [
        number,
        number,
        number,
        number,
      ];
      return {
        openTime: minutes * minute,
        open,
        high: Math.max(open, close, third, fourth),
        low: Math.min(open, close, third, fourth),
        close,
        volume: volume / 10 ** volumeDecimals,
      };
    });
    return { candles: columnsOf(candles), priceDecimals, volumeDecimals };
  });

test('what was packed comes back as the identical doubles, gaps included', () => {
  fc.assert(
    fc.property(recording, (original) => {
      expect(decodeRecording(encodeRecording(original))).toEqual(original);
    }),
    { numRuns: 1000 },
  );
});

test('a column whose largest value fills its bytes, or just needs one more, comes back', () => {
  for (const largest of [255, 256, 65_535, 65_536, 2 ** 24, 2 ** 32]) {
    const original = { candles: columnsOf([{ ...candle, volume: largest }]), priceDecimals: 0, volumeDecimals: 0 };
    expect(decodeRecording(encodeRecording(original)), `${largest}`).toEqual(original);
  }
});

test('a cut, lengthened or foreign file is refused', () => {
  fc.assert(
    fc.property(recording, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (original, where) => {
      const bytes = encodeRecording(original);
      expect(() => decodeRecording(bytes.subarray(0, Math.floor(bytes.length * where)))).toThrow(RangeError);
      expect(() => decodeRecording(Uint8Array.from([...bytes, 0]))).toThrow(RangeError);
      expect(() => decodeRecording(bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte)))).toThrow(RangeError);
    }),
  );
});

test.each([
  ['a price between ticks', { ...candle, close: 2.005 }],
  ['an open time inside a minute', { ...candle, openTime: minute + 1 }],
  ['a high below the close', { ...candle, high: 1.5 }],
  ['a low above the open', { ...candle, low: 2.5 }],
  ['a negative volume', { ...candle, volume: -1 }],
  ['a price that is no number', { ...candle, open: Number.NaN }],
])('%s is not packed', (_what, bad) => {
  const pack = (candles: Candle[]) =>
    encodeRecording({ candles: columnsOf(candles), priceDecimals: 2, volumeDecimals: 0 });
  expect(() => pack([candle])).not.toThrow();
  expect(() => pack([bad])).toThrow(RangeError);
});

test('rows out of order are not packed, no rows are', () => {
  const candles = columnsOf([candle, candle]);
  expect(() => encodeRecording({ candles, priceDecimals: 0, volumeDecimals: 0 })).toThrow('do not ascend');
  const empty = { candles: noCandles, priceDecimals: 0, volumeDecimals: 0 };
  const bytes = encodeRecording(empty);
  expect(decodeRecording(bytes)).toEqual(empty);
  // Nothing is made ready for more rows than any recording has: here a file of some bytes says that it has 10,000,001.
  const many = Uint8Array.from([...bytes.subarray(0, 6), 0x81, 0xad, 0xe2, 0x04, ...bytes.subarray(7)]);
  expect(() => decodeRecording(many)).toThrow('10000001 rows is beyond 10000000');
});

test('the decimals needed are those of the longest value', () => {
  expect(decimalsNeeded(Float64Array.of(1, 0.5, 0.00001))).toBe(5);
  expect(decimalsNeeded(Float64Array.of(100, 7))).toBe(0);
  expect(() => decimalsNeeded(Float64Array.of(1 / 3))).toThrow(RangeError);
});
