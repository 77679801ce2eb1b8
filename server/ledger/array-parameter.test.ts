import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { arrayParameter } from './array-parameter.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The elements as PostgreSQL writes them itself, in text. */
async function readBack(type: string, parameter: Buffer): Promise<(string | null)[]> {
  const { rows } = await database.pool.query(
    `select array(select item::text from unnest($1::${type}[]) with ordinality as given (item, place) order by place) as items`,
    [parameter],
  );
  return rows[0].items;
}

test('PostgreSQL reads each type as it was given, to the ends of its range', async () => {
  const bigints = [0n, -1n, 7, 2n ** 63n - 1n, -(2n ** 63n), null];
  const digits = bigints.map((value) => (value === null ? null : String(value)));
  expect(await readBack('bigint', arrayParameter('bigint', bigints))).toEqual(digits);
  expect(await readBack('integer', arrayParameter('integer', [2 ** 31 - 1, -(2 ** 31)]))).toEqual([
    '2147483647',
    '-2147483648',
  ]);
  expect(await readBack('smallint', arrayParameter('smallint', [32_767, -32_768, null]))).toEqual([
    '32767',
    '-32768',
    null,
  ]);
  expect(await readBack('boolean', arrayParameter('boolean', [true, false, null]))).toEqual(['true', 'false', null]);
  expect(await readBack('bytea', arrayParameter('bytea', ['00ff7b', '']))).toEqual(['\\x00ff7b', '\\x']);
});

test('texts of any characters come back as they were, the empty one and null apart', async () => {
  const texts = ['', 'plain', '{a,"b"\\}', 'กรุงเทพ', '日本 🎲', 'null', null, '\t\n'];
  expect(await readBack('text', arrayParameter('text', texts))).toEqual(texts);
  // Three bytes a character, and nothing beside them that takes less.
  expect(await readBack('text', arrayParameter('text', ['กรุงเทพ']))).toEqual(['กรุงเทพ']);
});

test('times are exact to the millisecond, before and after 2000', async () => {
  const times = ['1969-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2026-07-04T05:06:07.089Z'];
  const { rows } = await database.pool.query('select unnest($1::timestamptz[]) as at', [
    arrayParameter(
      'timestamptz',
      times.map((time) => new Date(time)),
    ),
  ]);
  expect(rows.map(({ at }) => at.toISOString())).toEqual(times);
});

test('an empty array is one without elements', async () => {
  expect(await readBack('text', arrayParameter('text', []))).toEqual([]);
});

test('what does not fit its type is refused before it is sent', () => {
  expect(() => arrayParameter('bigint', [2n ** 63n])).toThrow(RangeError);
  expect(() => arrayParameter('bigint', [-(2n ** 63n) - 1n])).toThrow(RangeError);
  expect(() => arrayParameter('bigint', [0.5])).toThrow(RangeError);
  expect(() => arrayParameter('smallint', [32_768])).toThrow(RangeError);
  expect(() => arrayParameter('integer', [0.5])).toThrow(RangeError);
  expect(() => arrayParameter('timestamptz', [new Date(Number.NaN)])).toThrow(RangeError);
});
