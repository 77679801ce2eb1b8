import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { dayLimitMs, depositedOfDayMax, depositsOfDayMax, depositsOpenMax } from '#core/limits/business-limits.ts';
import { usdt } from '#core/money/amount.ts';
import { sandboxRail } from '#server/gateways/rail-sandbox.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpDeposits } from '#server/test/made-up-points.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { requestDeposit } from './request-deposit.ts';
import { matchTransfer } from './transfer-store.ts';

const clock = createTestClock(Date.UTC(2026, 0, 1));
const { database } = await openForFile(async () => {
  const opened = await createTestDatabase();
  await allowMadeUpDeposits(opened);
  await opened.pool.query('select ledger.open_member(id) from generate_series(1, 50) as id');
  return { database: opened, close: () => opened.drop() };
});
const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
const given: string[] = [];
const world = {
  tables,
  rail: sandboxRail,
  clock,
  images: { give: async (_within: unknown, _memberId: bigint, image: string) => void given.push(image) },
  guard: { requireNotExcluded: async () => undefined },
};
let lastMember = 0n;
const newMember = (): bigint => ++lastMember;

const request = (memberId: bigint, units: number, key: string | null = null, image?: string) =>
  requestDeposit(
    world,
    memberId,
    { channel: 'sandbox', amount: usdt(BigInt(units * 1_000_000)), ...(image === undefined ? {} : { image }) },
    key,
  );

/** The rail has seen all that the member asked for. */
const see = (memberId: bigint) =>
  database.pool.query(`update deposit set state = 'seen' where member_id = $1 and state = 'requested'`, [memberId]);

const end = (memberId: bigint, state: 'confirmed' | 'rejected') =>
  database.pool.query(
    `update deposit set state = $2, confirmed_at = case when $2 = 'confirmed' then now() end
     where member_id = $1 and state in ('requested', 'seen')`,
    [memberId, state],
  );

test('at most so many deposits are under way at once, and one that ends or is a day old makes room', async () => {
  const member = newMember();
  const since = clock.now();
  const asked = await Promise.allSettled(Array.from({ length: depositsOpenMax + 5 }, () => request(member, 100)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(depositsOpenMax);
  await expect(request(member, 100)).rejects.toMatchObject({
    code: 'depositsOpen',
    values: { count: depositsOpenMax, until: { at: since + dayLimitMs } },
  });
  await see(member);
  await expect(request(member, 100)).rejects.toMatchObject({ code: 'depositsOpen' });
  // Another member is not concerned.
  await request(newMember(), 100);
  clock.advance(dayLimitMs - 1);
  await expect(request(member, 100)).rejects.toMatchObject({ code: 'depositsOpen' });
  clock.advance(1);
  await request(member, 100);
  for (let count = 1; count < depositsOpenMax; count++) await request(member, 100);
  await expect(request(member, 100)).rejects.toMatchObject({ code: 'depositsOpen' });
  await end(member, 'confirmed');
  await request(member, 100);
});

test('at most so many deposits are requested in a day, rejected ones not counted, until the first is a day old', async () => {
  const member = newMember();
  const since = clock.now();
  await request(member, 100);
  await end(member, 'rejected');
  for (let count = 0; count < depositsOfDayMax; count++) {
    await request(member, 100);
    clock.advance(1_000);
    await end(member, 'confirmed');
  }
  await expect(request(member, 100)).rejects.toMatchObject({
    code: 'depositsOfDay',
    values: { count: depositsOfDayMax, until: { at: since + dayLimitMs } },
  });
  clock.advance(since + dayLimitMs - clock.now());
  // What came in without a request was none, of however many.
  const incoming = { transfer: 't', transactionHash: 't', memberId: member, address: 'a', amount: usdt(1n) };
  for (const transfer of ['t1', 't2'])
    await matchTransfer(tables, { ...incoming, transfer, confirmations: 1 }, 'sandbox', clock.now());
  await request(member, 100);
});

test('at most that sum is requested in a day, to the last unit, by several requests at once as well', async () => {
  const member = newMember();
  const since = clock.now();
  const asked = await Promise.allSettled(Array.from({ length: 14 }, () => request(member, 100_000)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(
    Number(depositedOfDayMax / 100_000_000_000n),
  );
  await expect(request(member, 100)).rejects.toMatchObject({
    code: 'depositedOfDay',
    values: { maximum: depositedOfDayMax, until: { at: since + dayLimitMs } },
  });
  const other = newMember();
  for (let count = 0; count < 9; count++) await request(other, 100_000);
  await expect(request(other, 100_000.000001)).rejects.toMatchObject({ code: 'depositTooLarge' });
  await request(other, 99_900);
  await expect(request(other, 100.000001)).rejects.toMatchObject({ code: 'depositedOfDay' });
  await request(other, 100);
});

test('a request that was recorded is answered again at the limit, and a refused one takes no image', async () => {
  const member = newMember();
  const first = await request(member, 100, 'first-of-many');
  for (let count = 1; count < depositsOpenMax; count++) await request(member, 100);
  expect(await request(member, 100, 'first-of-many')).toEqual(first);
  given.length = 0;
  await expect(request(member, 100, 'with-an-image', 'IMAGE1')).rejects.toMatchObject({ code: 'depositsOpen' });
  expect(given).toEqual([]);
});
