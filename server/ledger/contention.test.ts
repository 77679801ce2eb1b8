import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { serverRole } from '#server/platform/database/database.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { attach } from './attached-rows.ts';
import { lockBalances } from './batch-statements.ts';
import { connect } from './connection.ts';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { openLedger, type Submission } from './ledger.ts';
import { deposit, place } from './transfers.fixture.ts';

let books: TestLedger;
beforeAll(async () => {
  books = await openTestLedger([1n, 2n, 3n, 4n]);
  await books.database.owner.query(`
    create sequence tries;
    create table contended (id bigint, fails integer);
    create function fail_at_first() returns trigger language plpgsql as $$
    begin
      if nextval('tries') <= new.fails then raise exception 'in conflict' using errcode = 'serialization_failure'; end if;
      return new;
    end $$;
    create trigger fail_at_first before insert on contended for each row execute function fail_at_first();
    grant all on contended, tries to ${serverRole}`);
  for (const memberId of [1n, 2n, 3n, 4n]) await books.ledger.submit(deposit(memberId, `funds ${memberId}`, 1_000n));
});
afterAll(() => books.close());

/** A sequence does not roll back, so that the first `fails` attempts at this transfer conflict. */
async function failing(key: string, fails: number): Promise<Submission> {
  await books.database.owner.query('alter sequence tries restart');
  const insert = {
    name: 'contended',
    columns: { id: 'bigint', fails: 'integer' },
    sql: 'insert into contended select id, fails from given',
  } as const;
  return { ...place(1n, key, 1n), rows: [attach(insert, { id: 1, fails })] };
}

/** What the ledger's connections wait with for a lock. */
async function waitingStatements(): Promise<string[]> {
  const { rows } = await books.database.pool.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'clearlot ledger' and datname = current_database()
     and wait_event_type = 'Lock'`,
  );
  return rows.map(({ query }) => query);
}

/** Whether another transaction holds the account's balance. */
async function isLocked(memberId: bigint, account: bigint): Promise<boolean> {
  const { rows } = await books.database.pool.query(
    'select from ledger.balances where member_id = $1 and account_id = $2 for no key update skip locked',
    [memberId, account],
  );
  return rows.length === 0;
}

test('a conflict is retried until it is over, and counted', async () => {
  const { ledger } = books;
  const before = ledger.counts().conflictRetries;
  expect(await ledger.submit(await failing('three conflicts', 3))).toMatchObject({ status: 'committed' });
  expect(ledger.counts().conflictRetries).toBe(before + 3);
});

test('a conflict that does not end is reported as not made, not as in doubt', async () => {
  const { ledger, database } = books;
  const before = await ledger.balancesOf(1n);
  await expect(ledger.submit(await failing('conflicts for ever', 1_000))).rejects.toMatchObject({
    name: 'LedgerUnavailable',
  });
  expect(await ledger.balancesOf(1n)).toEqual(before);
  expect(await faultsOf(database)).toEqual([]);
});

test('a batch locks the balances before it decides, the lower account first', async () => {
  const { ledger, database } = books;
  const [available, plans] = [memberAccount(2n, 'available'), memberAccount(2n, 'plans')];
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from ledger.balances where account_id = $1 and member_id = 2 for no key update', [
      plans,
    ]);
    const placed = ledger.submit(place(2n, 'waits', 1n));
    await untilLockWait(database.pool, placed);
    expect(await waitingStatements()).toEqual([lockBalances([]).text]);
    expect(await isLocked(2n, available)).toBe(true);
    await client.query('commit');
    expect(await placed).toMatchObject({ status: 'committed' });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('the functions of the database lock in the same order as a batch', async () => {
  const { database } = books;
  const [available, plans] = [memberAccount(3n, 'available'), memberAccount(3n, 'plans')];
  const [first, second] = [await database.pool.connect(), await database.pool.connect()];
  try {
    for (const client of [first, second]) await client.query('begin');
    await first.query('select from ledger.balances where account_id = $1 and member_id = 3 for no key update', [plans]);
    const locked = second.query('select ledger.lock_accounts($1)', [[plans, available]]);
    await untilLockWait(database.pool, locked);
    expect(await isLocked(3n, available)).toBe(true);
    await first.query('commit');
    await locked;
    await second.query('commit');
  } finally {
    for (const client of [first, second]) {
      await client.query('rollback');
      client.release();
    }
  }
});

test('the functions of the database lock no account that was never opened', async () => {
  const accounts = [memberAccount(3n, 'available'), memberAccount(99n, 'available')];
  await expect(books.database.pool.query('select ledger.lock_accounts($1)', [accounts])).rejects.toThrow(
    '1 of these accounts were never opened',
  );
});

test('accounts of the house, on which batches meet, are locked last: by a batch and by the functions of the database', async () => {
  const { ledger, database } = books;
  const [available, rail] = [memberAccount(4n, 'available'), houseAccount('rail', 4n)];
  const calling = await database.pool.connect();
  const byFunction = async (): Promise<void> => {
    await calling.query('begin');
    await calling.query('select ledger.lock_accounts($1)', [[rail, available]]);
    await calling.query('rollback');
  };
  const holder = await database.pool.connect();
  try {
    for (const lock of [() => ledger.submit(deposit(4n, 'house last', 1n)), byFunction]) {
      await holder.query('begin');
      await holder.query('select ledger.lock_accounts($1)', [[rail]]);
      const locked = lock();
      await untilLockWait(database.pool, locked);
      expect(await isLocked(4n, available)).toBe(true);
      await holder.query('commit');
      await locked;
    }
  } finally {
    await holder.query('rollback');
    holder.release();
    calling.release();
  }
});

test('single transfers that never stop do not keep pages waiting', async () => {
  const { ledger } = books;
  let isWritten = false;
  const page = Array.from({ length: 50 }, (_, index) => deposit(4n, `page:${index}`, 1n));
  const report = ledger
    .submitPages(
      (async function* () {
        yield page;
      })(),
    )
    .finally(() => {
      isWritten = true;
    });
  let submitted = 0;
  const keepSubmitting = async (lane: number): Promise<void> => {
    while (!isWritten && submitted < 4_000) {
      submitted += 1;
      await ledger.submit(deposit(4n, `single:${lane}:${submitted}`, 1n));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, lane) => keepSubmitting(lane)));
  expect(submitted).toBeLessThan(4_000);
  expect(await report).toEqual({ committed: 50, failed: [] });
});

test('a closed ledger has answered what waited and left no connection behind', async () => {
  const { database } = books;
  const { rows: before } = await database.pool.query<{ pid: number }>('select pid from pg_stat_activity');
  const ledger = openLedger({ pool: database.pool, clock: { now: () => Date.now() } });
  let answered = 0;
  for (let count = 0; count < 300; count += 1) {
    void ledger.submit(deposit(1n, `closing:${count}`, 1n)).then(() => {
      answered += 1;
    });
  }
  await ledger.close();
  expect(answered).toBe(300);
  const open = `select pid from pg_stat_activity where application_name = 'clearlot ledger' and datname = current_database()`;
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query<{ pid: number }>(open);
      return rows.filter(({ pid }) => !before.some((one) => one.pid === pid)).length;
    })
    .toBe(0);
});

test('a connection of the ledger commits durably, waits for no lock or answer for ever, and lets go of what it abandons', async () => {
  const client = await connect(books.database.pool);
  try {
    const { rows } = await client.query(`select current_setting('synchronous_commit') as commit,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`);
    expect(rows).toEqual([{ commit: 'on', lock: '5s', idle: '10s' }]);
    await client.query('begin');
    await client.query('set local lock_timeout = 0');
    expect(
      (client as unknown as { connectionParameters: { query_timeout: number } }).connectionParameters,
    ).toMatchObject({
      query_timeout: 20_000,
    });
  } finally {
    await client.end();
  }
});
