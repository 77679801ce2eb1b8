import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { connectionsTo } from './database-client.ts';
import { failureOf } from './database-failure.ts';
import { type DatabaseWatch, watchDatabase } from './database-watch.ts';
import { createPool } from './pool.ts';
import { openSeveringProxy, type SeveringProxy } from './severing-proxy.fixture.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let proxy: SeveringProxy;
let pool: ReturnType<typeof createPool>;
let watch: DatabaseWatch;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  proxy = await openSeveringProxy(database.url);
  pool = createPool(proxy.url, silentLog);
  watch = watchDatabase(proxy.url, silentLog);
  await expect.poll(watching).toBe(1n);
});

afterEach(async () => {
  await watch.stop();
  await proxy.close();
  await pool.end();
  // The next test would take a connection that is still closing for its own.
  await expect.poll(watching).toBe(0n);
});

afterAll(async () => {
  await database.drop();
});

async function watching(): Promise<bigint | undefined> {
  const { rows } = await database.pool.query<{ count: bigint }>(
    `select count(*) as count from pg_stat_activity
     where application_name = 'clearlot-watch' and datname = current_database() and query = 'select 1'`,
  );
  return rows[0]?.count;
}

test('connections that fall silent are given up once a new one is answered: what waits on them fails as away, what follows succeeds', async () => {
  const idle = await pool.connect();
  const before = connectionsTo(proxy.url);
  proxy.silence();
  const failure = await idle.query('select 1').catch((error: unknown) => error);
  expect(failureOf(failure)).toBe('away');
  idle.release();
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  // The silent connection of the watch itself is given up as well.
  expect(before).toHaveLength(2);
  const after = connectionsTo(proxy.url);
  expect(before.filter((silent) => after.includes(silent))).toHaveLength(0);
});

test('a database that takes no new connection either is given up: what waits for it fails', async () => {
  const idle = await pool.connect();
  proxy.silence();
  proxy.refuse();
  const failure = await idle.query('select 1').catch((error: unknown) => error);
  expect(failureOf(failure)).toBe('away');
  idle.release();
});

test('a watch that lost its connection and gets no other gives up the rest: what waits for it fails', async () => {
  const idle = await pool.connect();
  proxy.refuse();
  proxy.cutAt('select 1', 1, null);
  await expect.poll(() => proxy.cuts).toBe(1);
  proxy.silence();
  const failures: unknown[] = [];
  idle.query('select 2 as two').catch((error: unknown) => failures.push(error));
  try {
    await expect.poll(() => failures.map(failureOf)).toEqual(['away']);
  } finally {
    idle.release(true);
  }
});

test('a query that takes long, and a database that pauses, are waited for', async () => {
  const long = pool.query('select pg_sleep(4), 3 as three');
  const idle = await pool.connect();
  proxy.silence();
  const paused = idle.query('select 2 as two').catch((error: unknown) => error);
  setTimeout(() => proxy.resume(), 1_500);
  const answer = await paused;
  // Before anything fails: the pool's end waits for it.
  idle.release();
  expect(answer).toMatchObject({ rows: [{ two: 2 }] });
  expect((await long).rows).toMatchObject([{ three: 3 }]);
});

test('a watch that is stopped waits for no answer and gives nothing up, and a connection that is answered late is ended', async () => {
  const idle = await pool.connect();
  proxy.silence();
  proxy.hang();
  await expect.poll(() => proxy.hanging).toBe(1);
  await watch.stop();
  proxy.resume();
  // Given up where the watch had waited until the new connection failed.
  const answer = await idle.query('select 2 as two').catch((error: unknown) => error);
  idle.release();
  expect(answer).toMatchObject({ rows: [{ two: 2 }] });
  await expect.poll(() => proxy.hanging).toBe(0);
});
