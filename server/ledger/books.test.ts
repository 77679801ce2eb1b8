import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  everyHouseAccount,
  houseAccount,
  houseAccounts,
  memberAccount,
  memberAccountNames,
  memberAccounts,
  ownerOf,
} from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { openMemberAccounts } from './open-member-accounts.ts';
import { deposit, inputHash, place } from './transfers.fixture.ts';

let test1: TestLedger;
beforeAll(async () => {
  test1 = await openTestLedger([1n, 2n, 77n]);
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

test('accounts of a member open once, in the caller’s transaction', async () => {
  const { database, ledger } = test1;
  const client = await database.pool.connect();
  await client.query('begin');
  await openMemberAccounts(client, 500n);
  expect(await ledger.balancesOf(500n)).toBeNull();
  await client.query('rollback');
  client.release();
  expect(await ledger.balancesOf(500n)).toBeNull();
  await ledger.submit(deposit(77n, 'kept', 5n));
  await openMemberAccounts(database.pool, 77n);
  expect((await ledger.balancesOf(77n))?.available).toBe(5n);
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
    moves: [
      { from: memberAccount(1n, 'plans'), to: memberAccount(1n, 'available'), amount: usdt(30n) },
      { from: houseAccount('market', 1n), to: memberAccount(1n, 'available'), amount: usdt(4n) },
      { from: houseAccount('sponsorPoints', 1n), to: memberAccount(1n, 'assistance'), amount: points(9n) },
    ],
  });
  const whole = await ledger.statementOf(1n, { limit: 10 });
  expect(whole.map(({ kind, amount, asset }) => [kind, amount, asset])).toEqual([
    ['planSettled', 9n, 'PTS'],
    ['planSettled', 4n, 'USDT'],
    ['planSettled', 30n, 'USDT'],
    ['planPlaced', 30n, 'USDT'],
    ['depositConfirmed', 100n, 'USDT'],
  ]);
  expect(whole[1]?.from).toEqual({ account: 'market', isMember: false, balanceAfter: null });
  expect(whole[1]?.to).toEqual({ account: 'available', isMember: true, balanceAfter: 104n });
  expect(whole[3]?.from).toEqual({ account: 'available', isMember: true, balanceAfter: 70n });

  const paged: typeof whole = [];
  for (let page = await ledger.statementOf(1n, { limit: 2 }); page.length > 0; ) {
    paged.push(...page);
    const before = page.at(-1);
    page = before ? await ledger.statementOf(1n, { limit: 2, before }) : [];
  }
  expect(paged).toEqual(whole);
  const at = whole[3]?.at as Date;
  expect(await ledger.statementOf(1n, { limit: 9, until: new Date(whole[4]?.at.getTime() ?? 0) })).toEqual([]);
  expect((await ledger.statementOf(1n, { limit: 9, since: at })).length).toBeGreaterThanOrEqual(4);
});

test('a key answers what it was committed for, and nothing before it was', async () => {
  const { ledger } = test1;
  expect(await ledger.receiptOf('p')).toEqual({ reference: 'p', inputHash });
  expect(await ledger.receiptOf('never used')).toBeNull();
});

test('balances, house balances and the trial balance tell the same story', async () => {
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
  expect(await ledger.trialBalance()).toEqual(
    new Map([
      ['USDT', 0n],
      ['PTS', 0n],
    ]),
  );
});

test('a house account whose shards sum to more than one of them can hold is still read', async () => {
  const large = await openTestLedger([1n, 2n]);
  try {
    const each = 10n ** 18n;
    for (let count = 0n; count < 12n; count++) {
      await large.ledger.submit(deposit(1n + (count % 2n), `large ${count}`, each));
    }
    expect((await large.ledger.houseBalances()).get('rail')).toBe(-12n * each);
    expect((await large.ledger.trialBalance()).get('USDT')).toBe(0n);
  } finally {
    await large.close();
  }
});
