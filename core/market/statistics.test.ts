import { expect, test } from 'vitest';
import { type Candle, columnsOf } from './candle.ts';
import { noCandles } from './columns.ts';
import { dayStatistics } from './statistics.ts';

const minute = 60_000;
const noon = Date.UTC(2025, 4, 10, 12);

const candle = (openTime: number, [open, high, low, close]: [number, number, number, number], volume = 1): Candle => ({
  openTime,
  open,
  high,
  low,
  close,
  volume,
});

test('the window is the 1440 minutes up to now, the forming one included', () => {
  const minutes = columnsOf([
    candle(noon - 1440 * minute, [1, 1000, 0.5, 1]),
    candle(noon - 1439 * minute, [100, 110, 90, 105], 2),
    candle(noon - minute, [105, 120, 100, 115], 3),
  ]);
  const forming = candle(noon, [115, 118, 112, 112], 4);
  const statistics = dayStatistics(minutes, forming, noon + 30_000);
  expect(statistics).toMatchObject({ last: 112, high: 120, low: 90 });
  expect(statistics?.changePercent).toBeCloseTo(12, 9);
  const value = 2 * ((110 + 90 + 105) / 3) + 3 * ((120 + 100 + 115) / 3) + 4 * ((118 + 112 + 112) / 3);
  expect(statistics?.value).toBeCloseTo(value, 9);
  // What opened exactly 24 hours ago is not of the day.
  expect(dayStatistics(minutes, forming, noon)).toEqual(statistics);
  // What opened a millisecond later is, up to the last one of its own minute.
  const first = columnsOf([candle(noon - 1439 * minute, [100, 110, 90, 105])]);
  const ends = noon + minute;
  expect([ends - 1, ends].map((now) => dayStatistics(first, null, now)?.high)).toEqual([110, undefined]);
});

test('closed minutes alone are enough, and so is the forming minute alone', () => {
  const one = candle(noon - minute, [0.00001, 0.00003, 0.00001, 0.00002], 5);
  expect(dayStatistics(columnsOf([one]), null, noon)).toMatchObject({
    ...{ last: 0.00002, changePercent: 100, high: 0.00003, low: 0.00001 },
  });
  expect(dayStatistics(noCandles, one, noon)).toMatchObject({ last: 0.00002, changePercent: 100, low: 0.00001 });
});

test('no candle in the window gives no figures', () => {
  expect(dayStatistics(noCandles, null, noon)).toBeNull();
  expect(dayStatistics(columnsOf([candle(noon - 3000 * minute, [1, 1, 1, 1])]), null, noon)).toBeNull();
});

test('prices from before a break are compared with none after it; what was traded counts whole', () => {
  const minutes = columnsOf([
    candle(noon - 720 * minute, [400, 410, 39, 405], 2),
    candle(noon - 2 * minute, [100, 104, 99, 103], 3),
    candle(noon - minute, [103, 106, 102, 105], 4),
  ]);
  const after = dayStatistics(minutes, null, noon, noon - 2 * minute);
  expect(after).toMatchObject({ last: 105, high: 106, low: 99 });
  expect(after?.changePercent).toBeCloseTo(5, 9);
  expect(after?.value).toBe(dayStatistics(minutes, null, noon)?.value);
  const forming = candle(noon, [50, 51, 49, 49], 1);
  expect(dayStatistics(minutes, forming, noon, noon)).toMatchObject({ last: 49, high: 51, low: 49 });
  expect(dayStatistics(minutes, forming, noon, noon)?.changePercent).toBeCloseTo(-2, 9);
  expect(dayStatistics(minutes, null, noon, noon)).toBeNull();
});
