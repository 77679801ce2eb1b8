import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount, houseAccountNames, memberAccount, memberAccountNames } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { checkBooks } from './books-checks.ts';
import { getBooks } from './get-books.ts';
import { getTrialBalance } from './get-trial-balance.ts';
import { listTrialBalanceChecks } from './list-trial-balance-checks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const clock = { now: () => Date.UTC(2026, 4, 1) };

test('the house’s accounts are listed with their shards summed, and each check of the books with its outcome', async () => {
  const ledger = openLedger({ pool: database.pool, clock });
  for (const [key, shard] of [
    ['a', 0n],
    ['b', 1n],
  ] as const) {
    const posting = { from: houseAccount('sponsor', shard), to: houseAccount('yield', 0n), amount: usdt(2_500_000n) };
    await ledger.submit({ key, inputHash: '0'.repeat(64), kind: 'yieldFunded', reference: key, postings: [posting] });
  }
  await ledger.close();
  let wall = Date.UTC(2026, 4, 1, 12);
  const dependencies = { pool: database.pool, log: silentLog, clock, wallNow: () => wall };
  await checkBooks(dependencies);
  wall += 600_000;
  await checkBooks(dependencies);
  const { at, house } = await getBooks(dependencies);
  const checks = await listTrialBalanceChecks(database.pool, {});
  expect(at).toBe(clock.now());
  // As they are listed in core, not by name or by id.
  expect(house.map(({ name }) => name)).toEqual(
    houseAccountNames.filter((name) => house.some((one) => one.name === name)),
  );
  expect(house).toContainEqual({ name: 'sponsor', balance: { asset: 'USDT', amount: '-5.000000' } });
  expect(house).toContainEqual({ name: 'yield', balance: { asset: 'USDT', amount: '5.000000' } });
  expect(checks).toEqual([
    expect.objectContaining({ at: wall, isSound: true, differences: 0, tornTransfers: 0, tookMs: 0 }),
    expect.objectContaining({ at: wall - 600_000, isSound: true }),
  ]);
  expect(checks[0]?.sums).toContainEqual({ asset: 'USDT', amount: '0.000000' });
  expect(await listTrialBalanceChecks(database.pool, { before: String(wall) })).toEqual(checks.slice(1));
  expect(await listTrialBalanceChecks(database.pool, { unsound: '1' })).toEqual([]);
  expect(await listTrialBalanceChecks(database.pool, { unsound: '0' })).toEqual(checks);
});

test('the trial balance has every account of members and house by name, and those of an asset add up to zero', async () => {
  const ledger = openLedger({ pool: database.pool, clock });
  for (const memberId of [11n, 12n]) {
    await database.pool.query('select ledger.open_member($1)', [memberId]);
    const posting = {
      from: houseAccount('rail', 0n),
      to: memberAccount(memberId, 'available'),
      amount: usdt(1_500_000n),
    };
    const key = `member ${memberId}`;
    await ledger.submit({
      key,
      inputHash: '0'.repeat(64),
      kind: 'depositConfirmed',
      reference: key,
      postings: [posting],
    });
  }
  // Money that moves after the first of its statements is in none of its sums.
  const connect = async () => {
    const client = await database.pool.connect();
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<{ command?: string }>;
    let reads = 0;
    const movingOn = async (...given: unknown[]) => {
      const result = await query(...given);
      if (result.command === 'SELECT' && ++reads === 1) await later();
      return result;
    };
    // Beside the client, which goes back to the pool as it was.
    return Object.assign(Object.create(client), { query: movingOn });
  };
  const later = async () => {
    const posting = { from: houseAccount('rail', 11n), to: memberAccount(11n, 'available'), amount: usdt(7n) };
    const deposit = { key: 'later', inputHash: '0'.repeat(64), kind: 'depositConfirmed', reference: 'later' } as const;
    expect(await ledger.submit({ ...deposit, postings: [posting] })).toMatchObject({ status: 'committed' });
  };
  const { at, rows } = await getTrialBalance({ pool: { connect } as never, clock });
  await ledger.close();
  expect(at).toBe(clock.now());
  expect(rows).toContainEqual({ of: 'members', name: 'available', balance: { asset: 'USDT', amount: '3.000000' } });
  expect(rows).toContainEqual({ of: 'house', name: 'rail', balance: { asset: 'USDT', amount: '-3.000000' } });
  expect(
    rows
      .filter(({ of }) => of === 'members')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...memberAccountNames].toSorted());
  expect(rows.filter(({ of }) => of === 'house')).toHaveLength(houseAccountNames.length);
  for (const asset of ['USDT', 'PTS'] as const) {
    const ofAsset = rows.filter(({ balance }) => balance.asset === asset);
    expect(ofAsset.reduce((sum, { balance }) => sum + BigInt(balance.amount.replace('.', '')), 0n)).toBe(0n);
  }
});

test('what does not follow from the postings is found, recorded and logged', async () => {
  await database.owner.query(`alter table ledger.balances disable trigger user`);
  await database.owner.query('update ledger.balances set balance = balance + 7 where account_id = $1', [
    houseAccount('yield', 0n),
  ]);
  let wall = Date.UTC(2026, 4, 2);
  const fatal: unknown[] = [];
  const log = { ...silentLog, fatal: (...words: unknown[]) => void fatal.push(words) } as typeof silentLog;
  // It takes a second to look.
  const wallNow = (): number => {
    wall += 1_000;
    return wall;
  };
  const dependencies = { pool: database.pool, log, clock, wallNow };
  await checkBooks(dependencies);
  const [check] = await listTrialBalanceChecks(database.pool, { unsound: '1' });
  expect(check).toMatchObject({
    ...{ at: Date.UTC(2026, 4, 2) + 1_000, isSound: false, differences: 1, tornTransfers: 0, tookMs: 1_000 },
    sums: expect.arrayContaining([{ asset: 'USDT', amount: '0.000007' }]),
  });
  expect(fatal).toEqual([[expect.anything(), 'the ledger does not balance']]);

  await database.owner.query('update ledger.balances set balance = balance - 7 where account_id = $1', [
    houseAccount('yield', 0n),
  ]);
  await database.owner.query('alter table ledger.transfers disable trigger user');
  await database.owner.query(
    `insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at)
     select nextval('ledger.transfer_ids'), 'torn', input_hash, kind, 'torn', 1, at from ledger.transfers limit 1`,
  );
  await checkBooks(dependencies);
  const [torn] = await listTrialBalanceChecks(database.pool, {});
  expect(torn).toMatchObject({ isSound: false, differences: 0, tornTransfers: 1 });
  expect(fatal).toHaveLength(2);

  // A transfer of an entry that nobody drew: every balance follows from the postings, and the books are wrong all the same.
  await database.owner.query('grant update, delete on ledger.transfers to current_user');
  await database.owner.query(`delete from ledger.transfers where reference = 'torn'`);
  await database.owner.query(
    `update ledger.transfers set kind = 'entryDrawn' where id = (select min(id) from ledger.transfers)`,
  );
  await checkBooks(dependencies);
  const [unfounded] = await listTrialBalanceChecks(database.pool, {});
  expect(unfounded).toMatchObject({ isSound: false, differences: 0, tornTransfers: 0, unfounded: 1 });
  expect(fatal).toHaveLength(3);
});

test('a check that fails leaves its connection as it was', async () => {
  const single = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    await database.owner.query('alter view ledger.unfounded rename to unfounded_away');
    await expect(checkTrialBalance(single)).rejects.toThrow('does not exist');
    await expect(single.query('select')).resolves.toBeDefined();
  } finally {
    await database.owner.query('alter view ledger.unfounded_away rename to unfounded');
    await single.end();
  }
});

test('checks are kept for a year', async () => {
  const year = 366 * 86_400_000;
  const first = Date.UTC(2026, 4, 1, 12);
  const kept = async () =>
    (
      await database.pool.query('select count(*)::int as count from trial_balance_check where at = $1', [
        new Date(first),
      ])
    ).rows[0].count;
  for (const [at, count] of [
    [first + year, 1],
    [first + year + 1, 0],
  ] as const) {
    await checkBooks({ pool: database.pool, log: silentLog, wallNow: () => at });
    expect(await kept()).toBe(count);
  }
});
