import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DatabaseClient } from './database/database-client.ts';
import { createPool } from './database/pool.ts';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import { openBus } from './events/bus.ts';
import { silentLog } from './log.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

afterAll(() => database.drop());

test('what one node publishes reaches every node that listens, itself included, and nobody else', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => openBus(database.pool, database.url, silentLog)));
  if (!one || !other) throw new Error('two nodes were opened');
  const heard: unknown[] = [];
  one.subscribe('plans', (payload) => heard.push(['one', payload]));
  other.subscribe('plans', (payload) => heard.push(['other', payload]));
  const silence = other.subscribe('deposits', (payload) => heard.push(['never', payload]));
  silence();
  // Messages arrive in the order in which they were published.
  await one.publish('deposits', { id: 'B1' });
  await one.publish('plans', { id: 'A1' });
  await expect.poll(() => heard.length).toBe(2);
  expect(heard).toEqual(
    expect.arrayContaining([
      ['one', { id: 'A1' }],
      ['other', { id: 'A1' }],
    ]),
  );
  await Promise.all([one.close(), other.close()]);
});

test('a node whose connection is cut listens again, and says that there was a gap', async () => {
  const bus = await openBus(database.pool, database.url, silentLog);
  const heard: unknown[] = [];
  let gaps = 0;
  bus.subscribe('prices', (payload) => heard.push(payload));
  bus.onGap(() => gaps++);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'clearlot-bus' and datname = current_database()`,
  );
  await expect.poll(() => gaps).toBe(1);
  await bus.publish('prices', 1);
  await expect.poll(() => heard).toEqual([1]);
  await bus.close();
});

test('a database that stays away for a while costs one connection when it is back, however often it was tried', async () => {
  const bus = await openBus(database.pool, database.url, silentLog);
  const name = new URL(database.url).pathname.slice(1);
  const elsewhere = createPool(database.ownerUrl.replace(name, 'postgres'), silentLog, { connectionsMax: 1 });
  const ofBus = "from pg_stat_activity where application_name = 'clearlot-bus' and datname = current_database()";
  let gaps = 0;
  bus.onGap(() => gaps++);
  const tries = vi.spyOn(silentLog, 'warn');
  // The pool keeps this connection: none is taken below.
  await database.pool.query('select 1');
  await elsewhere.query(`alter database ${name} with allow_connections false`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await database.pool.query(`select pg_terminate_backend(pid) ${ofBus}`);
  const triesAfter = async (ms: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(ms);
    return tries.mock.calls.length;
  };
  await expect.poll(() => triesAfter(100)).toBeGreaterThanOrEqual(1);
  // The next one is tried after twice as long as the last: when one has failed, none is under way.
  for (const [place, pauseMs] of [200, 400, 800].entries()) {
    await triesAfter(pauseMs);
    await expect.poll(() => tries.mock.calls.length).toBeGreaterThanOrEqual(2 + place);
  }
  expect(gaps).toBe(0);
  await elsewhere.query(`alter database ${name} with allow_connections true`);
  const connects = vi.spyOn(DatabaseClient.prototype, 'connect');
  // Longer than any pause between two tries.
  await triesAfter(4_000);
  expect(connects).toHaveBeenCalledTimes(1);
  await expect.poll(() => gaps).toBe(1);
  expect((await database.pool.query(`select count(*) ${ofBus}`)).rows).toEqual([{ count: 1n }]);
  await bus.close();
  await elsewhere.end();
});

test('a message that cannot pass is refused, a listener that fails does not stop the others', async () => {
  const bus = await openBus(database.pool, database.url, silentLog);
  const heard: unknown[] = [];
  bus.subscribe('one', () => {
    throw new Error('broken listener');
  });
  bus.subscribe('one', (payload) => heard.push(payload));
  await expect(bus.publish('one', 'x'.repeat(8_000))).rejects.toThrow('too long');
  await bus.publish('one', 'fine');
  await expect.poll(() => heard).toEqual(['fine']);
  await bus.close();
});
