import { expect, test } from 'vitest';
import { columnsOf } from '#core/market/candle.ts';
import { CandleCache } from './candle-cache.ts';
import { minuteMs, risingMinutes } from './market.fixture.ts';

const start = Date.UTC(2026, 0, 1);
const minutes = risingMinutes(start, 8);

function openCache(): CandleCache {
  const cache = new CandleCache('BTC');
  cache.begin(start);
  cache.close(columnsOf(minutes.slice(0, 6)), start + 6 * minuteMs);
  return cache;
}

test('a minute is closed once it is over: not the one that opens at the end of what is known', () => {
  const cache = openCache();
  const [, , , , , , seventh, eighth] = minutes;
  if (!seventh || !eighth) throw new Error('there are eight minutes');
  expect(() => cache.close(columnsOf([seventh]), seventh.openTime)).toThrow(RangeError);
  expect(() => cache.close(columnsOf([minutes[5] ?? seventh]), start + 7 * minuteMs)).toThrow(RangeError);
  expect(() => cache.close(columnsOf([]), start + 5 * minuteMs)).toThrow(RangeError);
  expect(cache.through).toBe(start + 6 * minuteMs);
  cache.close(columnsOf([seventh]), eighth.openTime);
  expect(cache.closed('1m').openTime.length).toBe(7);
});

test('the running candle holds all of its minutes: volume, high and low of those closed and of the one being formed', () => {
  const cache = openCache();
  const [, , , , , sixth, forming] = minutes;
  if (!sixth || !forming) throw new Error('there are seven minutes');
  const { revision } = cache;
  cache.price = { forming: { ...forming, volume: 0.5 }, at: forming.openTime + 20_000, decimals: 2 };
  // The list of prices is computed again within the second only when the revision has changed.
  expect(cache.revision).toBeGreaterThan(revision);
  expect(cache.formingOf('1m')).toEqual({ ...forming, volume: 0.5 });
  expect(cache.formingOf('5m')).toEqual({
    openTime: start + 5 * minuteMs,
    open: sixth.open,
    high: forming.high,
    low: sixth.low,
    close: forming.close,
    volume: sixth.volume + 0.5,
  });
  cache.price = { forming: { ...forming, high: 2, low: 1, close: 2 }, at: forming.openTime + 30_000, decimals: 2 };
  expect(cache.formingOf('5m')).toMatchObject({ high: sixth.high, low: 1, close: 2 });
});

test('without a price the running candle is what has closed of it, and a price of a closed minute adds nothing', () => {
  const cache = openCache();
  const sixth = minutes[5];
  expect(cache.formingOf('1m')).toBeNull();
  expect(cache.formingOf('5m')).toMatchObject({ openTime: start + 5 * minuteMs, volume: sixth?.volume });
  cache.price = { forming: sixth ?? null, at: start, decimals: 2 };
  expect(cache.formingOf('1m')).toBeNull();
  expect(cache.formingOf('5m')).toMatchObject({ volume: sixth?.volume });
});

test('a candle whose first minutes are not known is not shown as running, the next one is', () => {
  const cache = new CandleCache('BTC');
  cache.begin(start + 3 * minuteMs);
  const [, , , fourth, fifth, sixth] = minutes;
  if (!fourth || !fifth || !sixth) throw new Error('there are six minutes');
  cache.price = { forming: fourth, at: fourth.openTime + 20_000, decimals: 2 };
  expect([cache.formingOf('1m'), cache.formingOf('5m')]).toEqual([fourth, null]);
  cache.close(columnsOf([fourth]), fifth.openTime);
  cache.price = { forming: fifth, at: fifth.openTime + 20_000, decimals: 2 };
  expect(cache.formingOf('5m')).toBeNull();
  cache.close(columnsOf([fifth]), sixth.openTime);
  cache.price = { forming: sixth, at: sixth.openTime + 20_000, decimals: 2 };
  expect(cache.formingOf('5m')).toEqual(sixth);
  expect(cache.closed('5m').openTime.length).toBe(0);
});

test('each closed candle is announced once, a longer one with the minute that ends it', () => {
  const cache = openCache();
  const closed: [string, number][] = [];
  cache.onClosed = (interval, openTime) => void closed.push([interval, openTime - start]);
  cache.close(columnsOf(risingMinutes(start + 6 * minuteMs, 4)), start + 10 * minuteMs);
  expect(closed.filter(([interval]) => interval === '1m').map(([, at]) => at / minuteMs)).toEqual([6, 7, 8, 9]);
  expect(closed.filter(([interval]) => interval === '5m')).toEqual([['5m', 5 * minuteMs]]);
});
