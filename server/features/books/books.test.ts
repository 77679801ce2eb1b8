import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { checkBooks } from './books-checks.ts';
import { getBooks } from './get-books.ts';

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
  const { at, house, checks } = await getBooks(dependencies);
  expect(at).toBe(clock.now());
  expect(house).toContainEqual({ name: 'sponsor', balance: { asset: 'USDT', amount: '-5.000000' } });
  expect(house).toContainEqual({ name: 'yield', balance: { asset: 'USDT', amount: '5.000000' } });
  expect(checks).toEqual([
    expect.objectContaining({ at: wall, isSound: true, differences: 0, tornTransfers: 0 }),
    expect.objectContaining({ at: wall - 600_000, isSound: true }),
  ]);
  expect(checks[0]?.sums).toContainEqual({ asset: 'USDT', amount: '0.000000' });
  wall += 5 * 3_600_000;
  expect((await getBooks(dependencies)).checks).toEqual([]);
});

test('a balance that does not follow from the postings is found and recorded', async () => {
  await database.owner.query(`alter table ledger.balances disable trigger user`);
  await database.owner.query('update ledger.balances set balance = balance + 7 where account_id = $1', [
    houseAccount('yield', 0n),
  ]);
  const dependencies = { pool: database.pool, log: silentLog, clock, wallNow: () => Date.UTC(2026, 4, 2) };
  await checkBooks(dependencies);
  const [check] = (await getBooks(dependencies)).checks;
  expect(check).toMatchObject({ isSound: false, differences: 1 });
  expect(check?.sums).toContainEqual({ asset: 'USDT', amount: '0.000007' });
});
