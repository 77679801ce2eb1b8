import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  everyHouseAccount,
  houseAccount,
  houseAccounts,
  memberAccount,
  memberAccountNames,
  memberAccounts,
  ownerOf,
  sumsOf,
} from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { memberSums } from './ledger-reader.ts';
import { openMemberAccounts } from './member-accounts.ts';
import { memberSumsSql, owedToMembersSql } from './member-sums.ts';
import { listRecords, type RecordPlace } from './statement.ts';
import { deposit, inputHash, place } from './transfers.fixture.ts';

let test1: TestLedger;
beforeAll(async () => {
  test1 = await openTestLedger([1n, 2n, 77n, 78n]);
});
afterAll(() => test1.close());

test('the database opens exactly the accounts that the rules name', async () => {
  const { rows } = await test1.database.pool.query(
    'select id, member_id, name, asset, may_be_negative from ledger.accounts where member_id in (77) or member_id < 0',
  );
  const expected = [
    ...memberAccountNames.map((name) => ({
      id: memberAccount(77n, name) as bigint,
      member_id: 77n,
      name: name as string,
      asset: memberAccounts[name].asset,
      may_be_negative: false,
    })),
    ...everyHouseAccount().map(({ id, name }) => ({
      id: id as bigint,
      member_id: ownerOf(id),
      name,
      asset: houseAccounts[name].asset,
      may_be_negative: houseAccounts[name].mayBeNegative,
    })),
  ];
  const byId = (left: { id: bigint }, right: { id: bigint }): number => Number(left.id - right.id);
  expect(rows.sort(byId)).toEqual(expected.sort(byId));
});

test('a guard finds the house’s accounts that are not split by their names, and an error by any other', async () => {
  const { pool } = test1.database;
  for (const { id, name } of everyHouseAccount()) {
    const found = pool.query<{ id: bigint }>('select ledger.house_account($1) as id', [name]);
    if (houseAccounts[name].split) await expect(found).rejects.toThrow('no rows');
    else expect((await found).rows).toEqual([{ id }]);
  }
  await expect(pool.query(`select ledger.house_balance('chairty')`)).rejects.toThrow('no rows');
});

test('accounts of a member open once, in the caller’s transaction', async () => {
  const { database, ledger } = test1;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const undone = tables.transaction().execute(async (transaction) => {
    await openMemberAccounts(transaction, 500n);
    expect(await ledger.balancesOf(500n)).toBeNull();
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await ledger.balancesOf(500n)).toBeNull();
  await ledger.submit(deposit(77n, 'kept', 5n));
  // The first member that there can be, and one with money.
  for (const memberId of [1n, 77n]) await openMemberAccounts(tables, memberId);
  expect((await ledger.balancesOf(77n))?.available).toBe(5n);
  await expect(openMemberAccounts(tables, 0n)).rejects.toThrow(RangeError);
});

test('a statement pages through every move, latest first, with balances that follow from each other', async () => {
  const { ledger } = test1;
  await ledger.submit(deposit(1n, 'd', 100n));
  await Promise.all([deposit(2n, 'other', 1n), place(1n, 'p', 30n)].map((one) => ledger.submit(one)));
  await ledger.submit({
    key: 's',
    inputHash,
    kind: 'planSettled',
    reference: 'p',
    postings: [
      { from: memberAccount(1n, 'plans'), to: memberAccount(1n, 'available'), amount: usdt(30n) },
      { from: houseAccount('market', 1n), to: memberAccount(1n, 'available'), amount: usdt(4n) },
      { from: houseAccount('sponsorPoints', 1n), to: memberAccount(1n, 'assistance'), amount: points(9n) },
    ],
  });
  const reader = { memberId: 1n, timeZone: 'UTC', now: Date.now() };
  const page = (limit: number, before: RecordPlace | null) =>
    listRecords(test1.database.pool, reader, { range: null, account: null, before }, limit);
  const whole = await page(10, null);
  expect(whole.map((record) => [record.kind, record.account, record.amount, record.balance])).toEqual([
    ['planSettled', 'assistance', 9n, 9n],
    ['planSettled', 'available', 4n, 104n],
    ['planSettled', 'available', 30n, 100n],
    ['planSettled', 'plans', -30n, 0n],
    ['planPlaced', 'plans', 30n, 30n],
    ['planPlaced', 'available', -30n, 70n],
    ['depositConfirmed', 'available', 100n, 100n],
  ]);
  const paged: typeof whole = [];
  for (let part = await page(2, null); part.length > 0; ) {
    paged.push(...part);
    const [transferId = '', place, side] = part.at(-1)?.id.split('-') ?? [];
    part = await page(2, { transferId: BigInt(transferId), place: Number(place), side: Number(side) });
  }
  expect(paged).toEqual(whole);
});

test('a key answers what it was committed for, and nothing before it was', async () => {
  const { ledger } = test1;
  expect(await ledger.receiptOf('p')).toEqual({ reference: 'p', inputHash });
  expect(await ledger.receiptOf('never used')).toBeNull();
});

test('balances, house balances and the trial balance agree', async () => {
  const { ledger } = test1;
  expect(await ledger.balancesOf(1n)).toEqual({
    available: 104n,
    plans: 0n,
    financing: 0n,
    stakes: 0n,
    withdrawing: 0n,
    assistance: 9n,
    promotion: 0n,
  });
  const house = await ledger.houseBalances();
  expect([house.get('rail'), house.get('market'), house.get('sponsorPoints'), house.get('yield')]).toEqual([
    -106n,
    -4n,
    -9n,
    0n,
  ]);
  expect(await faultsOf(test1.database)).toEqual([]);
  const owed = await test1.database.pool.query(
    `select member_id, usdt::bigint, assistance::bigint, promotion::bigint from (${owedToMembersSql()}) as owed order by member_id`,
  );
  // Neither the house, nor a member who has nothing.
  expect(owed.rows).toEqual([
    { member_id: 1n, usdt: 104n, assistance: 9n, promotion: 0n },
    { member_id: 2n, usdt: 1n, assistance: 0n, promotion: 0n },
    { member_id: 77n, usdt: 5n, assistance: 0n, promotion: 0n },
  ]);
  const sums = await memberSums(test1.database.pool);
  expect(sums.map(({ name }) => name).toSorted()).toEqual(memberAccountNames.toSorted());
  expect(sums.filter(({ balance }) => balance !== 0n)).toEqual([
    { name: 'available', asset: 'USDT', balance: 110n },
    { name: 'assistance', asset: 'PTS', balance: 9n },
  ]);
});

test('an account that is added to the list is in every sum, in memory and in the database', async () => {
  const { owner: pool } = test1.database;
  const accounts = { ...memberAccounts, bonus: { slot: 30, asset: 'USDT' } } as const;
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Funds that no posting explains, in a transaction that is undone.
    await client.query("insert into ledger.accounts (member_id, id, name, asset) values (1, 62, 'bonus', 'USDT')");
    await client.query('alter table ledger.balances disable trigger user');
    await client.query('insert into ledger.balances (member_id, account_id, balance) values (1, 62, 1000)');
    await client.query('alter table ledger.balances enable trigger user');
    const sums = await client.query(memberSumsSql('$1', accounts), [1n]);
    expect(sums.rows).toEqual([{ available: 104n, locked: 1_000n }]);
    const owed = await client.query(`select usdt from (${owedToMembersSql(accounts)}) as owed where member_id = 1`);
    expect(owed.rows).toEqual([{ usdt: 1_104n }]);
    const known = await client.query(memberSumsSql('$1'), [1n]);
    expect(known.rows).toEqual([{ available: 104n, locked: 0n }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(sumsOf({ available: 104n, bonus: 1_000n }, accounts)).toEqual({
    available: 104n,
    locked: 1_000n,
    total: 1_104n,
  });
});

test('a house account whose shards sum to more than one of them can hold is still read', async () => {
  const large = await openTestLedger([1n, 2n]);
  try {
    const each = 10n ** 18n;
    for (let count = 0n; count < 12n; count++) {
      await large.ledger.submit(deposit(1n + (count % 2n), `large ${count}`, each));
    }
    expect((await large.ledger.houseBalances()).get('rail')).toBe(-12n * each);
    expect(await faultsOf(large.database)).toEqual([]);
  } finally {
    await large.close();
  }
});

test('a key is found whole, and the house is no member', async () => {
  const { ledger } = test1;
  await ledger.submit(deposit(1n, 'a key and its end', 1n));
  expect(await ledger.receiptOf('a key and its end')).toMatchObject({ reference: 'a key and its end' });
  expect(await ledger.receiptOf('a key')).toBeNull();
  expect(await ledger.balancesOf(-1n)).toBeNull();
});

test('a funding is found in the transfer that posts its amount to its account from the sponsor, and in no other', async () => {
  const { database, ledger } = test1;
  const isFunded = async (from: 'sponsor' | 'rail', funded = 9n) => {
    const outcome = await ledger.submit({
      ...{ key: `fund from ${from} ${funded}`, inputHash, kind: 'roundsFunded', reference: 'rounds' },
      postings: [{ from: houseAccount(from, 0n), to: houseAccount('rounds', 0n), amount: usdt(9n) }],
    });
    if (outcome.status !== 'committed') throw new Error(outcome.status);
    const { rows } = await database.pool.query(
      `select ledger.is_funded($1, 'rounds', $2) as rounds, ledger.is_funded($1, 'prizes', $2) as prizes`,
      [outcome.transferId, funded],
    );
    return rows[0];
  };
  expect(await isFunded('sponsor')).toEqual({ rounds: true, prizes: false });
  expect(await isFunded('sponsor', 8n)).toEqual({ rounds: false, prizes: false });
  expect(await isFunded('rail')).toEqual({ rounds: false, prizes: false });
});
