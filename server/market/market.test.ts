import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { marketStatus } from '#contract/market.ts';
import { coinSymbols } from '#core/market/coins.ts';
import { revealOf } from '#core/plans/replay-reveal.ts';
import { clockFrom } from '#server/platform/clock.ts';
import type { ClosedCandle } from './announcer.ts';
import {
  dayMs,
  HandClock,
  minuteMs,
  recordingOf,
  replayMarket,
  risingMinutes,
  shippedRecordings,
} from './market.fixture.ts';

const start = Date.UTC(2026, 0, 1);

test('the list has the 15 coins in order, with figures that agree with the candles', async () => {
  const clock = new HandClock(start + 20 * dayMs + 31_500);
  const market = replayMarket(await shippedRecordings(), clock, start);
  await market.start();
  const rows = market.listing();
  expect(rows.map(({ coin }) => coin)).toEqual(coinSymbols);
  for (const row of rows) {
    const day = market.candles(row.coin, '1m', 1440);
    expect(day).toHaveLength(1440);
    expect(row.last).toBe(day.at(-1)?.close);
    expect(row.high).toBe(Math.max(...day.map(({ high }) => high)));
    expect(row.low).toBe(Math.min(...day.map(({ low }) => low)));
    expect(row.changePercent).toBeCloseTo((row.last / (day[0]?.open as number) - 1) * 100, 9);
    const typical = day.reduce((sum, { volume, high, low, close }) => sum + (volume * (high + low + close)) / 3, 0);
    expect(row.value24h / typical).toBeCloseTo(1, 9);
    expect(row.hourlyCloses).toEqual([...market.closed(row.coin, '1h').close.slice(-24)]);
    expect(row.lastAt).toBe(start + 20 * dayMs + 31_000);
  }
  clock.set(start + 20 * dayMs + 33_500);
  expect(market.listing().map(({ lastAt }) => lastAt)).toEqual(rows.map(() => start + 20 * dayMs + 33_000));
  await market.stop();
});

test('behind a break the list shows what came since: change, extremes and the small chart', async () => {
  // Each recorded day is at ten times the prices of the one before: whichever follows, it is not carried on.
  const days = [100, 1_000, 10_000].flatMap((price, day) => risingMinutes(day * dayMs, 1440, price));
  const clock = new HandClock(start + dayMs + 150 * minuteMs);
  const market = replayMarket(recordingOf(days), clock, start);
  await market.start();
  await market.stop();
  const hours = market.closed('BTC', '1h').close;
  const since = market.candles('BTC', '1m', 151);
  expect(since[0]).toMatchObject({ openTime: start + dayMs, seam: true, isBreak: true });
  expect(market.candles('BTC', '1m', 152)[0]).toMatchObject({ seam: false, isBreak: false });
  const row = market.listing()[0];
  expect(row).toMatchObject({
    high: Math.max(...since.map(({ high }) => high)),
    low: Math.min(...since.map(({ low }) => low)),
    hourlyCloses: [...hours.slice(-2)],
  });
  expect(row?.changePercent).toBeCloseTo(((row?.last ?? 0) / (since[0]?.open ?? 0) - 1) * 100, 9);
});

test('`candles` returns the last ones up to the limit, the unfinished one last', async () => {
  const clock = new HandClock(start + 20 * dayMs + 61_000);
  const market = replayMarket(await shippedRecordings(), clock, start);
  await market.start();
  await market.stop();
  expect(market.candles('ETH', '5m', 400)).toHaveLength(400);
  expect(market.candles('ETH', '6h', 400)).toHaveLength(19 * 4 + 1);
  // Of the 20 days that were played, the first may be played again today.
  expect(market.candles('ETH', '1d', 400)).toHaveLength(20);
  for (const interval of ['1m', '5m', '30m', '1h', '6h', '1d'] as const) {
    const candles = market.candles('ETH', interval, 50);
    expect(candles.map(({ final }) => final)).toEqual([...Array(candles.length - 1).fill(true), false]);
    expect(candles.at(-1)?.close).toBe(market.listing()[1]?.last);
  }
  expect(market.candles('ETH', '5m', 1)).toEqual(market.candles('ETH', '5m', 400).slice(-1));
  expect(market.candles('ETH', '5m', 0)).toEqual([]);
  expect(() => market.candles('DOGE', '5m', 10)).toThrow(RangeError);
  const between = (count: number) => market.closedBetween('ETH', '1d', start + dayMs, count);
  expect((await between(1_000_000)).openTime).toHaveLength(19);
  expect([(await between(0)).openTime.length, (await between(2)).openTime.length]).toEqual([0, 2]);
  for (const count of [1_000_001, -1, Number.NaN]) await expect(between(count)).rejects.toThrow(RangeError);
});

test('a forming candle becomes the closed one: same open, its extremes never beyond', async () => {
  const clock = new HandClock(start + 20 * dayMs);
  const market = replayMarket(await shippedRecordings(), clock, start);
  await market.start();
  const seen: { open: number; high: number; low: number; close: number }[] = [];
  for (let second = 0; second < 300; second++) {
    clock.set(start + 20 * dayMs + second * 1000);
    seen.push(market.candles('BNB', '5m', 1)[0] as (typeof seen)[number]);
  }
  clock.set(start + 20 * dayMs + 5 * minuteMs);
  const [closed] = market.candles('BNB', '5m', 2);
  expect(closed).toMatchObject({ openTime: start + 20 * dayMs, final: true });
  for (const candle of seen) expect(candle.open).toBe(closed?.open);
  expect(Math.max(...seen.map(({ high }) => high))).toBe(closed?.high);
  expect(Math.min(...seen.map(({ low }) => low))).toBe(closed?.low);
  expect(new Set(seen.map(({ close }) => close)).size).toBeGreaterThan(20);
  await market.stop();
});

test('the start announces the newest closed candle of each coin and interval; then each candle once, in order of its end', async () => {
  const clock = new HandClock(start + 10 * dayMs);
  const market = replayMarket(recordingOf(risingMinutes(0, 30 * 1440)), clock, start);
  const calls: (readonly ClosedCandle[])[] = [];
  market.onClosed((closed) => calls.push(closed));
  await market.start();
  const [first] = calls;
  expect(first).toHaveLength(15 * 6);
  expect(first?.filter(({ coin }) => coin === 'SUI').map(({ interval, openTime }) => [interval, openTime])).toEqual(
    expect.arrayContaining([
      ['1m', clock.now() - minuteMs],
      ['1h', clock.now() - 60 * minuteMs],
      ['6h', clock.now() - 360 * minuteMs],
    ]),
  );
  clock.pass(130 * minuteMs + 7_000);
  market.announcer.announce();
  market.announcer.announce();
  await market.stop();
  expect(calls).toHaveLength(2);
  const eth = (calls[1] ?? []).filter(({ coin }) => coin === 'ETH');
  const of = (wanted: string) =>
    eth.filter(({ interval }) => interval === wanted).map(({ openTime }) => (openTime - start - 10 * dayMs) / minuteMs);
  expect(of('1m')).toEqual(Array.from({ length: 130 }, (_, index) => index));
  expect(of('5m')).toEqual(Array.from({ length: 26 }, (_, index) => index * 5));
  expect(of('30m')).toEqual([0, 30, 60, 90]);
  expect(of('1h')).toEqual([0, 60]);
  const lengths = { '1m': 1, '5m': 5, '30m': 30, '1h': 60, '6h': 360, '1d': 1440 };
  const ends = (calls[1] ?? []).map(({ interval, openTime }) => openTime + lengths[interval] * minuteMs);
  expect(ends).toEqual([...ends].sort((a, b) => a - b));
});

test('at 3600 times the speed every minute still closes once and in order, at most one tick a second', async () => {
  const anchor = { wallMs: Date.now(), productMs: start + 5 * dayMs, speed: 3600 };
  const clock = clockFrom(() => anchor);
  const market = replayMarket(recordingOf(risingMinutes(0, 30 * 1440)), clock, start);
  const minutes: number[] = [];
  let ticks = 0;
  await market.start();
  market.onClosed((closed) => {
    for (const { coin, interval, openTime } of closed) if (coin === 'BTC' && interval === '1m') minutes.push(openTime);
  });
  market.onTick(() => ticks++);
  const began = performance.now();
  await vi.waitUntil(() => minutes.length > 100 && ticks > 1, { timeout: 60_000, interval: 20 });
  const seconds = (performance.now() - began) / 1000;
  await market.stop();
  expect(minutes).toEqual(
    Array.from({ length: minutes.length }, (_, index) => (minutes[0] as number) + index * minuteMs),
  );
  expect(ticks).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

test('it ticks each second until it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = new HandClock(start + dayMs);
  const market = replayMarket(recordingOf(risingMinutes(0, 3 * 1440)), clock, start);
  let ticks = 0;
  market.onTick(() => ticks++);
  await market.start();
  const passSecond = async (): Promise<void> => {
    clock.pass(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  for (let second = 0; second < 3; second++) await passSecond();
  expect(ticks).toBe(4);
  await market.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('with a fast clock it ticks once in a second of wall time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = new HandClock(start + dayMs, 60);
  const market = replayMarket(recordingOf(risingMinutes(0, 3 * 1440)), clock, start);
  let ticks = 0;
  await market.start();
  market.onTick(() => ticks++);
  for (let quarter = 0; quarter < 8; quarter++) {
    clock.pass(15_000);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(ticks).toBe(2);
  await market.stop();
});

test('a listener that fails does not keep the event from the others', async () => {
  const clock = new HandClock(start + dayMs);
  const market = replayMarket(recordingOf(risingMinutes(0, 3 * 1440)), clock, start);
  let heard = 0;
  market.onClosed(() => {
    throw new Error('broken');
  });
  const end = market.onClosed(() => heard++);
  await market.start();
  clock.pass(minuteMs);
  market.announcer.announce();
  expect(heard).toBe(2);
  end();
  clock.pass(minuteMs);
  market.announcer.announce();
  expect(heard).toBe(2);
  await market.stop();
});

test('the state names source, age and clock', async () => {
  const clock = new HandClock(start + dayMs + 400, 60);
  const market = replayMarket(recordingOf(risingMinutes(0, 3 * 1440)), clock, start);
  await market.start();
  await market.stop();
  const published = market.published('ETH');
  expect(market.status()).toEqual({
    source: 'replay',
    label: 'made for a test',
    state: 'live',
    ageMs: 400,
    lastPriceAt: start + dayMs,
    staleCoins: [],
    now: start + dayMs + 400,
    clockSpeed: 60,
    candleMinutes: 1,
    identity: {
      recording: published?.recording,
      recordedDays: 3,
      recordedFrom: 0,
      recordedTo: 3 * dayMs,
      commitment: published?.commitment,
      startsAt: start,
      day: 1,
      played: { day: 0, factors: Object.fromEntries(market.coins.map(({ symbol }) => [symbol, 1])) },
      beaconCoins: market.coins.map(({ symbol }) => symbol),
    },
  });
  expect(published?.commitment).toMatch(/^[0-9a-f]{64}$/);
  clock.pass(dayMs);
  const later = market.status().identity;
  expect(later).toMatchObject({ day: 2, played: { day: 1 } });
  const { factors }: { factors: Readonly<Record<string, number>> } = (later && 'played' in later && later.played) || {
    factors: {},
  };
  const [at, bound] = [start + dayMs, market.binding('ETH', start + dayMs)];
  const reveal = bound && revealOf(bound, 'ETH', market.published('ETH'), { from: at, to: at });
  expect(reveal).toMatchObject({ state: 'revealed', played: [{ day: 1, factor: factors.ETH }] });
  expect(z.encode(marketStatus, market.status())).toMatchObject({ identity: { day: 2 } });
});

test('a coin’s own icon has its version in its address, and is read by that name alone', () => {
  const icon = (version: string) => ({ type: 'image/svg+xml', bytes: new Uint8Array([60]), version }) as const;
  const recordings = recordingOf(risingMinutes(0, 3 * 1440));
  const marketWith = (version: string) =>
    replayMarket({ ...recordings, icons: new Map([['ETH', icon(version)]]) }, new HandClock(start), start);
  const pathOf = ({ coins }: ReturnType<typeof marketWith>, coin: string) =>
    coins.find(({ symbol }) => symbol === coin)?.iconPath;
  const [before, after] = [marketWith('ab12'), marketWith('cd34')];
  expect([before, after].map((market) => pathOf(market, 'ETH'))).toEqual([
    '/api/market/icon/ETH-ab12',
    '/api/market/icon/ETH-cd34',
  ]);
  expect(pathOf(after, 'BTC')).toBe('/coins/btc.svg');
  expect(after.icon('ETH-cd34')).toEqual(icon('cd34'));
  for (const name of ['ETH-ab12', 'ETH', 'BTC']) expect(after.icon(name), name).toBeNull();
});
