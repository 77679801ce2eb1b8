import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';

/** What may be asked for of a product at all. */
let database: TestDatabase;
let newest = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
});
afterAll(() => database.drop());

type Request = Readonly<Record<string, string | number | boolean | object | null>>;

/** `taken`, or the constraint that refused it. */
async function ask(request: Request): Promise<string | undefined> {
  const row: Request = {
    ...{ id: `R${++newest}`, is_open: true, minimum: null, maximum: null, details: null, daily_rate_ppm: null },
    ...{ reason: 'for a test', asked_by: 'anna', effective_from: '2027-01-04' },
    ...request,
  };
  const names = Object.keys(row);
  const values = Object.values(row).map((one) => (typeof one === 'object' && one ? JSON.stringify(one) : one));
  return await database.pool
    .query(`insert into product_request (${names}) values (${names.map((_, place) => `$${place + 1}`)})`, values)
    .then(
      () => 'taken',
      ({ constraint }: { constraint?: string }) => constraint,
    );
}

const level = { kind: 'level', item: '2', minimum: 1_000_000, maximum: 1_000_000_000_000 };
const financing = { ...level, kind: 'financing', item: 'seven-days', daily_rate_ppm: 1_000 };
const texts = { en: {}, zh: {}, tc: {}, jp: {} };
const cause = { kind: 'cause', item: 'wells', details: texts };
const prizes = { kind: 'prizes', item: 'daily', details: [1, 2, 3, 4] };
const bands = { kind: 'bands', item: 'levels', details: [1, 2, 3, 4] };

test('what can be asked for is taken', async () => {
  for (const request of [
    ...[level, { ...level, is_open: false }, { ...level, item: '1' }, { ...level, maximum: level.minimum }],
    ...[financing, { ...financing, daily_rate_ppm: 1 }, { ...financing, daily_rate_ppm: null, is_open: false }],
    ...[cause, { ...cause, is_open: false }, prizes, bands],
  ]) {
    expect(await ask(request), JSON.stringify(request)).toBe('taken');
  }
});

test.each<[what: string, request: Request, constraint: string]>([
  ['the first level closed', { ...level, item: '1', is_open: false }, 'product_request_check1'],
  ['a least amount below one USDT', { ...level, minimum: 999_999 }, 'product_request_minimum_check'],
  ['a most below the least', { ...level, maximum: 999_999 }, 'product_request_check'],
  ['a most above a million USDT', { ...level, maximum: 1_000_000_000_001 }, 'product_request_check'],
  ['a level without amounts', { ...level, minimum: null, maximum: null }, 'product_request_amounts'],
  ['a level with details', { ...level, details: texts }, 'product_request_amounts'],
  ['a level with a rate', { ...level, daily_rate_ppm: 10 }, 'product_request_rate'],
  ['a rate above a thousandth', { ...financing, daily_rate_ppm: 1_001 }, 'product_request_daily_rate_ppm_check'],
  ['no rate at all', { ...financing, daily_rate_ppm: 0 }, 'product_request_daily_rate_ppm_check'],
  ['a cause that lacks a language', { ...cause, details: { en: {}, zh: {}, tc: {} } }, 'product_request_texts'],
  ['a cause without texts', { ...cause, details: null }, 'product_request_texts'],
  ['prizes that are closed', { ...prizes, is_open: false }, 'product_request_prizes'],
  ['three prizes', { ...prizes, details: [1, 2, 3] }, 'product_request_prizes'],
  ['prizes of another draw', { ...prizes, item: 'weekly' }, 'product_request_prizes'],
  ['bands that are closed', { ...bands, is_open: false }, 'product_request_bands'],
  ['five bands', { ...bands, details: [1, 2, 3, 4, 5] }, 'product_request_bands'],
  ['another kind of product', { ...cause, kind: 'plan' }, 'product_request_kind_check'],
  ['no reason', { ...level, reason: 'no' }, 'product_request_reason_check'],
  ['a reason of two lines', { ...level, reason: 'two\nlines' }, 'product_request_reason_check'],
  ['nobody who asks', { ...level, asked_by: 'nobody' }, 'product_request_asked_by_fkey'],
])('the database takes no request for %s', async (_what, request, constraint) => {
  expect(await ask(request)).toBe(constraint);
});
