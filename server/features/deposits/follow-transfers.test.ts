import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { sandboxRail } from '#server/gateways/rail-sandbox.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { depositFromWallet } from './deposit-from-wallet.ts';
import type { IncomingTransfer, TransferRail } from './deposit-rail.ts';
import { followTransfers } from './follow-transfers.ts';
import { listDeposits } from './list-deposits.ts';
import { requestDeposit } from './request-deposit.ts';

const world = await openForFile(async () => {
  const database = await createTestDatabase();
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const ledger = openLedger({ pool: database.pool, clock });
  /** What the network has. */
  const transfers: IncomingTransfer[] = [];
  const finished: unknown[] = [];
  const published: unknown[] = [];
  const rail: TransferRail = {
    ...sandboxRail,
    kind: 'transfers',
    addressOf: async () => 'a',
    async takeIn(handle) {
      await handle(transfers);
      return true;
    },
    finish: async (...ended) => void finished.push(ended),
    find: async (_, hash) => transfers.filter(({ transactionHash }) => transactionHash === hash),
  };
  return {
    ...{ database, clock, ledger, rail, transfers, finished, published, log: silentLog },
    tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) }),
    images: { give: async () => undefined },
    guard: { requireNotExcluded: async () => undefined },
    memberEvents: { publish: async (_: unknown, event: unknown) => void published.push(event) },
    async close() {
      await ledger.close();
      await database.drop();
    },
  };
});

const micro = (units: number) => usdt(BigInt(units) * 1_000_000n);

/** Looks at the network, which has this transfer alone. */
async function look(memberId: bigint, transfer: string, units: number, confirmations: number | null): Promise<void> {
  const incoming = { transfer, transactionHash: transfer, memberId, address: 'a', amount: micro(units), confirmations };
  world.transfers.splice(0, Number.POSITIVE_INFINITY, incoming);
  // Deposits are listed by the time they are known.
  world.clock.advance(1);
  await followTransfers(world);
}

const depositsOf = async (memberId: bigint) =>
  (await listDeposits(world.tables, world.rail, memberId, null)).map(({ state, amount, announced, reason }) => [
    ...[state, amount, announced, reason],
  ]);

test('the rail hears of a transfer once its deposit has ended, credited or rejected, and not before', async () => {
  const member = await insertMember(world.database);
  for (const confirmations of [null, 5]) await look(member, 'credited', 100, confirmations);
  expect(world.finished).toEqual([]);
  await look(member, 'credited', 100, 6);
  await look(member, 'rejected', 99, 6);
  expect(world.finished).toEqual([
    ['credited', 'credited'],
    ['rejected', 'rejected'],
  ]);
  expect(await depositsOf(member)).toEqual([
    ['rejected', micro(99), null, 'belowMinimum'],
    ['confirmed', micro(100), null, null],
  ]);
  expect(world.published.map((event) => (event as { value: { state: string } }).value.state)).toEqual([
    ...['seen', 'confirmed', 'rejected'],
  ]);
  expect((await world.ledger.balancesOf(member))?.available).toBe(micro(100));
  // It hears so again where another node was first to credit it, or stopped before it said so.
  await look(member, 'credited', 100, 7);
  expect(world.finished.at(-1)).toEqual(['credited', 'credited']);
  expect(world.finished).toHaveLength(3);
  // Named by its member once it is credited, it is shown so.
  const named = await depositFromWallet(world, member, { channel: 'sandbox', hash: 'credited' });
  expect(named).toMatchObject({ state: 'confirmed', confirmations: 6 });
});

test('until a deposit has ended it counts what its transfer moves by now', async () => {
  const member = await insertMember(world.database);
  await look(member, 'rewritten', 150, 3);
  await look(member, 'rewritten', 120, 2);
  expect(await depositsOf(member)).toEqual([['seen', micro(120), null, null]]);
  await look(member, 'rewritten', 130, 6);
  await look(member, 'rewritten', 150, 7);
  expect(await depositsOf(member)).toEqual([['confirmed', micro(130), null, null]]);
  expect((await world.ledger.balancesOf(member))?.available).toBe(micro(130));
});

test('a transaction that moves several amounts to a member is a deposit of each, and is answered with the first', async () => {
  const member = await insertMember(world.database);
  const of = { transactionHash: 'both', memberId: member, address: 'a', confirmations: 1 };
  world.transfers.splice(0, Number.POSITIVE_INFINITY, { ...of, transfer: 'both:0', amount: micro(100) });
  world.transfers.push({ ...of, transfer: 'both:1', amount: micro(200) });
  const ask = () => depositFromWallet(world, member, { channel: 'sandbox', hash: 'both' });
  const first = await ask();
  expect(first).toMatchObject({ state: 'seen', amount: micro(100) });
  expect(await ask()).toEqual(first);
  expect((await depositsOf(member)).map(([, amount]) => amount).toSorted()).toEqual([micro(100), micro(200)]);
});

test('a transfer that its member names while the poll matches it is one deposit', async () => {
  const member = await insertMember(world.database);
  for (let count = 0; count < 2; count++) {
    await requestDeposit(world, member, { channel: 'sandbox', amount: micro(100) }, null);
    world.clock.advance(1);
  }
  const found = { transfer: 'at once', transactionHash: 'at once', memberId: member, address: 'a', confirmations: 1 };
  world.transfers.splice(0, Number.POSITIVE_INFINITY, { ...found, amount: micro(100) });
  const [, first] = await listDeposits(world.tables, world.rail, member, null);
  let asked: Promise<unknown> = Promise.resolve();
  await world.tables.transaction().execute(async (poll) => {
    await lockInTransaction(poll, 'depositsOfMember', member);
    asked = depositFromWallet(world, member, { channel: 'sandbox', hash: 'at once' });
    await untilLockWait(world.database.pool, asked);
    await sql`
      update deposit set transfer = 'at once', transaction_hash = 'at once', arrived = ${String(micro(100))}
      where member_id = ${member} and id = ${first?.id ?? ''}`.execute(poll);
  });
  expect(await asked).toMatchObject({ id: first?.id, state: 'seen' });
  expect((await depositsOf(member)).map(([state]) => state)).toEqual(['requested', 'seen']);
});

test('a transfer that a reorganisation dropped is not seen, whoever asks for it', async () => {
  const member = await insertMember(world.database);
  const ask = () => depositFromWallet(world, member, { channel: 'sandbox', hash: 'dropped' });
  await look(member, 'dropped', 100, 3);
  expect(await ask()).toMatchObject({ state: 'seen', confirmations: 3 });
  await look(member, 'dropped', 100, null);
  expect(await ask()).toMatchObject({ state: 'requested', confirmations: 0 });
  expect(await depositsOf(member)).toEqual([['requested', micro(100), null, null]]);
});

test('a transfer takes the request of its amount, and else the newest one', async () => {
  const member = await insertMember(world.database);
  for (const units of [100, 150, 200]) {
    await requestDeposit(world, member, { channel: 'sandbox', amount: micro(units) }, null);
    world.clock.advance(1);
  }
  const [channel] = world.rail.channels;
  if (!channel) throw new Error('the rail has a channel');
  const rail = { ...world.rail, channels: [{ ...channel, id: 'former' }] };
  await requestDeposit({ ...world, rail }, member, { channel: 'former', amount: micro(175) }, null);
  const announced = async () => (await depositsOf(member)).map(([state, amount, sum]) => [state, amount, sum]);
  await look(member, 'of another amount', 175, 1);
  await look(member, 'of the oldest', 100, 1);
  expect(await announced()).toEqual([
    // Of a channel that the transfers are not of.
    ['requested', micro(175), micro(175)],
    ['seen', micro(175), micro(200)],
    ['requested', micro(150), micro(150)],
    ['seen', micro(100), micro(100)],
  ]);
});
