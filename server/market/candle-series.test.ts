import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candle, type CandleColumns, candleAt, columnsOf } from '#core/market/candle.ts';
import { CandleSeries } from './candle-series.ts';

const minute = 60_000;
const rowsOf = (columns: CandleColumns): Candle[] => Array.from(columns.openTime, (_, row) => candleAt(columns, row));

const candle = (index: number): Candle => ({
  openTime: index * minute,
  open: index + 0.1,
  high: index + 0.4,
  low: index,
  close: index + 0.2,
  volume: index + 0.3,
});

test('a series keeps exactly the window and never changes columns returned before', () => {
  const parts = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), { maxLength: 40 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 900 }), fc.boolean(), (lengths, windowMinutes, oneByOne) => {
      const series = new CandleSeries(windowMinutes * minute);
      const all: Candle[] = [];
      const handedOut: { columns: CandleColumns; copy: Candle[] }[] = [];
      let index = 0;
      for (const steps of lengths) {
        const added = steps.map((step) => {
          index += step;
          return candle(index);
        });
        all.push(...added);
        if (oneByOne)
          for (const { openTime, open, high, low, close, volume } of added)
            series.push(openTime, open, high, low, close, volume);
        else series.append(columnsOf(added));
        const newest = all.at(-1)?.openTime ?? 0;
        const kept = all.filter(({ openTime }) => openTime > newest - windowMinutes * minute);
        expect(rowsOf(series.rows)).toEqual(kept);
        expect(series.newest).toBe(all.at(-1)?.openTime ?? null);
        handedOut.push({ columns: series.rows, copy: rowsOf(series.rows) });
      }
      for (const { columns, copy } of handedOut) expect(rowsOf(columns)).toEqual(copy);
    }),
    { numRuns: 200 },
  );
});

test('memory stays within 125 % of the window however long it runs, and columns returned meanwhile stay as they were', () => {
  const series = new CandleSeries(1000 * minute);
  const handedOut: CandleColumns[] = [];
  for (let index = 0; index < 20_000; index++) {
    series.append(columnsOf([candle(index)]));
    if (index >= 5_000 && index < 6_500 && index % 100 === 0) handedOut.push(series.rows);
  }
  expect(handedOut.map(({ openTime }) => openTime.at(-1))).toEqual(
    handedOut.map((_, place) => (5_000 + 100 * place) * minute),
  );
  expect(handedOut.map(({ close }) => close[0])).toEqual(handedOut.map((_, place) => 4_001 + 100 * place + 0.2));
  expect(series.rows.openTime.length).toBe(1000);
  expect(series.rows.openTime.buffer.byteLength).toBeLessThanOrEqual(8 * 1253);
});
