import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { columnsOf } from '#core/market/candle.ts';
import { candlesHash } from './candle-hash.ts';
import { walk } from './walk.fixture.ts';

const candles = walk({ seed: 11, candles: 60, swing: 0.01 });

test('the hash is SHA-256 over the rows as six little-endian doubles each', () => {
  const rows = Array.from(
    candles.openTime,
    (time, row) =>
      [
        time,
        candles.open[row],
        candles.high[row],
        candles.low[row],
        candles.close[row],
        candles.volume[row],
      ] as number[],
  );
  const bytes = Buffer.concat(
    rows.flat().map((value) => {
      const eight = Buffer.alloc(8);
      eight.writeDoubleLE(value);
      return eight;
    }),
  );
  expect(candlesHash(candles)).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('no candles hash to the hash of nothing', () => {
  expect(candlesHash(columnsOf([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test.each(['openTime', 'open', 'high', 'low', 'close', 'volume'] as const)(
  'one changed bit in %s changes the hash',
  (name) => {
    const column = candles[name].slice();
    column[31] = (column[31] ?? 0) * (1 + Number.EPSILON);
    expect(candlesHash({ ...candles, [name]: column })).not.toBe(candlesHash(candles));
  },
);

test('two rows in the other order change the hash', () => {
  const swapped = candles.close.slice();
  [swapped[1], swapped[2]] = [swapped[2] ?? 0, swapped[1] ?? 0];
  expect(candlesHash({ ...candles, close: swapped })).not.toBe(candlesHash(candles));
});

test('a value without canonical bytes is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => candlesHash({ ...candles, volume: candles.volume.map(() => value) })).toThrow(RangeError);
  }
});
