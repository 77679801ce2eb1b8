import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import type { Candle } from '#core/market/candle.ts';
import { minuteMs } from '../market.fixture.ts';
import { candlesUpTo, closedThrough, midnight, now, rowsOf, test, until } from './exchange-market.fixture.ts';
import { startExchangeServer } from './exchange-server.fixture.ts';

test('an instrument that the exchange dropped is named with what becomes of its plans', async ({
  server,
  clock,
  startMarket,
}) => {
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

test('up to when no further candle comes is known of a listed and of a dropped instrument, and of none that cannot be asked', async ({
  server,
  clock,
  startMarket,
}) => {
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

test('where the list of instruments is not answered any more, candles go on by the last one', async ({
  server,
  clock,
  startMarket,
}) => {
  const market = await startMarket();
  await until(() => market.health('ETH').state === 'live');
  server.trouble = 'unlisted';
  clock.pass(2 * 3_600_000);
  server.candles.set('ETH', candlesUpTo(clock.now(), 2500, 1.25));
  const asked = server.calls.length;
  await until(() => closedThrough(market) > now && market.health('ETH').state === 'live');
  expect(server.calls.slice(asked).some((call) => call.includes('exchangeInfo'))).toBe(true);
});

test('of an instrument whose history is still being read nothing is known beyond the last page', async ({
  server,
  startMarket,
}) => {
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

test.for(['refuse', 'busy', 'garbage'] as const)(
  'an exchange that fails (%s) goes stale with its age, and comes back live with what was missed',
  async (trouble, { server, clock, startMarket }) => {
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

test('the minute that was being formed when the connection broke is read again, complete', async ({
  server,
  clock,
  startMarket,
}) => {
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

test('two nodes: one polls, both show the same, and the other takes over when the first is gone', async ({
  database,
  server,
  clock,
  startMarket,
}) => {
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

test('a node that gets the lead back goes on from what another has read meanwhile, and asks for nothing of it again', async ({
  database,
  server,
  clock,
  startMarket,
}) => {
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

test('a restart without the exchange shows the last good prices with their age and invents nothing', async ({
  server,
  clock,
  startMarket,
}) => {
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

test('a market whose source never responded is stale and does not fall back to another source', async ({
  server,
  startMarket,
}) => {
  server.trouble = 'refuse';
  const market = await startMarket();
  expect(market.health()).toEqual({ state: 'stale', ageMs: null, lastPriceAt: null });
  expect(market.source.kind).toBe('exchange');
  expect(market.listing()).toEqual([]);
});
