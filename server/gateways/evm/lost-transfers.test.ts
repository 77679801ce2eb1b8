import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openChainNode } from './chain-node.ts';
import { confirmations, openWorld, type WalletNode, type World } from './evm-world.fixture.ts';
import { findTransaction } from './find-transaction.ts';

let world: World;
let node: WalletNode;

beforeAll(async () => {
  world = await openWorld();
  node = await world.openNode();
});

beforeEach(() => {
  world.said.length = 0;
});
afterEach(async () => expect(await world.booksAreSound()).toBe(true));
afterAll(() => world.close());

const losses = () =>
  world.said.filter(({ msg }) => msg === 'credited deposits whose transfer was lost to a reorganisation');

test('a look-up that the reader overtakes while the chain is rewritten makes nothing of a block which is gone', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  await node.look();
  const before = await world.chain.snapshot();
  const hash = await world.pay(address, 295);
  const waiting = async () =>
    (
      await world.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  const holder = await world.owner.connect();
  try {
    // It has found the transfer in a block ahead of what was read, and waits to record it.
    await holder.query('begin; lock table chain_transfer in share mode');
    const found = findTransaction(world.findDependencies(openChainNode(world.chain.url, world.token)), member, hash);
    await expect.poll(waiting).toBe(1);
    await world.chain.revert(before);
    await world.chain.mine(2);
    let isRead = false;
    const looked = node.look().then(() => {
      isRead = true;
    });
    await expect.poll(async () => isRead || (await waiting()) === 2).toBe(true);
    await holder.query('rollback');
    await Promise.all([found, looked]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await world.chain.mine(confirmations + 1);
  await node.look();
  expect([await node.statuses(member), await world.available(member)]).toEqual([['requested 0 295'], 0]);
});

test('a loss that is found just before the node falls silent, beside many earlier ones, is reported once', async () => {
  const member = await world.newMember();
  await world.owner.query(
    `insert into chain_transfer (member_id, chain_id, transaction_hash, place, address, amount, outcome, lost_at)
     select $1, 31337, 'lost ' || place, 0, 'a', 1, 'credited', now() - interval '1 day' from generate_series(1, 100) as place`,
    [member],
  );
  const address = await node.rail.addressOf(member);
  await node.look();
  const [before, height] = [await world.chain.snapshot(), await world.chain.height()];
  await world.pay(address, 310, confirmations);
  await node.look();
  expect(await world.available(member)).toBe(310);
  await world.chain.revert(before);
  await world.chain.mine(confirmations + 2);
  const block = (number: number) => `eth_getBlockByNumber "0x${number.toString(16)}"`;
  // Once it has found the block up to which the two chains are one.
  world.way.before(block(height), async () =>
    world.way.before(block(height + 1), async () => void setTimeout(() => world.way.leadTo(null))),
  );
  await node.look();
  world.way.leadTo(world.chain.url);
  expect(world.said.map(({ msg }) => msg)).toContain('the chain cannot be read: deposits wait until it can');
  expect(losses()).toHaveLength(1);
  await node.look();
  expect([losses().length, await world.available(member)]).toEqual([1, 310]);
});

test('a deposit that was credited by an app which ended before its note of it is reported where its transfer is lost then', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  await node.look();
  const before = await world.chain.snapshot();
  await world.pay(address, 320, confirmations);
  const dying = await world.openNode({}, (rail) => ({
    ...rail,
    finish: () => Promise.reject(new Error('the app was killed here')),
  }));
  await dying.look();
  expect(await world.available(member)).toBe(320);
  await world.chain.revert(before);
  await world.chain.mine(confirmations + 2);
  world.said.length = 0;
  await node.look();
  expect(losses()).toHaveLength(1);
  expect([await node.statuses(member), await world.available(member)]).toEqual([['confirmed 3 320'], 320]);
});

test('a chain that is rewritten a hundred blocks deep is read again from the last one shared, not from its beginning', async () => {
  await node.look();
  const shared = await world.chain.height();
  const before = await world.chain.snapshot();
  await world.chain.mine(100);
  await node.look();
  await world.chain.revert(before);
  await world.pay(await node.rail.addressOf(await world.newMember()), 12, 101);
  await node.look();
  expect(world.said.filter(({ msg }) => msg.startsWith('the chain was rewritten'))).toMatchObject([
    { depth: 100, block: shared },
  ]);
});
