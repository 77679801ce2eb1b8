import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanionStatement } from './companion.ts';
import { CompanionRefused, staleRow } from './failures.ts';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import type { Submission } from './ledger.ts';
import { deposit, place } from './transfers.fixture.ts';

const insertPlan: CompanionStatement = {
  name: 'test insert plan',
  sql: `insert into test_plans (id, amount, note, transfer_id, placed_at)
    select id, amount, note, transfer_id, transfer_at
    from json_to_recordset($1) as plan (id bigint, amount bigint, note text, transfer_id bigint, transfer_at timestamptz)`,
};
const settlePlan: CompanionStatement = {
  name: 'test settle plan',
  sql: `update test_plans set settled = true
    from json_to_recordset($1) as wanted (id bigint) where test_plans.id = wanted.id and not settled`,
};

let test1: TestLedger;
beforeAll(async () => {
  test1 = await openTestLedger([1n, 2n, 3n]);
  await test1.database.pool.query(
    `create table test_plans (id bigint primary key, amount bigint check (amount < 1000), note text, transfer_id bigint,
       placed_at timestamptz, settled boolean not null default false)`,
  );
  for (const memberId of [1n, 2n, 3n]) await test1.ledger.submit(deposit(memberId, `funds ${memberId}`, 1_000_000n));
});
beforeEach(async () => {
  await test1.database.pool.query('truncate test_plans');
});
afterAll(() => test1.close());

function placeWithPlan(memberId: bigint, id: number, amount = 5n): Submission {
  const row = { id, amount, note: 'it\'s "quoted" \\ and {braces}' };
  return { ...place(memberId, `plan ${memberId}:${id}:${amount}`, 5n), rows: [{ statement: insertPlan, row }] };
}

async function planIds(): Promise<number[]> {
  const { rows } = await test1.database.pool.query<{ id: bigint }>('select id from test_plans order by id');
  return rows.map(({ id }) => Number(id));
}

test('rows are written with their transfer, once, knowing its id and time', async () => {
  const outcome = await test1.ledger.submit(placeWithPlan(1n, 1));
  const again = await test1.ledger.submit(placeWithPlan(1n, 1));
  expect(again).toEqual({ ...outcome, status: 'replayed' });
  const { rows } = await test1.database.pool.query('select * from test_plans');
  expect(rows).toEqual([
    {
      id: 1n,
      amount: 5n,
      note: 'it\'s "quoted" \\ and {braces}',
      transfer_id: outcome.status === 'committed' && outcome.transferId,
      placed_at: outcome.status === 'committed' && new Date(outcome.at),
      settled: false,
    },
  ]);
});

test('a refused transfer writes no rows', async () => {
  const { ledger } = test1;
  const outcome = await ledger.submit({ ...placeWithPlan(1n, 2), ...place(1n, 'too much', 10n ** 15n) });
  expect(outcome).toMatchObject({ status: 'refused', reason: 'insufficientFunds' });
  expect(await planIds()).toEqual([]);
});

test('only the transfers whose rows are refused fail, the rest of their batch is committed', async () => {
  const { ledger, database } = test1;
  const guilty = new Set([7, 30, 31, 59]);
  const before = (await ledger.balancesOf(2n))?.available ?? 0n;
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      ledger.submit(placeWithPlan(2n, 100 + index, guilty.has(index) ? 1000n : 5n)),
    ),
  );
  for (const [index, result] of results.entries()) {
    if (guilty.has(index)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'CompanionRefused', code: '23514' } });
      expect(result).toMatchObject({ reason: { constraint: 'test_plans_amount_check' } });
    } else {
      expect(result).toMatchObject({ status: 'fulfilled', value: { status: 'committed' } });
    }
  }
  expect(await planIds()).toEqual(results.flatMap((_, index) => (guilty.has(index) ? [] : [100 + index])));
  expect((await ledger.balancesOf(2n))?.available).toBe(before - 5n * 56n);
  expect(ledger.counts().splits).toBeGreaterThan(0);
  expect(await faultsOf(database)).toEqual([]);
});

test('an update that finds its row changed already refuses the transfer', async () => {
  const { ledger } = test1;
  await ledger.submit(placeWithPlan(3n, 500));
  const settle = (key: string): Submission => {
    return { ...deposit(3n, key, 1n), rows: [{ statement: settlePlan, row: { id: 500 } }] };
  };
  const before = (await ledger.balancesOf(3n))?.available ?? 0n;
  const results = await Promise.allSettled(['first', 'second', 'third'].map((key) => ledger.submit(settle(key))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(results[1]).toMatchObject({ reason: { code: staleRow } });
  expect((await ledger.balancesOf(3n))?.available).toBe(before + 1n);
});

test('a statement with a mistake, or another one under the same name, fail their own transfer only', async () => {
  const { ledger } = test1;
  const broken: CompanionStatement = { name: 'broken', sql: 'insert into no_such_table select 1' };
  const impostor: CompanionStatement = { ...settlePlan, name: insertPlan.name };
  const results = await Promise.allSettled([
    ledger.submit(placeWithPlan(1n, 600)),
    ledger.submit({ ...place(1n, 'broken', 1n), rows: [{ statement: broken, row: {} }] }),
    ledger.submit({ ...place(1n, 'impostor', 1n), rows: [{ statement: impostor, row: { id: 1 } }] }),
    ledger.submit(placeWithPlan(1n, 601)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: expect.any(CompanionRefused) });
  expect(results[2]).toMatchObject({ reason: { code: staleRow } });
  expect(await planIds()).toEqual([600, 601]);
});
