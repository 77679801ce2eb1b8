import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

test('columns keep every digit: int8 is bigint, numeric and date are text, timestamptz is a Date', async () => {
  const database = await createTestDatabase();
  try {
    const { rows } = await database.pool.query(
      `select 9223372036854775807::int8 as whole, array[1, null, 9007199254740993]::int8[] as list, '{}'::int8[] as empty,
        12345678901234567890.123456::numeric as exact, '2024-02-29'::date as day, '2024-02-29T12:00:00Z'::timestamptz as at`,
    );
    expect(rows[0]).toEqual({
      whole: 9223372036854775807n,
      list: [1n, null, 9007199254740993n],
      empty: [],
      exact: '12345678901234567890.123456',
      day: '2024-02-29',
      at: new Date('2024-02-29T12:00:00Z'),
    });
  } finally {
    await database.drop();
  }
});

test('each test database is a fresh one, migrated, and gone after drop', async () => {
  const one = await createTestDatabase();
  const other = await createTestDatabase();
  await one.pool.query('create table only_here (n int)');
  await expect(other.pool.query('select * from only_here')).rejects.toThrow('does not exist');
  expect((await other.pool.query('select count(*) as count from migration')).rows[0].count).toBeTypeOf('bigint');
  await one.drop();
  const { rows } = await other.pool.query('select datname from pg_database where datname = $1', [
    new URL(one.url).pathname.slice(1),
  ]);
  expect(rows).toEqual([]);
  await other.drop();
});

test('the product connects as a role that privileges bind', async () => {
  const database = await createTestDatabase();
  const { rows } = await database.pool.query("select current_setting('is_superuser') as superuser");
  await database.drop();
  expect(rows[0].superuser).toBe('off');
});
