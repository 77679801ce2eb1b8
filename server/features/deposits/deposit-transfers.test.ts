import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { sandboxRail } from '#server/gateways/rail-sandbox.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { confirmDeposit } from './confirm-deposit.ts';
import { depositFromWallet } from './deposit-from-wallet.ts';
import type { TransferRail } from './deposit-rail.ts';
import { findDeposit } from './deposit-store.ts';
import { openDeposits } from './deposits.fixture.ts';
import { transferStatusOf } from './follow-transfers.ts';
import { getDeposit } from './get-deposit.ts';
import { listDeposits } from './list-deposits.ts';
import { updateDeposits } from './poll-deposits.ts';
import { placeTransfer } from './transfer-store.ts';

const { database, clock, published, openNode, world, newMember, request, availableOf } = await openForFile(() =>
  openDeposits(sandboxRail),
);

test('a transaction is one deposit, in whatever letters its member names it', async () => {
  const [member, hash] = [await newMember(), `0x${'ab'.repeat(32)}`];
  const transfer = { transfer: 'chain:ab:0', transactionHash: hash, memberId: member, address: 'a', confirmations: 1 };
  const rail: TransferRail = {
    ...sandboxRail,
    kind: 'transfers',
    addressOf: async () => 'a',
    takeIn: async () => true,
    finish: async () => undefined,
    find: async (_, sought) =>
      sought === hash ? [{ ...transfer, amount: usdt(100_000_000n) }] : ('transactionUnknown' as const),
  };
  const ask = (named: string) => depositFromWallet({ ...world, rail }, member, { channel: 'sandbox', hash: named });
  const first = await ask(hash);
  expect(first).toMatchObject({ state: 'seen', transaction: hash });
  expect(await ask(`0x${'AB'.repeat(32)}`)).toEqual(first);
  expect(await listDeposits(world.tables, rail, member, null)).toHaveLength(1);
});

test('a deposit that its rail rejects is never credited, also when another node saw it confirmed', async () => {
  const rejecting = openNode({ ...sandboxRail, look: async () => ({ state: 'rejected' }) });
  const member = await newMember();
  const { id } = await request(member, 100);
  const asSeenBefore = await findDeposit(world.tables, member, id);
  clock.advance(60_000);
  published.length = 0;
  await updateDeposits(rejecting);
  const told = [member, { name: 'deposit', value: { id, state: 'rejected', confirmations: 0 } }];
  expect(published.filter(([to]) => to === member)).toEqual([told]);
  expect(await getDeposit(world.tables, world.rail, member, id)).toMatchObject({
    state: 'rejected',
    confirmedAt: null,
  });
  await updateDeposits(world);
  if (!asSeenBefore) throw new Error('the deposit was not recorded');
  expect(await confirmDeposit(world.ledger, asSeenBefore, 6)).toBe(false);
  expect(await availableOf(member)).toBe(0n);
  // So is one that the rail has counted up already, which keeps its count.
  const seen = await request(member, 100);
  await updateDeposits({
    ...rejecting,
    rail: { ...sandboxRail, look: async () => ({ state: 'seen', confirmations: 3 }) },
  });
  await updateDeposits(rejecting);
  const counted = { state: 'rejected', confirmations: 3 };
  expect(await getDeposit(world.tables, world.rail, member, seen.id)).toMatchObject(counted);
  await rejecting.ledger.close();
});

test('a transfer is credited once, even where two deposits claim it', async () => {
  const [member, other] = [await newMember(), await newMember()];
  const credited: boolean[] = [];
  for (const of of [member, other]) {
    const { id } = await request(of, 100);
    await database.owner.query(
      `update deposit set arrived = 100000000, transfer = 'chain:1:0', transaction_hash = 'ab' where member_id = $1 and id = $2`,
      [of, id],
    );
    const deposit = await findDeposit(world.tables, of, id);
    if (!deposit) throw new Error('the deposit was not recorded');
    credited.push(await confirmDeposit(world.ledger, deposit, 6));
  }
  expect(credited).toEqual([true, false]);
  expect([await availableOf(member), await availableOf(other)]).toEqual([100_000_000n, 0n]);
  // Nor can two deposits of a member hold it.
  const name = `update deposit set arrived = 1, transfer = 'chain:1:1', transaction_hash = 'ab' where id = $1`;
  await database.owner.query(name, [(await request(member, 100)).id]);
  await expect(database.owner.query(name, [(await request(member, 100)).id])).rejects.toThrow('deposit_transfer');
});

test('a transfer that is rejected at the confirmations it was seen with is, once', async () => {
  const { tables } = world;
  const lastMember = await newMember();
  const { id } = await request(lastMember, 100);
  const deposit = await findDeposit(tables, lastMember, id);
  if (!deposit) throw new Error('the deposit was not recorded');
  const place = (state: 'seen' | 'rejected', confirmations: number) =>
    placeTransfer(tables, deposit, { state, confirmations });
  expect([await place('seen', 3), await place('seen', 3), await place('seen', 2)]).toEqual([true, false, true]);
  expect([await place('rejected', 2), await place('rejected', 2)]).toEqual([true, false]);
  // What has ended is moved no more.
  expect(await place('seen', 3)).toBe(false);
  expect(await getDeposit(tables, world.rail, lastMember, id)).toMatchObject({ state: 'rejected', confirmations: 2 });
});

test('transfers of exactly the channel’s bounds are credited, those a micro-USDT outside are not', () => {
  const [channel] = sandboxRail.channels;
  if (!channel) throw new Error('the sandbox has no channel');
  const statusOf = (amount: bigint) =>
    transferStatusOf(
      { transfer: 't', transactionHash: 'h', memberId: 1n, address: 'a', amount: usdt(amount), confirmations: 6 },
      channel,
    );
  expect(statusOf(channel.minimum)).toMatchObject({ state: 'confirmed' });
  expect(statusOf(channel.maximum)).toMatchObject({ state: 'confirmed' });
  expect(statusOf(channel.minimum - 1n)).toMatchObject({ state: 'rejected', reason: 'belowMinimum' });
  expect(statusOf(channel.maximum + 1n)).toMatchObject({ state: 'rejected', reason: 'aboveMaximum' });
});
