import { expect } from 'vitest';
import type { Candle } from '#core/market/candle.ts';
import { silentLog } from '#server/platform/log.ts';
import { onlyKey } from '#server/platform/secret-keys.ts';
import { HandClock, minuteMs } from '../market.fixture.ts';
import { prepareMarket } from '../open-market.ts';
import { openExchangeClient } from './client.ts';
import { candleOf, candlesUpTo, closedThrough, midnight, now, rowsOf, test, until } from './exchange-market.fixture.ts';

test('candles of a real exchange protocol become history, prices and longer candles', async ({
  server,
  clock,
  startMarket,
}) => {
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  expect(market.source).toEqual({
    kind: 'exchange',
    exchange: 'binanceusdm',
    label: 'Binance USDⓈ-M',
    candleMinutes: 1,
    beaconCoins: null,
  });
  const bound = market.binding('ETH', now);
  expect(market.status().identity).toMatchObject({
    exchange: 'binanceusdm',
    instruments: { ETH: bound?.source === 'exchange' && bound.instrument },
  });
  const served = server.candles.get('ETH') as Candle[];
  expect(rowsOf(market.closed('ETH', '1m'))).toEqual(served.slice(0, -1));
  expect(market.candles('ETH', '1m', 1)).toEqual([{ ...served.at(-1), final: false, seam: false, isBreak: false }]);
  const [hour] = rowsOf(market.closed('ETH', '1h'));
  expect(hour).toMatchObject({ openTime: midnight, open: 2500, close: 2500 + 60 * 1.25, low: 2500 - 1.25 });
  expect(market.closed('ETH', '1h').openTime.length).toBe(2);
  expect(market.health()).toEqual({ state: 'live', ageMs: 0, lastPriceAt: now });
  expect(market.listing().map(({ coin, priceDecimals }) => [coin, priceDecimals])).toEqual([
    ['ETH', 5],
    ['XLM', 5],
  ]);
  // The next price is in the list though the clock shows the same second.
  const forming = served.at(-1) as Candle;
  server.candles.set('ETH', served.with(-1, { ...forming, close: forming.high }));
  await until(() => market.listing()[0]?.last === forming.high);
  // A clock that is a little behind that of the node which asked makes no price younger than now.
  clock.pass(-1_000);
  expect(market.health('ETH')).toEqual({ state: 'live', ageMs: 0, lastPriceAt: now });
  clock.pass(1_000);
  expect(market.health('BTC')).toEqual({ state: 'stale', ageMs: null, lastPriceAt: null });
});

test('a price of 0.00001 comes through as that double, from the exchange over the database to the list', async ({
  startMarket,
}) => {
  const market = await startMarket();
  await until(() => market.health('XLM').state === 'live');
  expect(market.listing().find(({ coin }) => coin === 'XLM')).toMatchObject({
    last: 0.00001,
    high: 0.00001,
    changePercent: 0,
  });
  const between = await market.closedBetween('XLM', '5m', midnight, 3);
  expect(rowsOf(between)[2]).toMatchObject({ openTime: midnight + 10 * minuteMs, close: 0.00001, volume: 5 * 1234.5 });
});

test('times in microseconds give the same candles', async ({ server, startMarket }) => {
  server.microseconds = true;
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  expect(rowsOf(market.closed('ETH', '1m'))).toEqual((server.candles.get('ETH') as Candle[]).slice(0, -1));
});

test('another exchange with another protocol, times in seconds', async ({ server, startMarket }) => {
  const market = await startMarket('kraken');
  await until(() => market.health('ETH').state === 'live');
  expect(market.source.label).toBe('Kraken');
  expect(rowsOf(market.closed('ETH', '1m'))).toEqual((server.candles.get('ETH') as Candle[]).slice(0, -1));
});

test('a new minute closes the one before, and each closed candle is announced once', async ({
  server,
  clock,
  startMarket,
}) => {
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  market.announcer.announce();
  const announced: string[] = [];
  market.onClosed((closed) => {
    for (const { coin, interval, openTime } of closed)
      if (coin === 'ETH') announced.push(`${interval} ${(openTime - midnight) / minuteMs}`);
  });
  for (let minute = 1; minute <= 10; minute++) {
    clock.pass(minuteMs);
    server.candles.get('ETH')?.push(candleOf(midnight + (120 + minute) * minuteMs, 2500, 1.25));
    await until(() => closedThrough(market) === midnight + (120 + minute) * minuteMs);
    market.announcer.announce();
    market.announcer.announce();
  }
  const minutes = Array.from({ length: 10 }, (_, index) => `1m ${120 + index}`);
  expect(announced).toEqual([...minutes.slice(0, 5), '5m 120', ...minutes.slice(5), '5m 125']);
  // The list of instruments is read once an hour, not at every poll.
  expect(server.calls.filter((call) => call.includes('exchangeInfo'))).toHaveLength(1);
});

test('minutes that the exchange itself leaves out stay missing', async ({ server, startMarket }) => {
  const served = server.candles.get('ETH') as Candle[];
  server.candles.set(
    'ETH',
    served.filter((_, index) => index < 35 || index > 65),
  );
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  expect(market.closed('ETH', '1m').openTime.length).toBe(120 - 31);
  expect(rowsOf(market.closed('ETH', '5m')).map(({ openTime }) => (openTime - midnight) / minuteMs)).not.toContain(40);
});

test('a history of several pages is fetched page by page from where it ended', async ({
  server,
  clock,
  startMarket,
}) => {
  clock.set(midnight + 40 * 3_600_000 + 5_000);
  server.candles.set('ETH', candlesUpTo(clock.now(), 2500, 0.25));
  server.candles.set('XLM', candlesUpTo(clock.now(), 0.00001, 0));
  // One page at once after another, not one with each look at the exchange.
  const market = await startMarket('binanceusdm', 40 * 3_600_000, silentLog, server, 120_000);
  await until(() => market.health('ETH').state === 'live');
  expect(market.closed('ETH', '1m').openTime.length).toBe(2400);
  const pages = server.calls.filter((call) => call.includes('ETHUSDT') && call.includes('limit=1000'));
  expect(
    pages.map((call) => (Number(new URL(call, server.url).searchParams.get('startTime')) - midnight) / minuteMs),
  ).toEqual([0, 999]);
});

test('a candle is stored when its minute is over, and not before', async ({ database }) => {
  const insert = (openTime: number) =>
    database.pool.query(`insert into market.exchange_candles values ('made-up', 'BTC', $1, 1, 1, 1, 1, 1)`, [openTime]);
  const running = Math.floor(Date.now() / minuteMs) * minuteMs;
  await insert(running - minuteMs);
  for (const openTime of [running + minuteMs, running + 1_440 * minuteMs]) {
    await expect(insert(openTime)).rejects.toThrow('a candle whose minute is not over');
  }
  // The minute that runs by the database's clock, or the next one where it ends in a moment.
  const current = `insert into market.exchange_candles
    select 'made-up', 'BTC', floor(extract(epoch from clock_timestamp() + interval '13 seconds') / 60) * 60000, 1, 1, 1, 1, 1`;
  await expect(database.pool.query(current)).rejects.toThrow('a candle whose minute is not over');
  // The exchange's clock may be some seconds ahead. Of a minute of any second, which the table itself refuses.
  const client = await database.owner.connect();
  await client.query('begin');
  await client.query('alter table market.exchange_candles drop constraint exchange_candles_open_time_ms_check');
  const ending = `insert into market.exchange_candles
    select 'made-up', 'BTC', (extract(epoch from clock_timestamp()) * 1000)::bigint - 52000, 1, 1, 1, 1, 1`;
  await expect(client.query(ending)).resolves.toBeDefined();
  await client.query('rollback');
  client.release();
});

test('a stored candle cannot be changed or removed', async ({ database, startMarket }) => {
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  for (const statement of [
    'update market.exchange_candles set close = open',
    'delete from market.exchange_candles',
    'truncate market.exchange_candles',
  ]) {
    await expect(database.owner.query(statement)).rejects.toThrow('closed candles are final');
  }
});

test('an exchange that does not exist and one on another clock each stop the start with a reason', async ({
  database,
}) => {
  await expect(openExchangeClient('nosuchexchange')).rejects.toThrow(
    'MARKET_SOURCE: the ccxt library knows no exchange "nosuchexchange"',
  );
  await expect(openExchangeClient('base')).rejects.toThrow('the ccxt library knows no exchange "base"');
  await expect(openExchangeClient('../src/binance')).rejects.toThrow('knows no exchange');
  const dependencies = { pool: database.pool, log: silentLog, secretKeys: onlyKey(Buffer.alloc(32)) };
  const market = prepareMarket('kraken');
  await expect(market.open({ ...dependencies, clock: new HandClock(Date.now(), 60) })).rejects.toThrow('wall time');
  await expect(market.open({ ...dependencies, clock: new HandClock(Date.now() + 90_000) })).rejects.toThrow(
    'wall time',
  );
});
