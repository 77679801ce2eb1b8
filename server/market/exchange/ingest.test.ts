import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Candle, columnsOf } from '#core/market/candle.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { HandClock, minuteMs, risingMinutes } from '../market.fixture.ts';
import { type ExchangeClient, listedCoins } from './client.ts';
import { type CoinState, readMinutes, readStates, recordUpdates } from './exchange-store.ts';
import { Ingest } from './ingest.ts';

const midnight = Date.UTC(2026, 0, 15);
const now = midnight + 20 * minuteMs + 5_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Reads twice from an exchange that answers with these minutes; returns the open times stored, in minutes from midnight. */
async function ingested(exchange: string, historyMs: number, answer: (since: number | null) => Candle[]) {
  const client = {
    label: exchange,
    listed: async () => new Map(['BTC', 'ETH'].map((coin) => [coin, { symbol: `${coin}/USDT`, priceDecimals: 2 }])),
    minutes: async (symbol: string, since: number | null) => {
      // A coin that fails stops none of the others.
      if (symbol === 'BTC/USDT') throw new Error('the exchange has a fault');
      return answer(since);
    },
  };
  const clock = new HandClock(now);
  const ingest = new Ingest({ client, pool: database.pool, exchange, clock, log: silentLog, historyMs });
  const behind: boolean[] = [];
  for (let time = 0; time < 2; time++) behind.push((await ingest.requestAll(() => false)).behind);
  const { rows } = await database.pool.query<{ minute: number }>(
    `select ((open_time_ms - $2) / 60000)::int as minute from market.exchange_candles where exchange = $1 order by 1`,
    [exchange, midnight],
  );
  const [state] = await readStates(database.pool, exchange);
  return { minutes: rows.map(({ minute }) => minute), begins: state && (state.begins - midnight) / minuteMs, behind };
}

// Where it stands still there is no more to be asked for at once.
test('of an exchange that answers with more than was asked for, the minutes before are left out', async () => {
  const rows = risingMinutes(midnight - 5 * minuteMs, 8);
  expect(await ingested('generous', 10 * minuteMs, () => rows)).toEqual({
    minutes: [0, 1],
    begins: 0,
    behind: [true, false],
  });
});

test('of an exchange younger than the history, which answers with nothing for a time before its own, the newest are read', async () => {
  const rows = risingMinutes(midnight, 4);
  const answer = (since: number | null) => (since === null ? rows : []);
  expect(await ingested('young', 3 * 86_400_000, answer)).toEqual({
    minutes: [0, 1, 2],
    begins: 0,
    behind: [true, false],
  });
});

test('what arrives late, of a node that was slow, changes no stored minute and sets no state back', async () => {
  const { pool } = database;
  const [first, second, forming] = risingMinutes(midnight, 3) as [Candle, Candle, Candle];
  const stateOf = (newest: Candle, seenAt: number): CoinState => ({
    ...{ coin: 'ETH', instrument: 'ETH/USDT', priceDecimals: 2, begins: midnight },
    ...{ through: newest.openTime, forming: newest, seenAt, knownThrough: seenAt },
  });
  const state = stateOf(forming, now);
  await recordUpdates(pool, 'slow', [{ state, closed: [first, second] }]);
  const other = { ...first, close: first.open };
  // The one has an older minute, the other an older price of the same.
  await recordUpdates(pool, 'slow', [{ state: { ...stateOf(second, now + 1), knownThrough: 0 }, closed: [other] }]);
  await recordUpdates(pool, 'slow', [{ state: stateOf({ ...forming, close: forming.open }, now - 1), closed: [] }]);
  expect(await readStates(pool, 'slow')).toEqual([state]);
  expect(await readMinutes(pool, 'slow', 'ETH', midnight, now)).toEqual(columnsOf([first, second]));
  // What opens at the end of a span is not in it: a span that is read in parts has no minute twice.
  const part = (from: number, to: number) => readMinutes(pool, 'slow', 'ETH', from, to);
  expect(await part(first.openTime, second.openTime)).toEqual(columnsOf([first]));
  expect(await part(second.openTime, now)).toEqual(columnsOf([second]));
  // Of the same minute a newer price is the price, and what was known to be without a candle stays so.
  const newer = stateOf({ ...forming, close: forming.open }, now + 2);
  await recordUpdates(pool, 'slow', [{ state: { ...newer, knownThrough: 0 }, closed: [] }]);
  expect(await readStates(pool, 'slow')).toEqual([{ ...newer, knownThrough: now }]);
});

test('a coin that its exchange lists under another name is read by that name, and bound to it', async () => {
  let symbol = 'ETH/USDT';
  const asked: string[] = [];
  const client = {
    label: 'renaming',
    listed: async () => new Map([['ETH', { symbol, priceDecimals: 2 }]]),
    minutes: async (of: string) => {
      asked.push(of);
      return risingMinutes(midnight, 2);
    },
  };
  const { pool } = database;
  const clock = new HandClock(now);
  const common = { client, pool, clock, exchange: 'renaming', log: silentLog, historyMs: 10 * minuteMs };
  const ingest = new Ingest(common);
  await ingest.requestAll(() => false);
  symbol = 'ETH/USDT:USDT';
  clock.pass(3_600_000);
  await ingest.requestAll(() => false);
  expect(asked).toEqual(['ETH/USDT', 'ETH/USDT:USDT']);
  expect(await readStates(pool, 'renaming')).toMatchObject([{ coin: 'ETH', instrument: 'ETH/USDT:USDT' }]);
});

test('a coin that is read from its perpetual stays with it when the exchange lists a spot market as well: plans are bound to it', async () => {
  const markets: Record<string, unknown> = { 'ETH/USDT:USDT': { active: true } };
  const client: ExchangeClient = {
    label: 'growing',
    listed: async (known) => listedCoins(markets, 4, known),
    minutes: async () => risingMinutes(midnight, 2),
  };
  const { pool } = database;
  const clock = new HandClock(now);
  const common = { client, pool, clock, exchange: 'growing', log: silentLog, historyMs: 10 * minuteMs };
  const ingest = new Ingest(common);
  const read = async () => {
    await ingest.requestAll(() => false);
    clock.pass(3_600_000);
    const [state] = await readStates(pool, 'growing');
    return state?.instrument;
  };
  expect(await read()).toBe('ETH/USDT:USDT');
  markets['ETH/USDT'] = { active: true };
  expect(await read()).toBe('ETH/USDT:USDT');
  markets['ETH/USDT:USDT'] = { active: false };
  expect(await read()).toBe('ETH/USDT');
  markets['ETH/USDT:USDT'] = { active: true };
  expect(await read()).toBe('ETH/USDT');
});

test('an exchange that says nothing of its ticks: a coin keeps the digits that its prices have had', async () => {
  let page: Candle[] = [];
  const client = {
    label: 'terse',
    listed: async () => new Map([['ETH', { symbol: 'ETH/USDT', priceDecimals: null }]]),
    minutes: async () => page,
  };
  const { pool } = database;
  const common = {
    client,
    pool,
    clock: new HandClock(now),
    exchange: 'terse',
    log: silentLog,
    historyMs: 10 * minuteMs,
  };
  const ingest = new Ingest(common);
  const decimals: (number | undefined)[] = [];
  for (const [minute, price] of [1.5, 1.2345, 1.5].entries()) {
    const flat = { open: price, high: price, low: price, close: price, volume: 1 };
    page = [{ openTime: midnight + (10 + minute) * minuteMs, ...flat }];
    await ingest.requestAll(() => false);
    decimals.push((await readStates(pool, 'terse'))[0]?.priceDecimals);
  }
  expect(decimals).toEqual([1, 4, 4]);
});
