import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { serverRole } from '#server/platform/database/database.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { attach } from './attached-rows.ts';
import { AttachedRowsRefused, staleRow } from './failures.ts';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import type { Submission } from './ledger.ts';
import { deposit, place } from './transfers.fixture.ts';

const insertPlan = {
  name: 'test insert plan',
  columns: { id: 'bigint', amount: 'bigint', note: 'text', transfer_id: 'bigint', transfer_at: 'timestamptz' },
  sql: `insert into test_plans (id, amount, note, transfer_id, placed_at)
    select id, amount, note, transfer_id, transfer_at
    from given as plan`,
} as const;
const settlePlan = {
  name: 'test settle plan',
  columns: { id: 'bigint' },
  sql: `update test_plans set settled = true
    from given as wanted where test_plans.id = wanted.id and not settled`,
} as const;

const settleAhead = { ...settlePlan, name: 'test settle ahead', ahead: true } as const;

let test1: TestLedger;
beforeAll(async () => {
  test1 = await openTestLedger([1n, 2n, 3n]);
  await test1.database.owner.query(
    `create table test_plans (id bigint primary key, amount bigint check (amount < 1000), note text, transfer_id bigint,
       placed_at timestamptz, settled boolean not null default false); grant all on test_plans to ${serverRole}`,
  );
  for (const memberId of [1n, 2n, 3n]) await test1.ledger.submit(deposit(memberId, `funds ${memberId}`, 1_000_000n));
});
beforeEach(async () => {
  await test1.database.owner.query('truncate test_plans');
});
afterAll(() => test1.close());

function placeWithPlan(memberId: bigint, id: number, amount = 5n): Submission {
  const row = { id, amount, note: 'it\'s "quoted" \\ and {braces}' };
  return { ...place(memberId, `plan ${memberId}:${id}:${amount}`, 5n), rows: [attach(insertPlan, row)] };
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

test('a refused transfer writes no rows beside one that is made, nor does one of its own', async () => {
  const { ledger } = test1;
  const outcomes = await Promise.all([
    ledger.submit(placeWithPlan(1n, 3)),
    ledger.submit({ ...placeWithPlan(1n, 4), ...place(1n, 'too much beside', 10n ** 15n) }),
    ledger.submit(placeWithPlan(1n, 5)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['committed', 'refused', 'committed']);
  expect(await planIds()).toEqual([3, 5]);
});

test('only the transfers whose rows are refused fail, the rest of their batch is committed', async () => {
  const { ledger, database } = test1;
  const poison = new Set([7, 30, 31, 59]);
  const before = (await ledger.balancesOf(2n))?.available ?? 0n;
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      ledger.submit(placeWithPlan(2n, 100 + index, poison.has(index) ? 1000n : 5n)),
    ),
  );
  for (const [index, result] of results.entries()) {
    if (poison.has(index)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'AttachedRowsRefused', code: '23514' } });
      expect(result).toMatchObject({ reason: { constraint: 'test_plans_amount_check' } });
    } else {
      expect(result).toMatchObject({ status: 'fulfilled', value: { status: 'committed' } });
    }
  }
  expect(await planIds()).toEqual(results.flatMap((_, index) => (poison.has(index) ? [] : [100 + index])));
  expect((await ledger.balancesOf(2n))?.available).toBe(before - 5n * 56n);
  expect(ledger.counts().splits).toBeGreaterThan(0);
  expect(await faultsOf(database)).toEqual([]);
});

test('an update that finds its row changed already refuses the transfer', async () => {
  const { ledger } = test1;
  await ledger.submit(placeWithPlan(3n, 500));
  const settle = (key: string): Submission => {
    return { ...deposit(3n, key, 1n), rows: [attach(settlePlan, { id: 500 })] };
  };
  const before = (await ledger.balancesOf(3n))?.available ?? 0n;
  const results = await Promise.allSettled(['first', 'second', 'third'].map((key) => ledger.submit(settle(key))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(results[1]).toMatchObject({ reason: { code: staleRow } });
  expect((await ledger.balancesOf(3n))?.available).toBe(before + 1n);
});

test('rows that may go ahead are written before the house’s account is free, and made with their transfer', async () => {
  const { ledger, database } = test1;
  await ledger.submit(placeWithPlan(1n, 700));
  const holder = await database.pool.connect();
  const readPlan = async (lock: string) =>
    (await database.pool.query<{ settled: boolean }>(`select settled from test_plans where id = 700 ${lock}`)).rows;
  try {
    await holder.query('begin');
    await holder.query('select ledger.lock_accounts(array[$1::bigint])', [houseAccount('rail', 1n)]);
    const settled = ledger.submit({ ...deposit(1n, 'ahead', 1n), rows: [attach(settleAhead, { id: 700 })] });
    await expect.poll(() => readPlan('for update skip locked')).toEqual([]);
    expect(await readPlan('')).toEqual([{ settled: false }]);
    await holder.query('commit');
    expect(await settled).toMatchObject({ status: 'committed' });
    expect(await readPlan('')).toEqual([{ settled: true }]);
  } finally {
    holder.release();
  }
});

test('rows that went ahead of a transfer that is refused, repeated or never written are taken back, the others stay', async () => {
  const { ledger, database } = test1;
  for (const id of [710, 711, 712]) await ledger.submit(placeWithPlan(1n, id));
  const settle = (transfer: Submission, id: number): Submission => ({
    ...transfer,
    rows: [attach(settleAhead, { id })],
  });
  const first = await ledger.submit(settle(deposit(1n, 'ahead 710', 1n), 710));
  const settledIds = async (): Promise<number[]> => {
    const { rows } = await database.pool.query<{ id: bigint }>('select id from test_plans where settled order by id');
    return rows.map(({ id }) => Number(id));
  };
  const before = (await ledger.balancesOf(1n))?.available ?? 0n;
  const results = await Promise.allSettled([
    ledger.submit(settle(deposit(1n, 'ahead 711', 1n), 711)),
    ledger.submit(settle(place(1n, 'ahead too much', 10n ** 15n), 712)),
  ]);
  expect(results.map((result) => result.status === 'fulfilled' && result.value.status)).toEqual([
    'committed',
    'refused',
  ]);
  expect(await settledIds()).toEqual([710, 711]);
  expect(await ledger.submit(settle(deposit(1n, 'ahead 710', 1n), 710))).toEqual({ ...first, status: 'replayed' });
  const stale = ledger.submit(settle(deposit(1n, 'ahead again', 1n), 711));
  const sound = ledger.submit(settle(deposit(1n, 'ahead 712', 1n), 712));
  await expect(stale).rejects.toMatchObject({ code: staleRow });
  expect(await sound).toMatchObject({ status: 'committed' });
  expect(await settledIds()).toEqual([710, 711, 712]);
  expect((await ledger.balancesOf(1n))?.available).toBe(before + 2n);
  expect(await faultsOf(database)).toEqual([]);
});

test('a statement with a mistake, or another one under the same name, fail their own transfer only', async () => {
  const { ledger } = test1;
  const broken = {
    name: 'broken',
    columns: { id: 'bigint' },
    sql: 'insert into no_such_table select id from given',
  } as const;
  const impostor = { ...settlePlan, name: insertPlan.name };
  const results = await Promise.allSettled([
    ledger.submit(placeWithPlan(1n, 600)),
    ledger.submit({ ...place(1n, 'broken', 1n), rows: [attach(broken, { id: 1 })] }),
    ledger.submit({ ...place(1n, 'impostor', 1n), rows: [attach(impostor, { id: 1 })] }),
    ledger.submit(placeWithPlan(1n, 601)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: expect.any(AttachedRowsRefused) });
  expect(results[2]).toMatchObject({ reason: { code: staleRow } });
  expect(await planIds()).toEqual([600, 601]);
});

test('values of every type, and nulls, arrive as they were given', async () => {
  const { ledger, database } = test1;
  await database.owner.query(
    `create table test_values (id bigint, count integer, level smallint, note text, is_set boolean, at timestamptz);
     grant all on test_values to ${serverRole}`,
  );
  const insertValues = {
    name: 'test insert values',
    columns: { id: 'bigint', count: 'integer', level: 'smallint', note: 'text', is_set: 'boolean', at: 'timestamptz' },
    sql: 'insert into test_values select * from given',
  } as const;
  const rows = [
    { id: 2n ** 62n, count: -7, level: 3, note: '', is_set: true, at: new Date(1_234_567_890_123) },
    { id: 1n, count: 0, level: 0, note: 'null', is_set: false, at: new Date(0) },
    { id: 2n, count: 1, level: 1, note: '{"a\\b",ü,\n}', is_set: false, at: new Date(0) },
    { id: null, count: null, level: null, note: null, is_set: null, at: null },
  ];
  await ledger.submit({ ...deposit(1n, 'values', 1n), rows: rows.map((row) => attach(insertValues, row)) });
  expect((await database.pool.query('select * from test_values')).rows).toEqual(rows);
});

test('of a batch in which only some rows may go ahead of their transfer none does: the others know theirs', async () => {
  const { ledger, database } = test1;
  await ledger.submit(placeWithPlan(1n, 720));
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select ledger.lock_accounts(array[$1::bigint])', [houseAccount('rail', 1n)]);
    const before = ledger.submit(deposit(1n, 'before both', 1n));
    await untilLockWait(database.pool, before);
    const both = [
      ledger.submit({ ...deposit(1n, 'ahead 720', 1n), rows: [attach(settleAhead, { id: 720 })] }),
      ledger.submit(placeWithPlan(1n, 721)),
    ];
    await holder.query('commit');
    const [, placed] = await Promise.all(both);
    const { rows } = await database.pool.query(
      'select transfer_id, settled from test_plans where id in (720, 721) order by id',
    );
    expect(rows.map(({ settled }) => settled)).toEqual([true, false]);
    expect(placed).toMatchObject({ status: 'committed', transferId: rows[1].transfer_id });
  } finally {
    holder.release();
  }
});
