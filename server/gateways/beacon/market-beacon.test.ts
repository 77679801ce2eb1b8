import { expect, test } from 'vitest';
import { beaconValue } from '#core/fairness/beacon.ts';
import { type Candle, columnsOf } from '#core/market/candle.ts';
import { listingOf } from '#core/market/coins.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import type { BeaconSource } from '#server/features/rounds/beacon-source.ts';
import { beaconsOf } from './beacons.ts';
import { type BeaconMarket, marketBeacon } from './market-beacon.ts';

const round = roundAt(Date.UTC(2026, 10, 22, 21, 7));
const { closesAt } = timesOf(round);
const never = new AbortController().signal;
const minute = 60_000;

const candle = (openTime: number, price: number): Candle => ({
  openTime,
  open: price,
  high: price + 1,
  low: price - 1,
  close: price + 0.5,
  volume: 3,
});

/** A market of three coins, listed out of order, of which some are stale and some have no candle of a minute. */
function marketOf({
  stale = [] as string[],
  candles,
  source = { candleMinutes: 1, beaconCoins: null },
}: {
  stale?: string[];
  candles: Record<string, readonly Candle[]>;
  source?: BeaconMarket['source'];
}) {
  const market: BeaconMarket = {
    source,
    coins: ['ETH', 'BTC', 'ADA'].map(listingOf),
    health: (coin) => ({
      state: coin !== undefined && stale.includes(coin) ? 'stale' : 'live',
      ageMs: 0,
      lastPriceAt: 0,
    }),
    closedBetween: async (coin, _interval, from, count) =>
      columnsOf((candles[coin] ?? []).filter(({ openTime }) => openTime >= from).slice(0, count)),
  };
  return marketBeacon(market);
}

const three = (openTime: number) => ({
  ETH: [candle(openTime, 20)],
  BTC: [candle(openTime, 30)],
  ADA: [candle(openTime, 10)],
});

test('a round takes the candles that open when its betting closes, of every coin that has a price, in order', async () => {
  const source = marketOf({ candles: three(closesAt) });
  expect(source.plan(round)).toEqual({ kind: 'market', coins: ['ADA', 'BTC', 'ETH'] });
  const beacon = await source.fetch(round, source.plan(round), never);
  expect(beacon).toEqual({
    kind: 'market',
    candles: [
      { coin: 'ADA', candle: candle(closesAt, 10) },
      { coin: 'BTC', candle: candle(closesAt, 30) },
      { coin: 'ETH', candle: candle(closesAt, 20) },
    ],
  });
  expect(beacon && beaconValue(beacon)).toHaveLength(32);
  expect(await source.fetch(round, source.plan(round), AbortSignal.abort())).toBeNull();
});

test('a coin without a current price at closing is not named', () => {
  expect(marketOf({ stale: ['BTC'], candles: {} }).plan(round)).toEqual({ kind: 'market', coins: ['ADA', 'ETH'] });
  // Where none has one they are all named, so that a plan is never empty.
  const none = marketOf({ stale: ['ADA', 'BTC', 'ETH'], candles: {} });
  expect(none.plan(round)).toEqual({ kind: 'market', coins: ['ADA', 'BTC', 'ETH'] });
});

test('a round on a recording names the same coins whatever has a price, and takes the candles of these alone', async () => {
  const source = { candleMinutes: 1, beaconCoins: ['ETH', 'BTC'] } as const;
  for (const stale of [[], ['BTC'], ['ADA', 'BTC', 'ETH']]) {
    expect(marketOf({ stale, candles: {}, source }).plan(round)).toEqual({ kind: 'market', coins: ['BTC', 'ETH'] });
  }
  const { ADA: _unnamed, ...two } = three(closesAt);
  const named = marketOf({ candles: two, source });
  expect((await named.fetch(round, named.plan(round), never))?.kind).toBe('market');
});

test('a round on a recording of 5-minute candles takes the one in which its betting closes', async () => {
  const [opensAt, candleMinutes] = [closesAt - 4 * minute, 5] as const;
  const beaconMarket = (openTime: number) =>
    marketOf({ candles: three(openTime), source: { candleMinutes, beaconCoins: ['ETH', 'BTC', 'ADA'] } });
  const plan = beaconMarket(opensAt).plan(round);
  expect(plan).toEqual({ kind: 'market', coins: ['ADA', 'BTC', 'ETH'], interval: '5m' });
  expect(await beaconMarket(opensAt).fetch(round, plan, never)).toMatchObject({
    candles: [{ candle: { openTime: opensAt } }, { candle: { openTime: opensAt } }, { candle: { openTime: opensAt } }],
  });
  expect(await beaconMarket(opensAt + 5 * minute).fetch(round, plan, never)).toBeNull();
});

test('while one candle is missing there is no beacon, and a later minute is no substitute', async () => {
  const plan = { kind: 'market', coins: ['ADA', 'BTC', 'ETH'] } as const;
  const { BTC: _missing, ...two } = three(closesAt);
  expect(await marketOf({ candles: two }).fetch(round, plan, never)).toBeNull();
  const gap = { ...two, BTC: [candle(closesAt + minute, 30)] };
  expect(await marketOf({ candles: gap }).fetch(round, plan, never)).toBeNull();
  const before = { ...two, BTC: [candle(closesAt - minute, 30)] };
  expect(await marketOf({ candles: before }).fetch(round, plan, never)).toBeNull();
});

test('a plan that names a coin the market does not list, or another kind, has no beacon', async () => {
  const source = marketOf({ candles: three(closesAt) });
  expect(await source.fetch(round, { kind: 'market', coins: ['ADA', 'XYZ'] }, never)).toBeNull();
  expect(await source.fetch(round, { kind: 'drand', chain: '', round: 1 }, never)).toBeNull();
});

test('a round keeps the beacon that it named when the setting changes', async () => {
  const market = marketOf({ candles: three(closesAt) });
  const drand: BeaconSource = {
    kind: 'drand',
    plan: () => ({ kind: 'drand', chain: '', round: 5 }),
    fetch: async () => ({ kind: 'drand', round: 5, signature: 'ab' }),
  };
  const source = beaconsOf('drand', { drand, market });
  expect(source.kind).toBe('drand');
  expect(source.plan(round).kind).toBe('drand');
  expect((await source.fetch(round, market.plan(round), never))?.kind).toBe('market');
  expect((await source.fetch(round, drand.plan(round), never))?.kind).toBe('drand');
});
