import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MarketHealth } from '#server/market/source.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { type CheckDependencies, componentChecks } from './component-checks.ts';

const now = Date.UTC(2026, 0, 2);
const minuteMs = 60_000;

let database: TestDatabase;
const servers: Server[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

afterAll(() => database.drop());

const live: MarketHealth = { state: 'live', ageMs: 500, lastPriceAt: now };
const rail: CheckDependencies['rail'] = { probe: async () => 'up' };

function checksOf(changes: Partial<CheckDependencies> = {}) {
  const clock = { now: () => now, speed: 1 };
  return componentChecks({ pool: database.pool, market: { health: () => live }, rail, clock, address: '', ...changes });
}

/** Starts a server with this behaviour and returns its address. */
async function listen(behaviour: RequestListener): Promise<string> {
  const server = createServer(behaviour);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('it does not listen');
  server.unref();
  return `http://127.0.0.1:${place.port}`;
}

test('the API is up when it responds, and fails by an error or when unreachable', async () => {
  const fine = await listen((_request, response) => response.end('{}'));
  const broken = await listen((_request, response) => response.writeHead(503).end('{}'));
  expect(await checksOf({ address: fine }).api()).toBe('up');
  await expect(checksOf({ address: broken }).api()).rejects.toThrow('503');
  await expect(checksOf({ address: 'http://127.0.0.1:1' }).api()).rejects.toThrow();
});

test('a server that members open at another address is called by that one', async () => {
  const address = await listen(({ headers, url }, response) => {
    response.writeHead(headers.host === 'clearlot.example' ? 200 : 403);
    response.end(url === '/api/stream' ? 'event: market\ndata: {}\n\n' : '{}');
  });
  const checks = checksOf({ address, publicOrigin: 'https://clearlot.example' });
  expect([await checks.api(), await checks.stream()]).toEqual(['up', 'up']);
});

test('the stream is up with its first event, and fails by refusing, ending or saying nothing but comments', async () => {
  const start = { 'content-type': 'text/event-stream' };
  const fine = await listen((_request, response) =>
    response.writeHead(200, start).write('retry: 5\n\nevent: market\ndata: {}\n\n'),
  );
  const full = await listen((_request, response) => response.writeHead(503).end());
  const ending = await listen((_request, response) => response.writeHead(200, start).end(': hello\n\n'));
  const silent = await listen((_request, response) => response.writeHead(200, start).write(': hello\n\n'));
  expect(await checksOf({ address: fine }).stream()).toBe('up');
  await expect(checksOf({ address: full }).stream()).rejects.toThrow('503');
  await expect(checksOf({ address: ending }).stream()).rejects.toThrow('ended');
  await expect(checksOf({ address: silent }).stream()).rejects.toThrow('silent');
});

test('the market is degraded with late prices, and down with none or with prices long gone', async () => {
  const market = (health: MarketHealth) => checksOf({ market: { health: () => health } }).market();
  expect(await market(live)).toBe('up');
  expect(await market({ ...live, state: 'stale', ageMs: 5 * minuteMs })).toBe('degraded');
  await expect(market({ ...live, state: 'stale', ageMs: 11 * minuteMs })).rejects.toThrow('no prices');
  await expect(market({ state: 'stale', ageMs: null, lastPriceAt: null })).rejects.toThrow('no prices');
});

test('the ledger is degraded while a plan runs on that should have been settled', async () => {
  const place = (id: string, endsAgo: number) =>
    database.pool.query(
      `with made as (
         insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
         values ('ETH', $2, 1, 'trend-1', '5m', 12, 3, 0.05, 0.03, 0.0002, '', encode(sha256(''), 'hex')) returning id
       ) insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at) select 1, $1, id, 1, 1000, 30, $2 from made`,
      [id, new Date(now - endsAgo - 60 * minuteMs)],
    );
  expect(await checksOf().ledger()).toBe('up');
  await place('RUNNING1', -10 * minuteMs);
  await place('JUSTDUE1', minuteMs);
  expect(await checksOf().ledger()).toBe('up');
  await place('OVERDUE1', 3 * minuteMs);
  expect(await checksOf().ledger()).toBe('degraded');
  // A fast clock passes these minutes in a second.
  expect(await checksOf({ clock: { now: () => now, speed: 50 } }).ledger()).toBe('up');
  await database.owner.query(
    `alter table plan disable trigger plan_settles_by_outcome;
     update plan set income = 0, settled_at = now() where id = 'OVERDUE1';
     alter table plan enable always trigger plan_settles_by_outcome`,
  );
  expect(await checksOf().ledger()).toBe('up');
});

test('deposits are degraded while one that was seen waits too long, and fail with the rail', async () => {
  const request = (id: string, state: string, ago: number) =>
    database.pool.query(
      `insert into deposit (member_id, id, channel, amount, address, requested_at, state, request_key, input_hash)
       values (1, $1, 'sandbox', 1000, 'nowhere', $3, $2, $1, '')`,
      [id, state, new Date(now - ago)],
    );
  expect(await checksOf().deposits()).toBe('up');
  // Nobody has paid it: that is no fault of the rail.
  await request('UNPAID01', 'requested', 600 * minuteMs);
  await request('SEEN0001', 'seen', minuteMs);
  expect(await checksOf().deposits()).toBe('up');
  expect(await checksOf({ rail: { probe: async () => 'degraded' } }).deposits()).toBe('degraded');
  // A transfer of a chain waits for that chain, of whose delay its rail reports.
  await request('CHAIN001', 'seen', 60 * minuteMs);
  await database.owner.query(
    `update deposit set transfer = 't', transaction_hash = 'h', arrived = amount where id = 'CHAIN001'`,
  );
  expect(await checksOf().deposits()).toBe('up');
  await request('SEEN0002', 'seen', 11 * minuteMs);
  expect(await checksOf().deposits()).toBe('degraded');
  const away = { probe: async () => Promise.reject(new Error('the rail is away')) };
  await expect(checksOf({ rail: away }).deposits()).rejects.toThrow('the rail is away');
});
