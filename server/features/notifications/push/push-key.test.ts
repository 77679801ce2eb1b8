import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { openPushKey } from './push-key.ts';

let database: TestDatabase;
let tables: Kysely<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
});
afterAll(() => database.drop());

test('nodes that start at once, and every later one, use one key, which the database does not reveal', async () => {
  const secretKey = Buffer.alloc(32, 9);
  const keys = await Promise.all(Array.from({ length: 6 }, () => openPushKey(tables, createSecretSeal(secretKey))));
  expect(new Set(keys.map(({ publicKey, privateKey }) => `${publicKey} ${privateKey}`)).size).toBe(1);
  expect(await openPushKey(tables, createSecretSeal(secretKey))).toEqual(keys[0]);
  const { rows: stored } = await sql`select * from push_key`.execute(tables);
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(keys[0]?.privateKey);
  await expect(openPushKey(tables, createSecretSeal(Buffer.alloc(32, 8)))).rejects.toThrow('sealed with another key');
});
