import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregate, Bucket, bucketStart } from './aggregate.ts';
import { type Candle, type CandleColumns, candleAt, columnsOf, type Interval, intervalMs } from './candle.ts';

const minute = 60_000;
const day = Date.UTC(2025, 4, 4);
const longIntervals: Interval[] = ['5m', '30m', '1h', '6h', '1d'];

const rowsOf = (columns: CandleColumns): Candle[] => Array.from(columns.openTime, (_, row) => candleAt(columns, row));

/** The rule said the slow way: look at each interval of the span and collect its minutes. */
function aggregateNaively(minutes: Candle[], interval: Interval, from: number, through: number): Candle[] {
  const length = intervalMs[interval];
  const candles: Candle[] = [];
  for (let start = Math.ceil(from / length) * length; start + length <= through; start += length) {
    const inside = minutes.filter(({ openTime }) => openTime >= start && openTime < start + length);
    if (inside.length === 0) continue;
    candles.push({
      openTime: start,
      open: (inside[0] as Candle).open,
      high: Math.max(...inside.map(({ high }) => high)),
      low: Math.min(...inside.map(({ low }) => low)),
      close: (inside.at(-1) as Candle).close,
      volume: inside.reduce((sum, { volume }) => sum + volume, 0),
    });
  }
  return candles;
}

/** A history of up to two days with gaps, starting at any minute. */
const history = fc
  .record({
    first: fc.integer({ min: 0, max: 2000 }),
    steps: fc.array(fc.oneof({ arbitrary: fc.constant(1), weight: 30 }, fc.integer({ min: 1, max: 400 })), {
      maxLength: 600,
    }),
    prices: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 4, maxLength: 40 }),
    tail: fc.integer({ min: 0, max: 90 }),
  })
  .map(({ first, steps, prices, tail }) => {
    const from = day + first * minute;
    let openTime = from;
    const pick = (index: number) => (prices[index % prices.length] as number) / 100;
    const minutes = steps.map((step, index): Candle => {
      const [open, close, other, another] = [pick(index), pick(index + 1), pick(index + 2), pick(index + 3)];
      const candle = {
        openTime,
        open,
        high: Math.max(open, close, other, another),
        low: Math.min(open, close, other, another),
        close,
        volume: pick(index * 7),
      };
      openTime += step * minute;
      return candle;
    });
    const last = minutes.at(-1)?.openTime ?? from;
    return { minutes, from, through: last + minute + tail * minute };
  });

test('aggregation equals the naive one for any history with gaps', () => {
  fc.assert(
    fc.property(history, fc.constantFrom(...longIntervals), ({ minutes, from, through }, interval) => {
      const candles = rowsOf(aggregate(columnsOf(minutes), interval, { from, through }));
      expect(candles).toEqual(aggregateNaively(minutes, interval, from, through));
    }),
    { numRuns: 300 },
  );
});

test('minutes fed one by one give the same candles as all at once, wherever the closings fall', () => {
  fc.assert(
    fc.property(
      history,
      fc.constantFrom(...longIntervals),
      fc.integer({ min: 1, max: 50 }),
      (known, interval, every) => {
        const { minutes, from, through } = known;
        const closed: Candle[] = [];
        const bucket = new Bucket(interval, from, (openTime, open, high, low, close, volume) => {
          closed.push({ openTime, open, high, low, close, volume });
        });
        minutes.forEach((candle, index) => {
          bucket.add(candle.openTime, candle.open, candle.high, candle.low, candle.close, candle.volume);
          if (index % every === 0) bucket.closeThrough(candle.openTime + minute);
        });
        bucket.closeThrough(through);
        expect(closed).toEqual(rowsOf(aggregate(columnsOf(minutes), interval, { from, through })));
      },
    ),
    { numRuns: 200 },
  );
});

const flat = (openTime: number, price: number): Candle => ({
  openTime,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 1,
});

test('a candle that lacks its first minutes is dropped, one that is not over is left out', () => {
  const minutes = Array.from({ length: 14 }, (_, index) => flat(day + (index + 2) * minute, index + 1));
  const through = day + 16 * minute;
  const candles = rowsOf(aggregate(columnsOf(minutes), '5m', { from: day + 2 * minute, through }));
  expect(candles.map(({ openTime }) => openTime)).toEqual([day + 5 * minute, day + 10 * minute]);
});

test('the last minute of an interval missing does not hold the candle back once its time has passed', () => {
  const minutes = columnsOf([flat(day, 7), flat(day + minute, 9)]);
  expect(rowsOf(aggregate(minutes, '5m', { from: day, through: day + 5 * minute }))).toEqual([
    { openTime: day, open: 7, high: 9, low: 7, close: 9, volume: 2 },
  ]);
  expect(rowsOf(aggregate(minutes, '5m', { from: day, through: day + 4 * minute }))).toEqual([]);
});

test('the half hour without trades of 10 November 2023 stays a hole in every interval it covers', () => {
  const from = Date.UTC(2023, 10, 10, 3);
  const minutes = Array.from({ length: 120 }, (_, index) => flat(from + index * minute, 1)).filter(
    ({ openTime }) => openTime < Date.UTC(2023, 10, 10, 3, 35) || openTime > Date.UTC(2023, 10, 10, 4, 5),
  );
  const span = { from, through: from + 120 * minute };
  const opens = rowsOf(aggregate(columnsOf(minutes), '5m', span)).map(({ openTime }) => openTime);
  const missing = Array.from({ length: 24 }, (_, index) => from + index * 5 * minute).filter(
    (openTime) => !opens.includes(openTime),
  );
  expect(missing.map((openTime) => new Date(openTime).toISOString().slice(11, 16))).toEqual([
    '03:35',
    '03:40',
    '03:45',
    '03:50',
    '03:55',
    '04:00',
  ]);
  expect(rowsOf(aggregate(columnsOf(minutes), '30m', span)).map(({ volume }) => volume)).toEqual([30, 5, 24, 30]);
});

test('candles start at multiples of their interval in UTC', () => {
  const time = Date.UTC(2025, 4, 4, 15, 37, 12);
  const starts = longIntervals.map((interval) => new Date(bucketStart(time, interval)).toISOString().slice(0, 16));
  expect(starts).toEqual([
    '2025-05-04T15:35',
    '2025-05-04T15:30',
    '2025-05-04T15:00',
    '2025-05-04T12:00',
    '2025-05-04T00:00',
  ]);
});

test('what is being formed is not shown where its first minutes are not known, and once closed it is gone', () => {
  const closed: number[] = [];
  const bucket = new Bucket('5m', day + 2 * minute, (openTime) => closed.push(openTime));
  bucket.add(day + 2 * minute, 1, 3, 1, 2, 10);
  expect(bucket.forming()).toBeNull();
  bucket.add(day + 5 * minute, 2, 4, 2, 3, 10);
  bucket.add(day + 6 * minute, 3, 5, 1, 4, 7);
  expect(bucket.forming()).toEqual({ openTime: day + 5 * minute, open: 2, high: 5, low: 1, close: 4, volume: 17 });
  bucket.closeThrough(day + 10 * minute);
  expect([bucket.forming(), closed]).toEqual([null, [day + 5 * minute]]);
});

test('intervals have their lengths, and one that begins with what is known is shown from its first minute', () => {
  expect(intervalMs).toEqual({
    '1m': minute,
    '5m': 5 * minute,
    '30m': 30 * minute,
    '1h': 60 * minute,
    '6h': 360 * minute,
    '1d': 1_440 * minute,
  });
  const bucket = new Bucket('5m', day, () => undefined);
  bucket.add(day, 1, 2, 1, 2, 3);
  expect(bucket.forming()).toEqual({ openTime: day, open: 1, high: 2, low: 1, close: 2, volume: 3 });
});
