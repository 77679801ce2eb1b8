import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import {
  LeaderLock,
  type LockName,
  lockInTransaction,
  lockNumbers,
  lockShared,
  tryLock,
  unlock,
  unlockShared,
  withLock,
} from './locks.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Anything that takes or gives up an advisory lock. */
const lockCall = /pg_(try_)?advisory_\w+/;

test('the pattern finds every form of an advisory lock', () => {
  const forms = ['lock', 'lock_shared', 'unlock', 'unlock_all', 'xact_lock', 'xact_lock_shared'];
  for (const form of forms) expect(`select pg_advisory_${form}(1)`).toMatch(lockCall);
  for (const form of ['lock', 'xact_lock']) expect(`select pg_try_advisory_${form}(1)`).toMatch(lockCall);
});

test('every lock has a number of its own, and none is taken past the registry', () => {
  const numbers = Object.values(lockNumbers);
  expect(new Set(numbers).size).toBe(numbers.length);
  const files = ['server', 'tools', 'bench', 'e2e'].flatMap((room) =>
    readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|js|sql)$/.test(path) && !path.includes('node_modules'))
      .map((path) => `${room}/${path}`),
  );
  // Planted bugs quote the code that they change.
  const code = files.filter((path) => !path.startsWith('tools/mutants/lists/'));
  const taking = code.filter((path) => lockCall.test(readFileSync(`${root}${path}`, 'utf8')));
  // The function of the migration is given the number.
  expect(taking).toEqual(['server/migrations/0135-looks-by-what-was-looked-at.sql', 'server/platform/locks.ts']);
});

async function holders(name: LockName): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from pg_locks where locktype = 'advisory' and classid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [lockNumbers[name]],
  );
  return rowCount ?? 0;
}

test('a lock is held by one node, subjects do not meet, and a failed work gives it up', async () => {
  const { pool } = database;
  await withLock(
    pool,
    'schedule',
    async () => {
      expect(await withLock(pool, 'schedule', async () => 'mine', 'one')).toBeNull();
      expect(await withLock(pool, 'schedule', async () => 'mine', 'other')).toBe('mine');
      expect(await withLock(pool, 'settlement', async () => 'mine', 'one')).toBe('mine');
    },
    'one',
  );
  await expect.poll(() => holders('schedule')).toBe(0);
  const failing = withLock(pool, 'schedule', () => Promise.reject(new Error('it failed')), 'one');
  await expect(failing).rejects.toThrow('it failed');
  // Its own connection could take the lock again: that nobody holds it is seen in the list of locks.
  await expect.poll(() => holders('schedule')).toBe(0);
});

test('a shared lock is held by several at once, and keeps out who wants it alone until the last gives it up', async () => {
  const [one, other, alone] = [
    await database.pool.connect(),
    await database.pool.connect(),
    await database.pool.connect(),
  ];
  try {
    await lockShared(one, 'schedule');
    await lockShared(other, 'schedule');
    expect(await tryLock(alone, 'schedule')).toBe(false);
    await unlockShared(one, 'schedule');
    expect(await tryLock(alone, 'schedule')).toBe(false);
    await unlockShared(other, 'schedule');
    expect(await tryLock(alone, 'schedule')).toBe(true);
    await unlock(alone, 'schedule');
    expect(await holders('schedule')).toBe(0);
  } finally {
    for (const client of [one, other, alone]) client.release(true);
  }
});

test('a transaction holds its lock until it ends, for its member alone', async () => {
  const tables = new Kysely<object>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const order: string[] = [];
  let release: () => void = () => undefined;
  let isHeld: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => (isHeld = resolve));
  const first = tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'imagesOfMember', 7n);
    isHeld();
    await new Promise<void>((resolve) => (release = resolve));
    order.push('first');
  });
  await holding;
  const second = tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'imagesOfMember', 7n);
    order.push('second');
  });
  await tables.transaction().execute((transaction) => lockInTransaction(transaction, 'imagesOfMember', 8n));
  order.push('other member');
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['other member', 'first', 'second']);
});

test('a leader keeps its lock until it gives it up, or its connection ends', async () => {
  const [one, other] = [1, 2].map(() => new LeaderLock(database.pool, 'exchange', 'kraken'));
  if (!one || !other) throw new Error('two locks were made');
  expect(await one.take()).toBe(true);
  expect(await other.take()).toBe(false);
  one.release();
  await expect.poll(() => other.take()).toBe(true);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [lockNumbers.exchange],
  );
  await expect.poll(() => other.held).toBe(false);
  expect(await one.take()).toBe(true);
  one.release();
  // A lost connection has gone back to the pool, which could not end otherwise.
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0);
});
