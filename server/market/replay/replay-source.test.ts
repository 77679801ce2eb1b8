import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aggregate } from '#core/market/aggregate.ts';
import { type Candle, type CandleColumns, candleAt, type Interval } from '#core/market/candle.ts';
import { type CoinSymbol, coinSymbols } from '#core/market/coins.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import type { Recording } from '#core/market/recording-codec.ts';
import { intervals } from '../candle-cache.ts';
import {
  dayMs,
  HandClock,
  minuteMs,
  recordingOf,
  replayMarket,
  replayOrder,
  replaySource,
  risingMinutes,
  shippedRecordings,
} from '../market.fixture.ts';
import type { Recordings } from './recordings.ts';
import { ReplaySource } from './replay-source.ts';

const rowsOf = (columns: CandleColumns): Candle[] => Array.from(columns.openTime, (_, row) => candleAt(columns, row));
const bytesOf = (columns: CandleColumns): Buffer =>
  Buffer.concat(
    Object.values(columns).map((column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength)),
  );
const longIntervals: Interval[] = ['5m', '30m', '1h', '6h', '1d'];
const midnight = Date.UTC(2026, 0, 15);
const noon = midnight + 754 * minuteMs;

/** The recorded minutes of the coin that play on a day of the replay, by their numbers in the day. */
function recordedMinutes({ days, coins }: Recordings, coin: CoinSymbol, origin: number): Candle[] {
  const from = days[origin] as number;
  const { candles } = coins.get(coin) as Recording;
  const [first, end] = [from, from + dayMs].map((time) => rowAtOrAfter(candles.openTime, time)) as [number, number];
  return Array.from({ length: end - first }, (_, row) => candleAt(candles, first + row));
}

test('the history of the first start is two thirds of the recorded days, minute for minute, none twice', async () => {
  const recordings = await shippedRecordings();
  const clock = new HandClock(noon + 42_345);
  const start = midnight - 19 * dayMs;
  const market = replayMarket(recordings, clock, start);
  await market.start();
  market.stop();
  const order = replayOrder(recordings, start);
  const origins = Array.from({ length: 20 }, (_, day) => order.originOf(day) as number);
  expect(recordings.days).toHaveLength(29);
  expect(new Set(origins).size).toBe(20);
  const closed = rowsOf(market.closed('ETH', '1m'));
  expect(closed).toHaveLength(19 * 1440 + 754);
  expect(market.measured('ETH', '1m').openTime.length).toBe(closed.length);
  let before: Candle | undefined;
  for (const [day, origin] of origins.entries()) {
    const recorded = recordedMinutes(recordings, 'ETH', origin);
    const played = closed.slice(day * 1440, (day + 1) * 1440);
    const factor = (played[0] as Candle).open / (recorded[0] as Candle).open;
    if (day === 0) expect(factor).toBe(1);
    for (const [minute, candle] of played.entries()) {
      const source = recorded[minute] as Candle;
      expect(candle.openTime).toBe(start + day * dayMs + minute * minuteMs);
      expect(candle.openTime % dayMs).toBe(source.openTime % dayMs);
      expect(Math.abs(candle.close / (source.close * factor) - 1)).toBeLessThan(0.00002);
      expect(candle.volume).toBe(source.volume);
    }
    if (before) expect(Math.abs((played[0] as Candle).open - before.close)).toBeLessThanOrEqual(0.0101);
    before = played.at(-1);
  }
  const [forming] = market.candles('ETH', '1m', 1);
  expect(forming).toMatchObject({ openTime: noon, final: false, seam: false });
});

test('two nodes show identical candles and prices, whether they ran all the time or were just started', async () => {
  const recordings = await shippedRecordings();
  const start = midnight - 19 * dayMs;
  const clock = new HandClock(noon);
  const old = replayMarket(recordings, clock, start);
  await old.start();
  const jumps = fc.sample(fc.integer({ min: 1, max: 40 * 60 * minuteMs }), { numRuns: 5, seed: 7 });
  for (const jump of [...jumps, 35 * dayMs, 61 * dayMs]) {
    clock.pass(jump);
    const fresh = replayMarket(recordings, clock, start);
    await fresh.start();
    expect(fresh.listing()).toEqual(old.listing());
    for (const coin of ['BTC', 'LAYER']) {
      for (const interval of intervals) {
        expect(bytesOf(fresh.closed(coin, interval)).equals(bytesOf(old.closed(coin, interval)))).toBe(true);
        expect(fresh.candles(coin, interval, 30)).toEqual(old.candles(coin, interval, 30));
      }
    }
    await fresh.stop();
  }
  await old.stop();
});

test('longer candles are those of their minutes, every one complete, across the seams too', async () => {
  const recordings = recordingOf(risingMinutes(Date.UTC(2025, 4, 4, 15, 37), 6000));
  const start = Date.UTC(2026, 0, 1);
  const clock = new HandClock(start);
  const market = replayMarket(recordings, clock, start);
  await market.start();
  for (let passed = 0; passed < 6 * dayMs; passed += 37 * minuteMs + 11_000) {
    clock.pass(37 * minuteMs + 11_000);
    market.announcer.announce();
  }
  await market.stop();
  const minutes = market.closed('SOL', '1m');
  const through = (minutes.openTime.at(-1) ?? 0) + minuteMs;
  for (const interval of longIntervals) {
    expect(rowsOf(market.closed('SOL', interval))).toEqual(
      rowsOf(aggregate(minutes, interval, { from: start, through })),
    );
  }
  expect(rowsOf(market.closed('SOL', '1d')).map(({ volume }) => volume)).toEqual([2160, 2160, 2160, 2160, 2160, 2160]);
});

test('five years on: every seam is marked, no price jumps but at a marked break, and none is beyond twice the recorded one', async () => {
  const recordings = await shippedRecordings();
  const start = midnight - 19 * dayMs;
  const clock = new HandClock(start + 1_826 * dayMs + 400 * minuteMs);
  const source = replaySource(recordings, clock, start);
  const order = replayOrder(recordings, start);
  let breaks = 0;
  for (const coin of coinSymbols) {
    const recorded = recordings.days.map((_, origin) => recordedMinutes(recordings, coin, origin));
    let before: Candle | undefined;
    for (let day = 0; day < 1_826; day++) {
      const opens = start + day * dayMs;
      const [first] = rowsOf(await source.minutes(coin, opens, opens + minuteMs));
      const [last] = rowsOf(await source.minutes(coin, opens + dayMs - minuteMs, opens + dayMs));
      const minutes = recorded[order.originOf(day) as number] as Candle[];
      const factor = (first as Candle).open / (minutes[0] as Candle).open;
      expect(factor).toBeGreaterThanOrEqual(0.4999);
      expect(factor).toBeLessThanOrEqual(2.0001);
      expect((last as Candle).close / ((minutes.at(-1) as Candle).close * factor)).toBeCloseTo(1, 3);
      if (before) {
        const jump = Math.abs((first as Candle).open / before.close - 1);
        const isBreak = jump > 0.0002;
        if (isBreak) expect(factor).toBe(1);
        breaks += isBreak ? 1 : 0;
      }
      before = last;
    }
  }
  // One coin-day in a hundred, nearly all of them of the coin that lost three quarters while it was recorded.
  expect(breaks / (1_826 * coinSymbols.length)).toBeLessThan(0.02);
  const market = replayMarket(recordings, clock, start);
  await market.start();
  await market.stop();
  const marked = market.candles('ETH', '1h', 400).filter((candle) => candle.seam);
  expect(marked.map(({ openTime }) => openTime % dayMs)).toEqual(Array(17).fill(0));
  expect(market.candles('ETH', '1m', 400).filter((candle) => candle.seam)).toHaveLength(0);
  expect(market.candles('ETH', '1m', 402).filter((candle) => candle.seam)).toHaveLength(1);
});

test('no chart holds a recorded day twice, however long it is', async () => {
  const recordings = await shippedRecordings();
  const start = midnight - 19 * dayMs;
  const clock = new HandClock(midnight + 100 * dayMs + 90 * minuteMs);
  const market = replayMarket(recordings, clock, start);
  await market.start();
  await market.stop();
  const order = replayOrder(recordings, start);
  for (const interval of longIntervals) {
    const chart = market.candles('BTC', interval, 400);
    const days = new Set(chart.map(({ openTime }) => Math.floor((openTime - start) / dayMs)));
    expect(new Set([...days].map((day) => order.originOf(day))).size).toBe(days.size);
  }
  expect(market.candles('BTC', '1d', 400)).toHaveLength(20);
  expect(market.candles('BTC', '1h', 400)).toHaveLength(400);
  expect(market.closed('BTC', '1d').openTime.length).toBeGreaterThan(100);
});

test('a gap of the recording stays a gap whenever its day is played, and the price is stale while it lasts', async () => {
  const from = Date.UTC(2023, 10, 10);
  const minutes = risingMinutes(from, 3 * 1440).filter(({ openTime }) => {
    const intoDay = (openTime % dayMs) / minuteMs;
    return intoDay < 35 || intoDay > 65;
  });
  const start = Date.UTC(2026, 0, 1);
  const recordings = recordingOf(minutes);
  const clock = new HandClock(start + 34.5 * minuteMs);
  const market = replayMarket(recordings, clock, start);
  const opened = (rowsOf((recordings.coins.get('BTC') as Recording).candles)[0] as Candle).open;
  const origin = replayOrder(recordings, start).originOf(0) as number;
  await market.start();
  expect(market.health()).toEqual({ state: 'live', ageMs: 0, lastPriceAt: clock.now() });
  clock.set(start + 36 * minuteMs);
  expect(market.health('BTC')).toEqual({ state: 'live', ageMs: minuteMs, lastPriceAt: start + 35 * minuteMs });
  clock.set(start + 36.5 * minuteMs);
  expect(market.health('BTC')).toMatchObject({ state: 'live', ageMs: 90_000 });
  clock.pass(1);
  expect(market.health('BTC')).toMatchObject({ state: 'stale', ageMs: 90_001 });
  clock.set(start + 50 * minuteMs);
  expect(market.health('BTC')).toEqual({ state: 'stale', ageMs: 15 * minuteMs, lastPriceAt: start + 35 * minuteMs });
  const last = Math.round((opened + origin * 144 + 3.5) * 100) / 100;
  expect(market.listing()[0]).toMatchObject({ coin: 'BTC', last, lastAt: start + 35 * minuteMs });
  expect(market.candles('BTC', '5m', 400).map(({ openTime }) => (openTime - start) / minuteMs)).toEqual([
    0, 5, 10, 15, 20, 25, 30,
  ]);
  clock.set(start + 66.5 * minuteMs);
  expect(market.health().state).toBe('live');
  clock.set(start + 4 * dayMs);
  const opens = [...market.closed('BTC', '1m').openTime].map((openTime) => (openTime - start) / minuteMs);
  expect(opens).toHaveLength((4 * minutes.length) / 3);
  expect(opens.filter((minute) => minute % 1440 >= 35 && minute % 1440 <= 65)).toEqual([]);
  await market.stop();
});

test('evicted candles are computed again from the recording, equal to the first time', async () => {
  const recordings = await shippedRecordings();
  const start = Date.UTC(2025, 7, 1);
  const clock = new HandClock(start + 20 * dayMs);
  const market = replayMarket(recordings, clock, start);
  await market.start();
  const early = rowsOf(market.closed('XRP', '5m')).slice(100, 400);
  const firstHours = rowsOf(market.closed('XRP', '1h')).slice(0, 5);
  clock.set(start + 100 * dayMs);
  expect((market.closed('XRP', '5m').openTime[0] as number) - start).toBeGreaterThan(39 * dayMs);
  expect(rowsOf(await market.closedBetween('XRP', '5m', early[0]?.openTime as number, 300))).toEqual(early);
  expect(rowsOf(await market.closedBetween('XRP', '1h', 0, 5))).toEqual(firstHours);
  const unaligned = (early[0]?.openTime as number) - minuteMs;
  expect(rowsOf(await market.closedBetween('XRP', '5m', unaligned, 300))).toEqual(early);
  // More than are read at a time.
  const from = start + 20 * dayMs;
  const { openTime } = await market.closedBetween('XRP', '1m', from, 4_500);
  expect([...openTime]).toEqual(Array.from({ length: 4_500 }, (_, row) => from + row * minuteMs));
  const held = market.closed('XRP', '5m');
  const across = await market.closedBetween('XRP', '5m', (held.openTime[0] as number) - 10 * 300_000, 20);
  expect(rowsOf(across).slice(10)).toEqual(rowsOf(held).slice(0, 10));
  expect([...across.openTime]).toEqual(
    Array.from({ length: 20 }, (_, row) => (held.openTime[0] as number) + (row - 10) * 300_000),
  );
  // Of a market that is younger than its first candle would be, that one is left out.
  const begins = vi.spyOn(ReplaySource.prototype, 'beginsAt').mockReturnValue(start + 3 * minuteMs);
  onTestFinished(() => begins.mockRestore());
  const whole = await market.closedBetween('XRP', '5m', 0, 2);
  expect([...whole.openTime]).toEqual([start + 5 * minuteMs, start + 10 * minuteMs]);
  const upcoming = await market.closedBetween('XRP', '5m', clock.now() - 12 * minuteMs, 12);
  expect(upcoming.openTime.length).toBeLessThan(3);
  await expect(market.closedBetween('XRP', '5m', 0, 1_000_001)).rejects.toThrow(RangeError);
  await market.stop();
});

test('before its first day and after the last one committed to, a replay has no prices rather than invented ones', async () => {
  const recordings = recordingOf(risingMinutes(0, 3 * 1440));
  const clock = new HandClock(midnight - dayMs);
  const market = replayMarket(recordings, clock, midnight);
  await market.start();
  await market.stop();
  expect(market.health()).toEqual({ state: 'stale', ageMs: null, lastPriceAt: null });
  expect(market.listing()).toEqual([]);
  expect(market.candles('BTC', '5m', 400)).toEqual([]);
  expect((await market.closedBetween('BTC', '5m', 0, 10)).openTime.length).toBe(0);
  const source = replaySource(recordings, clock, midnight);
  expect((await source.minutes('BTC', 0, midnight)).openTime.length).toBe(0);
  // The minute being formed is not read either, whatever is asked for.
  clock.set(midnight + 10.5 * minuteMs);
  expect((await source.minutes('BTC', midnight, midnight + dayMs)).openTime.length).toBe(10);
  clock.set(midnight + 40_000 * dayMs);
  expect((await source.minutes('BTC', midnight + 36_524 * dayMs, midnight + 36_530 * dayMs)).openTime.length).toBe(
    1440,
  );
});

test('what outcomes are measured on holds every recorded minute once at most, also after years', async () => {
  const recordings = await shippedRecordings();
  const start = midnight - 19 * dayMs;
  const clock = new HandClock(noon);
  const market = replayMarket(recordings, clock, start);
  const order = replayOrder(recordings, start);
  await market.start();
  expect(market.measured('ETH', '5m')).toEqual(market.closed('ETH', '5m'));
  for (const later of [35 * dayMs, 90 * dayMs, 1]) {
    clock.pass(later);
    const measured = market.measured('ETH', '5m');
    expect(market.closed('ETH', '5m').openTime.length).toBeGreaterThan(measured.openTime.length);
    expect(measured.openTime.length).toBe(19 * 288 + 150);
    expect(measured.openTime.at(-1)).toBe(market.closed('ETH', '5m').openTime.at(-1));
    const days = new Set(Array.from(measured.openTime, (time) => Math.floor((time - start) / dayMs)));
    expect(new Set([...days].map((day) => order.originOf(day))).size).toBe(20);
  }
  clock.pass(30_000);
  expect(market.knownThrough('ETH')).toBe(clock.now() - 30_001);
  // The moment that a quote was asked for decides, not the one at which it is measured.
  expect(market.measured('ETH', '5m', clock.now() - dayMs).openTime.length).toBe(20 * 288 + 150);
  await market.stop();
});
