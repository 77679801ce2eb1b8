import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { checkTrialBalance } from './check-trial-balance.ts';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { deposit } from './transfers.fixture.ts';

const available = memberAccount(1n, 'available');
const plans = memberAccount(1n, 'plans');
const rail = houseAccount('rail', 1n);
const fees = houseAccount('fees', 1n);

let test1: TestLedger;
beforeAll(async () => {
  test1 = await openTestLedger([1n, 2n]);
  await test1.ledger.submit(deposit(1n, 'funds', 100n));
  await test1.ledger.submit(deposit(2n, 'funds of another', 50n));
});
afterAll(() => test1.close());

test('a statement that wrote fewer or more rows than it was given ends its transaction', async () => {
  const written = (expected: number, count: number) =>
    test1.database.pool.query('select ledger.expect_rows($1, $2, $3)', [expected, count, 'a statement']);
  await written(2, 2);
  for (const count of [1, 3]) await expect(written(2, count)).rejects.toMatchObject({ code: 'LG001' });
});

/** SQL that goes around the application: one posting of a transfer of its own. */
function posting(
  from: bigint,
  to: bigint,
  amount: bigint,
  fromAfter: bigint,
  toAfter: bigint,
  owner = 1n,
  postingCount = 1,
): string {
  return `with t as (
      insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at)
      values (7, 'around', decode(repeat('00', 32), 'hex'), 'planPlaced', 'x', ${postingCount}, now())
    )
    insert into ledger.postings values (${owner}, 7, 0, ${from}, ${to}, ${amount}, ${fromAfter}, ${toAfter})`;
}

/** Transfers without a posting. */
function bareTransfer(...ids: readonly number[]): string {
  const rows = ids.map((id) => `(${id}, 'bare ${id}', decode(repeat('00', 32), 'hex'), 'planPlaced', 'x', 1, now())`);
  return `insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at) values ${rows.join()}`;
}

const refused: readonly (readonly [string, string, RegExp])[] = [
  ['a change of a posting', 'update ledger.postings set amount = 1', /append-only|permission denied/],
  ['the removal of a posting', 'delete from ledger.postings', /append-only|permission denied/],
  ['the removal of all postings', 'truncate ledger.postings', /append-only|permission denied/],
  ['a change of a transfer', "update ledger.transfers set reference = 'y'", /append-only|permission denied/],
  ['the removal of a transfer', 'delete from ledger.transfers', /append-only|permission denied/],
  ['the removal of all transfers', 'truncate ledger.transfers', /append-only|permission denied/],
  ['a change of a balance without a posting', 'update ledger.balances set balance = balance + 1', /only a posting/],
  ['the removal of a balance', 'delete from ledger.balances', /only a posting/],
  ['the removal of all balances', 'truncate ledger.balances', /only a posting/],
  [
    'a change of what the charity received',
    'update ledger.charity_received set amount = amount + 1',
    /only a posting adds to what was received/,
  ],
  ['the removal of what the charity received', 'delete from ledger.charity_received', /what was received stays/],
  ['the removal of all that the charity received', 'truncate ledger.charity_received', /what was received stays/],
  ['a change of an account', 'update ledger.accounts set may_be_negative = true', /stays what it is/],
  ['an account that opens with money', 'insert into ledger.balances values (1, 63, 5)', /opens empty/],
  ['an account that opens with a debt', 'insert into ledger.balances values (-1, -19, -5, true)', /opens empty/],
  [
    'an account of a member that may be overdrawn',
    'insert into ledger.balances values (1, 63, 0, true)',
    /balances_check/,
  ],
  ['an overdraft', posting(available, plans, 101n, -1n, 101n), /balance_not_negative/],
  ['an overdraft of a guarded house account', posting(fees, available, 1n, -1n, 101n), /balance_not_negative/],
  ['a wrong running balance', posting(available, plans, 1n, 99n, 2n), /do not follow/],
  ['a wrong running balance of the payer', posting(available, plans, 1n, 100n, 1n), /do not follow/],
  [
    'a wrong running balance between two that are right',
    posting(available, plans, 1n, 99n, 1n, 1n, 3) +
      `, (1, 7, 1, ${available}, ${plans}, 1, 97, 3), (1, 7, 2, ${available}, ${plans}, 1, 97, 3)`,
    /do not follow/,
  ],
  [
    'a posting without its transfer',
    `insert into ledger.postings values (1, 8, 0, ${available}, ${plans}, 1, 99, 1)`,
    /not those/,
  ],
  [
    'a posting added to an older transfer',
    `insert into ledger.postings select 1, id, 1, ${available}, ${plans}, 1, 99, 1 from ledger.transfers`,
    /not those/,
  ],
  ['a transfer without postings', bareTransfer(7), /with its postings/],
  ['many transfers without postings', bareTransfer(7, 8, 900), /with its postings/],
  [
    'a transfer without postings before one that has them',
    `with t as (${bareTransfer(7, 8)}) insert into ledger.postings values (1, 8, 0, ${available}, ${plans}, 1, 99, 1)`,
    /with its postings/,
  ],
  [
    'a transfer without postings beside one that has them',
    `with bare as (${bareTransfer(9)}) ${posting(available, plans, 1n, 99n, 1n).replace('with t as', ', t as')}`,
    /with its postings/,
  ],
  [
    'a transfer without postings between others that have them',
    `with bare as (${bareTransfer(8)}), t as (
       insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at)
       select id, 'around' || id, decode(repeat('00', 32), 'hex'), 'planPlaced', 'x', 1, now() from (values (7), (9)) as n (id)
     )
     insert into ledger.postings values (1, 7, 0, ${available}, ${plans}, 1, 99, 1), (1, 9, 0, ${available}, ${plans}, 1, 98, 2)`,
    /not those/,
  ],
  [
    'a second transfer under one key',
    posting(available, plans, 1n, 99n, 1n).replace(
      "'around'",
      '(select idempotency_key from ledger.transfers limit 1)',
    ),
    /transfer_key_once/,
  ],
  ['postings without a first one', posting(available, plans, 1n, 99n, 1n).replace('7, 0,', '7, 1,'), /not those/],
  ['half a transfer', posting(available, plans, 1n, 99n, 1n, 1n, 2), /not those/],
  ['an account that was never opened', posting(available, available + 20n, 1n, 99n, 1n), /do not follow/],
  ['a posting to the same account', posting(available, available, 1n, 99n, 100n), /no_self_transfer/],
  ['an amount of zero', posting(available, plans, 0n, 100n, 0n), /amount_check/],
  ['a negative amount', posting(available, plans, -5n, 105n, -5n), /amount_check/],
  ['a posting from member to member', posting(available, memberAccount(2n, 'available'), 1n, 99n, 51n), /one_member/],
  ['a posting on another member’s history', posting(available, plans, 1n, 99n, 1n, 2n), /one_member/],
  [
    'a posting out of another member’s account on this history',
    posting(memberAccount(2n, 'available'), fees, 1n, 49n, 1n, 1n),
    /one_member/,
  ],
  ['a member who may be negative', "insert into ledger.accounts values (1, 63, 'x', 'USDT', true)", /accounts_check/],
  ['an account of another owner', "insert into ledger.accounts values (2, 63, 'x', 'USDT', false)", /accounts_check/],
];

test.each(refused)('the database refuses %s', async (_what, sql, reason) => {
  await expect(test1.database.owner.query(sql)).rejects.toThrow(reason);
  expect(await faultsOf(test1.database)).toEqual([]);
});

test('the triggers alone refuse a change of history where the role has every privilege', async () => {
  const client = await test1.database.owner.connect();
  try {
    await client.query('begin');
    await client.query('grant all on ledger.transfers, ledger.postings to current_user');
    for (const table of ['ledger.transfers', 'ledger.postings']) {
      for (const sql of [`delete from ${table}`, `truncate ${table}`]) {
        await client.query('savepoint before');
        await expect(client.query(sql)).rejects.toThrow(/append-only/);
        await client.query('rollback to before');
      }
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a posting that adds up is taken, and moves the balances itself', async () => {
  const client = await test1.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(posting(available, plans, 100n, 0n, 100n));
    const { rows } = await client.query<{ balance: bigint }>(
      'select balance from ledger.balances where account_id = any($1) order by account_id',
      [[available, plans, rail]],
    );
    expect(rows.map(({ balance }) => balance)).toEqual([-100n, 0n, 100n]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('several postings of one account follow from each other, in whatever order their rows come', async () => {
  const client = await test1.database.pool.connect();
  const [first, second, third] = [
    `(1, 7, 0, ${available}, ${plans}, 1, 99, 1)`,
    `(1, 7, 1, ${plans}, ${available}, 1, 0, 100)`,
    `(1, 7, 2, ${available}, ${plans}, 5, 95, 5)`,
  ];
  const transfer = posting(available, plans, 1n, 99n, 1n, 1n, 3).split('insert into ledger.postings')[0];
  try {
    for (const rows of [
      [first, second, third],
      [third, first, second],
    ]) {
      await client.query('begin');
      await client.query(`${transfer} insert into ledger.postings values ${rows.join()}`);
      const { rows: after } = await client.query('select balance from ledger.balances where account_id = $1', [
        available,
      ]);
      expect(after).toEqual([{ balance: 95n }]);
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
});

test('a second set of postings for a transfer of the same transaction is refused', async () => {
  const client = await test1.database.pool.connect();
  try {
    for (const again of [
      `insert into ledger.postings values (1, 7, 0, ${plans}, ${available}, 1, 0, 100)`,
      `insert into ledger.postings values (1, 7, 1, ${plans}, ${available}, 1, 0, 100)`,
      `insert into ledger.postings values (-2, 7, 0, ${rail}, ${rail + 1n}, 1, -101, 1)`,
    ]) {
      await client.query('begin');
      await client.query(posting(available, plans, 1n, 99n, 1n));
      await expect(client.query(again), again).rejects.toThrow(/posting_first|postings_pkey|not those/);
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
});

test('the check finds a transfer that lost its postings, where the guards are lifted', async () => {
  const { database } = test1;
  await database.owner.query('alter table ledger.transfers disable trigger require_postings');
  await database.owner.query(bareTransfer(9));
  await database.owner.query('alter table ledger.transfers enable always trigger require_postings');
  expect(await faultsOf(database)).toEqual(['torn 9']);
  expect(await checkTrialBalance(database.pool)).toMatchObject({ isSound: false, differences: [] });
});

test('the check finds money that changed its asset, although every balance follows from its postings', async () => {
  const { database } = await openTestLedger([1n]);
  try {
    await database.pool.query(posting(rail, memberAccount(1n, 'promotion'), 1n, -1n, 1n));
    expect(await checkTrialBalance(database.pool)).toMatchObject({
      isSound: false,
      differences: [],
      tornTransfers: [],
    });
  } finally {
    await database.drop();
  }
});

test('no trigger of the books can be turned off by replicating', async () => {
  // Not the shared database, whose fixture has switched one off.
  const database = await createTestDatabase();
  const { rows } = await database.pool.query(
    `select c.relname || ' ' || t.tgname as name from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
     join pg_namespace as n on n.oid = c.relnamespace
     where n.nspname = 'ledger' and not t.tgisinternal and t.tgenabled <> 'A'`,
  );
  await database.drop();
  expect(rows).toEqual([]);
});
