import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Candle, type CandleColumns, candleAt } from '#core/market/candle.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { type Log, silentLog } from '#server/platform/log.ts';
import { onlyKey } from '#server/platform/secret-keys.ts';
import { HandClock, minuteMs } from '../market.fixture.ts';
import { createMarket } from '../market.ts';
import { prepareMarket } from '../open-market.ts';
import { openExchangeClient } from './client.ts';
import { type ExchangeServer, startExchangeServer } from './exchange-server.fixture.ts';
import { ExchangeSource } from './exchange-source.ts';

const midnight = Date.UTC(2026, 0, 15);
const now = midnight + 2 * 3_600_000 + 25_000;
const rowsOf = (columns: CandleColumns): Candle[] => Array.from(columns.openTime, (_, row) => candleAt(columns, row));

let database: TestDatabase;
let server: ExchangeServer;
let clock: HandClock;
let markets: ReturnType<typeof createMarket>[];

beforeEach(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startExchangeServer()]);
  clock = new HandClock(now);
  markets = [];
  server.candles.set('ETH', candlesUpTo(now, 2500, 1.25));
  server.candles.set('XLM', candlesUpTo(now, 0.00001, 0));
});

afterEach(async () => {
  await Promise.all(markets.map((market) => market.stop()));
  await Promise.all([server.close(), database.drop()]);
});

/** Minutes from midnight to the one being formed at `time`. */
function candlesUpTo(time: number, price: number, step: number, from = midnight): Candle[] {
  const candles: Candle[] = [];
  for (let openTime = from; openTime <= time; openTime += minuteMs) candles.push(candleOf(openTime, price, step));
  return candles;
}

function candleOf(openTime: number, price: number, step: number): Candle {
  const open = price + ((openTime - midnight) / minuteMs) * step;
  return { openTime, open, high: open + step * 2, low: open - step, close: open + step, volume: 1234.5 };
}

async function startMarket(
  id = 'binanceusdm',
  historyMs = 2 * 3_600_000,
  log: Log = silentLog,
  { url } = server,
  pollMs = 20,
) {
  const client = await openExchangeClient(id, { url, timeoutMs: 20_000 });
  const dependencies = { id, client, pool: database.pool, clock, log, historyMs, pollMs, followMs: 10 };
  const market = createMarket(new ExchangeSource(dependencies), clock, silentLog);
  markets.push(market);
  await market.start();
  return market;
}

/** End of the last closed minute. */
const closedThrough = (market: { closed(coin: string, interval: '1m'): CandleColumns }): number =>
  (market.closed('ETH', '1m').openTime.at(-1) ?? 0) + minuteMs;

/** Waits until the exchange's responses have been processed. */
async function until(condition: () => boolean): Promise<void> {
  for (let waits = 0; waits < 3_000 && !condition(); waits++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(condition()).toBe(true);
}

test('candles of a real exchange protocol become history, prices and longer candles', async () => {
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
  expect(market.health('BTC')).toEqual({ state: 'stale', ageMs: null, lastPriceAt: null });
});

test('a price of 0.00001 comes through as that double, from the exchange over the database to the list', async () => {
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

test('an instrument that the exchange dropped is named with what becomes of its plans', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const dropped = () => lines.filter((line) => line.includes('no longer lists'));
  const before = await startMarket('binanceusdm', undefined, log);
  await until(() => before.health('XLM').state === 'live');
  await before.stop();
  expect(dropped()).toEqual([]);
  server.candles.delete('XLM');
  const market = await startMarket('binanceusdm', undefined, log);
  await until(() => dropped().length > 0);
  expect(JSON.parse(dropped()[0] ?? '').instruments).toMatch(/^XLM \(XLM.USDT/);
  expect(dropped()[0]).toContain('wait until it lists them again');
  // Its plans stay bound to it: a start is not refused.
  expect(market.binding('XLM', now)).toEqual(before.binding('XLM', now));
  expect(market.status().staleCoins).toEqual([]);
  // Members see which coins wait, and none while nothing is heard of any.
  clock.pass(5 * minuteMs);
  server.candles.set('ETH', candlesUpTo(now + 5 * minuteMs, 2500, 1.25));
  await until(() => market.health('ETH').state === 'live');
  expect(market.status()).toMatchObject({ state: 'live', staleCoins: ['XLM'] });
  clock.pass(5 * minuteMs);
  expect(market.status()).toMatchObject({ state: 'stale', staleCoins: [] });
});

test('up to when no further candle comes is known of a listed and of a dropped instrument, and of none that cannot be asked', async () => {
  const first = await startMarket();
  await until(() => first.health('XLM').state === 'live' && first.health('ETH').state === 'live');
  expect([first.knownThrough('ETH'), first.knownThrough('XLM')]).toEqual([now, now]);
  server.candles.delete('XLM');
  clock.pass(2 * 3_600_000);
  server.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
  await until(() => first.knownThrough('XLM') >= clock.now() && first.knownThrough('ETH') >= clock.now());
  const asked = clock.now();
  server.trouble = 'refuse';
  clock.pass(3 * 3_600_000);
  const callsBefore = server.calls.length;
  await until(() => server.calls.length >= callsBefore + 4);
  expect([first.knownThrough('ETH'), first.knownThrough('XLM')]).toEqual([asked, asked]);
  await first.stop();
  const second = await startMarket();
  await until(() => second.knownThrough('XLM') > 0);
  expect([second.knownThrough('ETH'), second.knownThrough('XLM')]).toEqual([asked, asked]);
  server.trouble = 'none';
  server.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
  await until(() => second.knownThrough('XLM') >= clock.now() && second.knownThrough('ETH') >= clock.now());
});

test('where the list of instruments is not answered any more, candles go on by the last one', async () => {
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  server.trouble = 'unlisted';
  clock.pass(2 * 3_600_000);
  server.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
  const asked = server.calls.length;
  await until(() => closedThrough(market) > now && market.health('ETH').state === 'live');
  expect(server.calls.slice(asked).some((call) => call.includes('exchangeInfo'))).toBe(true);
});

test('of an instrument whose history is still being read nothing is known beyond the last page', async () => {
  server.candles.set('ETH', candlesUpTo(now, 2500, 0.1, midnight - 3 * 86_400_000));
  const seen: number[] = [];
  const market = await startMarket('binanceusdm', 3 * 86_400_000);
  await until(() => {
    if (closedThrough(market) < now - minuteMs && market.knownThrough('ETH') > 0)
      seen.push(market.knownThrough('ETH') - closedThrough(market));
    return market.knownThrough('ETH') >= now;
  });
  expect(seen.filter((ahead) => ahead > 0)).toEqual([]);
  expect(market.knownThrough('ETH')).toBe(now);
});

test('times in microseconds give the same candles', async () => {
  server.microseconds = true;
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  expect(rowsOf(market.closed('ETH', '1m'))).toEqual((server.candles.get('ETH') as Candle[]).slice(0, -1));
});

test('another exchange with another protocol, times in seconds', async () => {
  const market = await startMarket('kraken');
  await until(() => market.health('ETH').state === 'live');
  expect(market.source.label).toBe('Kraken');
  expect(rowsOf(market.closed('ETH', '1m'))).toEqual((server.candles.get('ETH') as Candle[]).slice(0, -1));
});

test('a new minute closes the one before, and each closed candle is announced once', async () => {
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

test.each(['refuse', 'busy', 'garbage'] as const)(
  'an exchange that fails (%s) goes stale with its age, and comes back live with what was missed',
  async (trouble) => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const market = await startMarket('binanceusdm', undefined, log);
    await until(() => market.health('ETH').state === 'live');
    market.announcer.announce();
    const states: string[] = [];
    market.onState(({ state }) => states.push(state));
    server.trouble = trouble;
    // A page of text is an answer, if of no prices.
    if (trouble !== 'garbage') await until(() => lines.some((line) => line.includes('responded for no coin')));
    const before = market.listing();
    clock.pass(91_000);
    market.announcer.announce();
    expect(market.health('ETH')).toEqual({ state: 'stale', ageMs: 91_000, lastPriceAt: now });
    expect(market.listing()).toEqual(before);
    clock.pass(8.5 * minuteMs);
    server.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
    server.trouble = 'none';
    await until(() => market.health('ETH').state === 'live');
    market.announcer.announce();
    expect(states).toEqual(['stale', 'live']);
    expect(rowsOf(market.closed('ETH', '1m'))).toEqual((server.candles.get('ETH') as Candle[]).slice(0, -1));
  },
);

test('the minute that was being formed when the connection broke is read again, complete', async () => {
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  server.trouble = 'refuse';
  clock.pass(2 * minuteMs);
  const served = candlesUpTo(clock.now(), 2500, 1.25);
  const broken = served.at(-3) as Candle;
  const final = { ...broken, high: broken.high + 50, close: broken.close + 40, volume: 99 };
  server.candles.set('ETH', [...served.slice(0, -3), final, ...served.slice(-2)]);
  server.trouble = 'none';
  await until(() => closedThrough(market) === served.at(-1)?.openTime);
  expect(rowsOf(market.closed('ETH', '1m')).at(-2)).toEqual(final);
});

test('minutes that the exchange itself leaves out stay missing', async () => {
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

test('two nodes: one polls, both show the same, and the other takes over when the first is gone', async () => {
  const first = await startMarket();
  await until(() => first.health('ETH').state === 'live');
  // The second node reaches the exchange at an address of its own, which shows what it alone asks.
  const asked = await startExchangeServer();
  onTestFinished(() => asked.close());
  const second = await startMarket(undefined, undefined, undefined, asked);
  expect(second.listing()).toEqual(first.listing());
  const callsBefore = server.calls.length;
  await until(() => server.calls.length > callsBefore + 10);
  expect(asked.calls).toEqual([]);
  const { rows } = await database.pool.query(
    "select count(*)::int as held from pg_locks where locktype = 'advisory' and classid = 4207301 and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([{ held: 1 }]);
  await first.stop();
  clock.pass(3 * minuteMs);
  asked.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
  await until(() => second.health('ETH').ageMs === 0);
  expect(rowsOf(second.closed('ETH', '1m'))).toEqual((asked.candles.get('ETH') as Candle[]).slice(0, -1));
});

test('a node that gets the lead back goes on from what another has read meanwhile, and asks for nothing of it again', async () => {
  const first = await startMarket();
  await until(() => first.health('ETH').state === 'live');
  const other = await startExchangeServer();
  other.candles.set('ETH', candlesUpTo(now, 2500, 1.25));
  onTestFinished(() => other.close());
  const second = await startMarket(undefined, undefined, undefined, other);
  // The first may be quicker than the second to take the lock again.
  while (other.calls.length === 0) {
    await database.owner.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 4207301 and database = (select oid from pg_database where datname = current_database())",
    );
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  clock.pass(10 * minuteMs);
  const readBy = clock.now() - (clock.now() % minuteMs);
  other.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
  server.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
  await until(() => closedThrough(second) === readBy && closedThrough(first) === readBy);
  const before = server.calls.length;
  await second.stop();
  clock.pass(minuteMs);
  server.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
  await until(() => closedThrough(first) === readBy + minuteMs);
  const begins = server.calls
    .slice(before)
    .flatMap((call) => (call.includes('ETHUSDT') ? [new URL(call, server.url).searchParams.get('startTime')] : []));
  expect(Math.min(...begins.map(Number))).toBe(readBy);
});

test('a restart without the exchange shows the last good prices with their age and invents nothing', async () => {
  const before = await startMarket();
  await until(() => before.health('ETH').state === 'live');
  const listing = before.listing();
  await before.stop();
  server.trouble = 'refuse';
  clock.pass(10 * minuteMs);
  const after = await startMarket();
  expect(after.health()).toEqual({ state: 'stale', ageMs: 10 * minuteMs, lastPriceAt: now });
  expect(after.listing()).toEqual(listing);
  expect(rowsOf(after.closed('ETH', '5m'))).toEqual(rowsOf(before.closed('ETH', '5m')));
});

test('a market whose source never responded is stale and does not fall back to another source', async () => {
  server.trouble = 'refuse';
  const market = await startMarket();
  expect(market.health()).toEqual({ state: 'stale', ageMs: null, lastPriceAt: null });
  expect(market.source.kind).toBe('exchange');
  expect(market.listing()).toEqual([]);
});

test('a history of several pages is fetched page by page from where it ended', async () => {
  clock = new HandClock(midnight + 40 * 3_600_000 + 5_000);
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

test('a stored candle cannot be changed or removed', async () => {
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

test('an exchange that does not exist and one on another clock each stop the start with a reason', async () => {
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
