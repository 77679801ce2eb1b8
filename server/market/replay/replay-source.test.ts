import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregate } from '#core/market/aggregate.ts';
import { type Candle, type CandleColumns, candleAt, type Interval } from '#core/market/candle.ts';
import { coinSymbols } from '#core/market/coins.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { intervals } from '../candle-cache.ts';
import {
  dayMs,
  HandClock,
  minuteMs,
  recordingOf,
  replayMarket,
  risingMinutes,
  shippedRecordings,
} from '../market.fixture.ts';
import { openReplay, ReplaySource } from './replay-source.ts';

const rowsOf = (columns: CandleColumns): Candle[] => Array.from(columns.openTime, (_, row) => candleAt(columns, row));
const bytesOf = (columns: CandleColumns): Buffer =>
  Buffer.concat(
    Object.values(columns).map((column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength)),
  );
const longIntervals: Interval[] = ['5m', '30m', '1h', '6h', '1d'];
const noon = Date.UTC(2026, 0, 15, 12, 34);

test('at the first start the history is exactly 20 days of the recording, minute for minute', async () => {
  const recordings = await shippedRecordings();
  const clock = new HandClock(noon + 42_345);
  const market = replayMarket(recordings, clock, noon - 20 * dayMs);
  await market.start();
  market.stop();
  const recorded = recordings.coins.get('ETH')?.candles as CandleColumns;
  const closed = market.closed('ETH', '1m');
  expect(closed.openTime.length).toBe(28_800);
  expect(closed.openTime[0]).toBe(noon - 20 * dayMs);
  expect(closed.openTime[28_799]).toBe(noon - minuteMs);
  expect(closed.close).toEqual(recorded.close.subarray(0, 28_800));
  const [forming] = market.candles('ETH', '1m', 1);
  const playing = candleAt(recorded, 28_800);
  expect(forming).toMatchObject({ openTime: noon, open: playing.open, final: false, seam: false });
  expect(forming?.high).toBeLessThanOrEqual(playing.high);
  expect(forming?.low).toBeGreaterThanOrEqual(playing.low);
});

test('two nodes show identical candles and prices, whether they ran all the time or were just started', async () => {
  const recordings = await shippedRecordings();
  const start = noon - 20 * dayMs;
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

test('longer candles are those of their minutes, every one complete, across the seam too', async () => {
  const recordings = recordingOf(risingMinutes(Date.UTC(2025, 4, 4, 15, 37), 4000));
  const start = Date.UTC(2026, 0, 1, 7, 11);
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
  expect(rowsOf(market.closed('SOL', '1d')).map(({ volume }) => volume)).toEqual([2160, 2160, 2160, 2160, 2160]);
});

test('after its end the recording goes on from its beginning without a jump, and the seam is marked', async () => {
  const recordings = await shippedRecordings();
  const start = noon - 20 * dayMs;
  const lapMs = 43_195 * minuteMs;
  const seam = start + lapMs;
  const clock = new HandClock(seam + 400 * minuteMs);
  const market = replayMarket(recordings, clock, start);
  await market.start();
  await market.stop();
  for (const coin of coinSymbols) {
    const { closed: rows, seamRow } = aroundSeam(market.closed(coin, '1m'), seam);
    const before = rows[seamRow - 1] as Candle;
    const after = rows[seamRow] as Candle;
    expect(after.openTime - before.openTime).toBe(minuteMs);
    const recorded = recordings.coins.get(coin);
    const tick = 1 / 10 ** (recorded?.priceDecimals ?? 0);
    expect(Math.abs(after.open - before.close)).toBeLessThanOrEqual(tick * 1.001);
    const factor = (recorded?.candles.close.at(-1) as number) / (recorded?.candles.open[0] as number);
    const replayed = rows[seamRow + 200] as Candle;
    expect(Math.abs(replayed.close - (recorded?.candles.close[200] as number) * factor)).toBeLessThanOrEqual(tick);
  }
  const marked = market.candles('ETH', '5m', 400).filter((candle) => candle.seam);
  expect(marked.map(({ openTime }) => openTime)).toEqual([Math.floor(seam / 300_000) * 300_000]);
  expect(market.candles('ETH', '1m', 500).filter((candle) => candle.seam)).toHaveLength(1);
});

function aroundSeam(columns: CandleColumns, seam: number): { closed: Candle[]; seamRow: number } {
  const closed = rowsOf(columns);
  return { closed, seamRow: closed.findIndex(({ openTime }) => openTime === seam) };
}

test('a gap of the recording stays a gap in every lap, and the price is stale while it lasts', async () => {
  const from = Date.UTC(2023, 10, 10, 3);
  const minutes = risingMinutes(from, 120).filter(({ openTime }) => {
    const intoRecording = (openTime - from) / minuteMs;
    return intoRecording < 35 || intoRecording > 65;
  });
  const start = Date.UTC(2026, 0, 1);
  const clock = new HandClock(start + 34.5 * minuteMs);
  const market = replayMarket(recordingOf(minutes), clock, start);
  await market.start();
  expect(market.health()).toEqual({ state: 'live', ageMs: 0, lastPriceAt: clock.now() });
  clock.set(start + 36 * minuteMs);
  expect(market.health('BTC')).toEqual({ state: 'live', ageMs: minuteMs, lastPriceAt: start + 35 * minuteMs });
  clock.set(start + 50 * minuteMs);
  expect(market.health('BTC')).toEqual({ state: 'stale', ageMs: 15 * minuteMs, lastPriceAt: start + 35 * minuteMs });
  expect(market.listing()[0]).toMatchObject({ coin: 'BTC', last: 103.5, lastAt: start + 35 * minuteMs });
  expect(market.candles('BTC', '5m', 400).map(({ openTime }) => (openTime - start) / minuteMs)).toEqual([
    0, 5, 10, 15, 20, 25, 30,
  ]);
  clock.set(start + 66.5 * minuteMs);
  expect(market.health().state).toBe('live');
  clock.set(start + 240 * minuteMs);
  const opens = [...market.closed('BTC', '1m').openTime].map((openTime) => (openTime - start) / minuteMs);
  expect(opens).toHaveLength(2 * minutes.length);
  expect(opens.filter((minute) => minute % 120 >= 35 && minute % 120 <= 65)).toEqual([]);
  await market.stop();
});

test('evicted candles are computed again from the recording, equal to the first time', async () => {
  const recordings = await shippedRecordings();
  const start = Date.UTC(2025, 7, 1, 9, 13);
  const clock = new HandClock(start + 20 * dayMs);
  const market = replayMarket(recordings, clock, start);
  await market.start();
  const early = rowsOf(market.closed('XRP', '5m')).slice(100, 400);
  const firstHours = rowsOf(market.closed('XRP', '1h')).slice(0, 5);
  clock.set(start + 100 * dayMs);
  expect((market.closed('XRP', '5m').openTime[0] as number) - start).toBeGreaterThan(39 * dayMs);
  expect(rowsOf(await market.closedBetween('XRP', '5m', early[0]?.openTime as number, 300))).toEqual(early);
  expect(rowsOf(await market.closedBetween('XRP', '1h', 0, 5))).toEqual(firstHours);
  const held = market.closed('XRP', '5m');
  const across = await market.closedBetween('XRP', '5m', (held.openTime[0] as number) - 10 * 300_000, 20);
  expect(rowsOf(across).slice(10)).toEqual(rowsOf(held).slice(0, 10));
  expect([...across.openTime]).toEqual(
    Array.from({ length: 20 }, (_, row) => (held.openTime[0] as number) + (row - 10) * 300_000),
  );
  const upcoming = await market.closedBetween('XRP', '5m', clock.now() - 12 * minuteMs, 12);
  expect(upcoming.openTime.length).toBeLessThan(3);
  await market.stop();
});

test('the start of the replay is agreed in the database: all nodes and restarts get the first one, at a whole minute', async () => {
  const database = await createTestDatabase();
  try {
    const recordings = recordingOf(risingMinutes(Date.UTC(2025, 4, 4, 15, 37), 30));
    const clocks = [0, 61_000, 7 * dayMs].map((later) => new HandClock(noon + 12_345 + later));
    const sources = await Promise.all(clocks.map((clock) => openReplay(database.pool, clock, recordings)));
    const starts = sources.map((source) => source.beginsAt('BTC'));
    expect(new Set(starts).size).toBe(1);
    const proposals = clocks.map((clock) => Math.floor(clock.now() / minuteMs) * minuteMs - 20 * dayMs);
    expect(proposals).toContain(starts[0]);
    const again = await openReplay(database.pool, new HandClock(noon + 90 * dayMs), recordings);
    expect(again.beginsAt('BTC')).toBe(starts[0]);
    const other = await openReplay(database.pool, new HandClock(noon), { ...recordings, hash: 'f'.repeat(64) });
    expect(other.beginsAt('BTC')).toBe(noon - 20 * dayMs);
  } finally {
    await database.drop();
  }
});

test('before its first minute a replay has no prices rather than invented ones', async () => {
  const recordings = recordingOf(risingMinutes(0, 30));
  const clock = new HandClock(noon - dayMs);
  const market = replayMarket(recordings, clock, noon);
  await market.start();
  await market.stop();
  expect(market.health()).toEqual({ state: 'stale', ageMs: null, lastPriceAt: null });
  expect(market.listing()).toEqual([]);
  expect(market.candles('BTC', '5m', 400)).toEqual([]);
  expect((await market.closedBetween('BTC', '5m', 0, 10)).openTime.length).toBe(0);
  expect(await new ReplaySource(recordings, clock, noon).minutes('BTC', 0, noon)).toMatchObject({
    openTime: new Float64Array(),
  });
});

test('what outcomes are measured on holds every recorded minute once at most, also after the recording has started again', async () => {
  const recordings = await shippedRecordings();
  const recorded = recordings.coins.get('ETH')?.candles as CandleColumns;
  const lapMs = recorded.openTime.length * minuteMs;
  const clock = new HandClock(noon);
  const market = replayMarket(recordings, clock, noon - 20 * dayMs);
  await market.start();
  expect(market.measured('ETH', '5m')).toEqual(market.closed('ETH', '5m'));
  clock.pass(35 * dayMs);
  const [held, measured] = [market.closed('ETH', '5m'), market.measured('ETH', '5m')];
  market.stop();
  expect(held.openTime.length).toBeGreaterThan(lapMs / (5 * minuteMs));
  expect(measured.openTime.length).toBe(Math.floor(lapMs / (5 * minuteMs)));
  expect(measured.openTime.at(-1)).toBe(held.openTime.at(-1));
  const places = Array.from(measured.openTime, (time) => (((time - noon + 20 * dayMs) % lapMs) + lapMs) % lapMs);
  expect(new Set(places).size).toBe(places.length);
});
