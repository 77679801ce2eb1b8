import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { sandboxRail } from '#server/gateways/rail-sandbox.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { depositFromWallet } from './deposit-from-wallet.ts';
import { openDeposits } from './deposits.fixture.ts';
import { getDeposit } from './get-deposit.ts';
import { listDeposits } from './list-deposits.ts';
import { updateDeposits } from './poll-deposits.ts';
import { proveDeposit } from './prove-deposit.ts';
import { requestDeposit } from './request-deposit.ts';

const { database, clock, published, openNode, world, newMember, request, availableOf } = await openForFile(() =>
  openDeposits(sandboxRail),
);

test('a deposit is requested, seen, counted up visibly, confirmed and credited once', async () => {
  const member = await newMember();
  const { id, state, confirmationsNeeded, address } = await request(member, 100);
  expect({ state, confirmationsNeeded }).toEqual({ state: 'requested', confirmationsNeeded: 6 });
  expect(address).toMatch(/^sandbox-[0-9a-f]{32}$/);
  const [channel] = sandboxRail.channels;
  if (!channel) throw new Error('the sandbox has no channel');
  const others = [{ ...channel, id: 'other', confirmationsNeeded: 12 }, channel];
  expect((await getDeposit(world.tables, { channels: others }, member, id)).confirmationsNeeded).toBe(6);
  const steps: unknown[] = [];
  for (let second = 0; second < 20; second++) {
    await updateDeposits(world);
    const { state, confirmations } = await getDeposit(world.tables, world.rail, member, id);
    if (steps.at(-1) !== `${state} ${confirmations}`) steps.push(`${state} ${confirmations}`);
    expect(await availableOf(member)).toBe(state === 'confirmed' ? 100_000_000n : 0n);
    clock.advance(1_000);
  }
  const counted = [0, 1, 2, 3, 4, 5].map((count) => `seen ${count}`);
  expect(steps).toEqual(['requested 0', ...counted, 'confirmed 6']);
  const { rows } = await database.pool.query('select kind, points from weight_entry where member_id = $1', [member]);
  expect(rows).toEqual([{ kind: 'depositConfirmed', points: 100 }]);
});

test('nodes that look at once, over and over, credit a deposit once and tell of it once', async () => {
  const member = await newMember();
  const { id } = await request(member, 250);
  const other = openNode();
  clock.advance(60_000);
  published.length = 0;
  const moved = await Promise.all(Array.from({ length: 12 }, (_, index) => updateDeposits(index % 2 ? world : other)));
  await updateDeposits(world);
  expect(moved.reduce((total, count) => total + count)).toBe(1);
  expect(published).toEqual([[member, { name: 'deposit', value: { id, state: 'confirmed', confirmations: 6 } }]]);
  expect(await availableOf(member)).toBe(250_000_000n);
  await other.ledger.close();
});

test('what a stopped node left behind is credited after the restart', async () => {
  const member = await newMember();
  const { id } = await request(member, 300);
  clock.advance(5_000);
  await updateDeposits(world);
  expect((await getDeposit(world.tables, world.rail, member, id)).state).toBe('seen');
  clock.advance(86_400_000);
  const restarted = openNode();
  await updateDeposits(restarted);
  expect((await getDeposit(world.tables, world.rail, member, id)).state).toBe('confirmed');
  expect(await availableOf(member)).toBe(300_000_000n);
  await restarted.ledger.close();
});

test('amounts outside the channel’s bounds and unknown channels are refused, and nothing is recorded', async () => {
  const member = await newMember();
  await expect(request(member, 99.999999)).rejects.toMatchObject({
    code: 'depositTooSmall',
    values: { minimum: 100_000_000n },
  });
  await expect(request(member, 100_000.000001)).rejects.toMatchObject({
    code: 'depositTooLarge',
    values: { maximum: 100_000_000_000n },
  });
  await expect(request(member, 100, null, 'wire')).rejects.toMatchObject({ code: 'channelUnknown' });
  expect(await listDeposits(world.tables, world.rail, member, null)).toEqual([]);
});

test('the sandbox has no transactions to deposit from, and says so', async () => {
  const member = await newMember();
  const ask = (channel: string) => depositFromWallet(world, member, { channel, hash: `0x${'ab'.repeat(32)}` });
  await expect(ask('sandbox')).rejects.toMatchObject({ code: 'channelWithoutTransactions' });
  await expect(ask('evm-1')).rejects.toMatchObject({ code: 'channelUnknown' });
  expect(await listDeposits(world.tables, world.rail, member, null)).toEqual([]);
});

test('a repeated request answers its first deposit; another one under the same key is refused', async () => {
  const [member, other] = [await newMember(), await newMember()];
  const answers = await Promise.all(Array.from({ length: 10 }, () => request(member, 150, 'key-00000001')));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  await expect(request(member, 151, 'key-00000001')).rejects.toMatchObject({ code: 'idempotencyKeyReused' });
  const proven = { channel: 'sandbox', amount: usdt(150_000_000n), image: 'IMAGE00000000000' };
  await expect(requestDeposit(world, member, proven, 'key-00000001')).rejects.toMatchObject({
    code: 'idempotencyKeyReused',
  });
  expect((await request(other, 151, 'key-00000001')).id).not.toBe(answers[0]?.id);
  expect(await listDeposits(world.tables, world.rail, member, null)).toHaveLength(1);
});

test('the list comes in pages of 20, newest first', async () => {
  const member = await newMember();
  const ids: string[] = [];
  for (let count = 0; count < 22; count++) {
    ids.unshift((await request(member, 100)).id);
    clock.advance(1);
  }
  const first = await listDeposits(world.tables, world.rail, member, null);
  expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  const rest = await listDeposits(world.tables, world.rail, member, ids[19] ?? '');
  expect(rest.map(({ id }) => id)).toEqual(ids.slice(20));
});

test('each open deposit of several pages is looked at once', async () => {
  const member = await newMember();
  const { id } = await request(member, 100);
  await database.owner.query(
    `insert into deposit select (jsonb_populate_record(d, jsonb_build_object('id', 'MANY' || n, 'request_key', 'many' || n))).*
     from deposit as d, generate_series(100, 520) as n where d.member_id = $1 and d.id = $2`,
    [member, id],
  );
  const looked: string[] = [];
  const rail = openNode({
    ...sandboxRail,
    look: async (deposit) => {
      if (deposit.memberId === member) looked.push(deposit.id);
      return { state: 'requested' };
    },
  });
  expect(await updateDeposits(rail)).toBe(0);
  expect(looked).toHaveLength(422);
  expect(new Set(looked).size).toBe(422);
  await database.owner.query(`update deposit set state = 'rejected' where member_id = $1`, [member]);
  await rail.ledger.close();
});

test('another member’s deposit is as unknown as one that never was', async () => {
  const [member, other] = [await newMember(), await newMember()];
  const { id } = await request(member, 100);
  const unknown = { code: 'depositUnknown' };
  await expect(getDeposit(world.tables, world.rail, other, id)).rejects.toMatchObject(unknown);
  await expect(getDeposit(world.tables, world.rail, member, '0000000000000000')).rejects.toMatchObject(unknown);
  await expect(listDeposits(world.tables, world.rail, other, id)).rejects.toMatchObject(unknown);
});

test('pages hear of a deposit that is seen, and no second time while nothing of it changes; a node behind takes nothing back', async () => {
  const nodeAt = (confirmations: number) =>
    openNode({ ...sandboxRail, look: async () => ({ state: 'seen', confirmations }) });
  const [ahead, behind] = [nodeAt(4), nodeAt(3)];
  const member = await newMember();
  const { id } = await request(member, 100);
  published.length = 0;
  for (const node of [ahead, ahead, ahead, behind]) await updateDeposits(node);
  expect(published.filter(([to]) => to === member)).toHaveLength(1);
  expect(await getDeposit(world.tables, world.rail, member, id)).toMatchObject({ state: 'seen', confirmations: 4 });
  await Promise.all([ahead.ledger.close(), behind.ledger.close()]);
});

test('a proof is for a deposit that is not over, and of two at once one is taken', async () => {
  const member = await insertMember(database);
  await database.owner.query(
    `insert into image (member_id, id, hash, webp, width, height)
     select $1, 'IMAGE0000000000' || n, sha256(n::text::bytea), 'picture', 1, 1 from generate_series(0, 2) as n`,
    [member],
  );
  const given: string[] = [];
  const images = { give: async (_: unknown, _member: bigint, image: string) => void given.push(image) };
  const prove = (deposit: string, image: string) => proveDeposit({ ...world, images }, member, { deposit, image });
  const { id: ended } = await request(member, 100);
  clock.advance(60_000);
  await updateDeposits(world);
  await expect(prove(ended, 'IMAGE00000000000')).rejects.toMatchObject({ code: 'depositEnded' });
  const { id: rejected } = await request(member, 100);
  await database.owner.query(`update deposit set state = 'rejected' where member_id = $1 and id = $2`, [
    member,
    rejected,
  ]);
  await expect(prove(rejected, 'IMAGE00000000000')).rejects.toMatchObject({ code: 'depositEnded' });
  const { id } = await request(member, 100);
  const lock = await database.pool.connect();
  try {
    await lock.query('begin');
    await lock.query('select from deposit where member_id = $1 and id = $2 for update', [member, id]);
    const proving = ['IMAGE00000000001', 'IMAGE00000000002'].map((image) => prove(id, image));
    const both = Promise.allSettled(proving);
    await untilLockWait(database.pool, both, 2);
    await lock.query('commit');
    expect((await both).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  } finally {
    lock.release();
  }
  expect(given).toHaveLength(1);
  // Sent again once the deposit has ended, because the first answer was lost, it is still its proof.
  clock.advance(60_000);
  await updateDeposits(world);
  expect(await prove(id, given[0] ?? '')).toMatchObject({ id, state: 'confirmed', image: given[0] });
  expect(given).toHaveLength(1);
});

test('the database refuses to change a deposit that has ended', async () => {
  const member = await newMember();
  const { id } = await request(member, 100);
  clock.advance(60_000);
  await updateDeposits(world);
  const attempt = (statement: string) => database.owner.query(statement, [id]);
  await expect(attempt(`update deposit set state = 'requested' where id = $1`)).rejects.toThrow('never');
  await expect(attempt('delete from deposit where id = $1')).rejects.toThrow('never');
});
