import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checksummed, isChecksummedAddress } from '#core/withdrawals/address.ts';
import { silentLog } from '#server/platform/log.ts';
import { openChainNode } from './chain-node.ts';
import { confirmations, micro, openWorld, type WalletNode, type World } from './evm-world.fixture.ts';
import { findTransaction } from './find-transaction.ts';
import { meetChain, requireSameChain } from './meet-chain.ts';

let world: World;
let node: WalletNode;

beforeAll(async () => {
  world = await openWorld();
  node = await world.openNode();
});

afterEach(async () => expect(await world.booksAreSound()).toBe(true));
afterAll(() => world.close());

test('a deposit is announced, seen in its block, counted up, and credited with what arrived', async () => {
  const member = await world.newMember();
  const { address, state, confirmationsNeeded } = await node.request(member, 100);
  expect({ state, confirmationsNeeded }).toEqual({ state: 'requested', confirmationsNeeded: confirmations });
  expect(isChecksummedAddress(address)).toBe(true);
  const hash = await world.pay(address, 250.000001);
  const steps: string[][] = [];
  for (let block = 0; block < 4; block++) {
    await node.look();
    steps.push([...(await node.statuses(member)), String(await world.available(member))]);
    await world.chain.mine(1);
  }
  expect(steps).toEqual([
    ['seen 1 250.000001', '0'],
    ['seen 2 250.000001', '0'],
    ['confirmed 3 250.000001', '250.000001'],
    ['confirmed 3 250.000001', '250.000001'],
  ]);
  expect(await node.find(member, hash)).toMatchObject({ announced: micro(100), transaction: hash, state: 'confirmed' });
});

test('addresses are those that a wallet with the private key finds, one for each member', async () => {
  // The account of the public mnemonic at m/44'/60'/0'/0/1, as every development chain prints it.
  expect(await node.rail.addressOf(1n)).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  expect(await node.rail.addressOf(1n)).toBe(await (await world.openNode()).rail.addressOf(1n));
  const addresses = await Promise.all([101n, 102n, 103n].map((member) => node.rail.addressOf(member)));
  expect(new Set(addresses).size).toBe(3);
  expect(addresses.map(checksummed)).toEqual(addresses);
});

test('a transfer that nobody announced is its member’s too, and one announced twice takes the request of its amount', async () => {
  const member = await world.newMember();
  const { address } = await node.request(member, 100);
  const second = await node.request(member, 300);
  await node.request(member, 200);
  await world.pay(address, 300);
  await node.look();
  expect(await node.statuses(member)).toEqual(['requested 0 200', 'seen 1 300', 'requested 0 100']);
  expect((await node.find(member, await world.pay(address, 150))).announced).toBe(micro(200));
  await world.pay(address, 151);
  await world.pay(address, 152, confirmations);
  await node.look();
  expect((await node.statuses(member)).sort()).toEqual(
    ['confirmed 3 150', 'confirmed 3 151', 'confirmed 3 152', 'confirmed 3 300'].sort(),
  );
  expect(second.address).toBe(address);
  expect(await world.available(member)).toBe(753);
});

test('what is outside the channel’s bounds is shown with its reason and not credited; a transfer of nothing is not shown', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  for (const units of [99.999999, 100_000.000001, 0]) await world.pay(address, units);
  // More than any column of an amount takes.
  const huge = await world.chain.mint(world.token, address, 2n ** 250n);
  await world.chain.send(huge);
  await world.chain.mine(confirmations);
  await node.look();
  const standing = await node.statuses(member);
  expect(standing).toHaveLength(3);
  expect(standing).toEqual(
    expect.arrayContaining([
      'rejected 3 99.999999 belowMinimum',
      'rejected 3 100000.000001 aboveMaximum',
      `rejected 3 ${Number(2n ** 250n) / 1e6} aboveMaximum`,
    ]),
  );
  expect(await world.available(member)).toBe(0);
});

test('two transfers of one transaction are two deposits, each its member’s', async () => {
  const [one, other] = [await world.newMember(), await world.newMember()];
  const addresses = [await node.rail.addressOf(one), await node.rail.addressOf(other), await node.rail.addressOf(one)];
  await world.pay('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 1_000);
  const each = await world.chain.transferEach(world.token, addresses, [110, 120, 130].map(micro));
  await world.chain.send(each);
  await world.chain.mine(confirmations);
  // What is not ended by its handling waits for the next look.
  const taken: string[] = [];
  await node.rail.takeIn(async (page) => void taken.push(...page.map(({ transfer }) => transfer)));
  expect(taken.filter((transfer) => transfer.includes(each.hash))).toHaveLength(3);
  await node.look();
  expect([await world.available(one), await world.available(other)]).toEqual([240, 120]);
  expect((await node.find(other, each.hash)).amount).toBe(micro(120));
});

test('watches on two nodes, over and over, and the member asking beside them credit once', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const other = await world.openNode();
  const hash = await world.pay(address, 210, confirmations);
  // Waits for all calls, so that none still runs during the next test after a failure.
  const ends = await Promise.allSettled([
    ...Array.from({ length: 10 }, (_, place) => (place % 2 ? node : other).look()),
    ...Array.from({ length: 6 }, async (_, place) => {
      const { id } = await (place % 2 ? node : other).find(member, hash);
      return id.length > 0 ? 0 : 1;
    }),
  ]);
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  await node.look();
  await other.look();
  expect(ends.filter((end) => end.status === 'fulfilled' && end.value === 1).length).toBeLessThanOrEqual(1);
  expect(await node.statuses(member)).toEqual(['confirmed 3 210']);
  expect(await world.available(member)).toBe(210);
});

test('a reader whose checkpoint another node moves meanwhile leaves that block to it, says nothing, and goes on from there', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  await node.look();
  await world.chain.mine(1);
  const number = await world.chain.height();
  const block = await openChainNode(world.chain.url, world.token).block(number);
  await world.pay(address, 245);
  world.said.length = 0;
  const moved = 'update chain_watch set block_number = $1, block_hash = $2';
  world.way.before(`eth_getBlockByNumber "0x${number.toString(16)}"`, async () => {
    await world.pool.query(moved, [number, block?.hash]);
  });
  await node.look();
  const { rows } = await world.pool.query('select block_number, block_hash from chain_watch');
  expect(rows).toEqual([{ block_number: BigInt(number), block_hash: block?.hash }]);
  expect([await node.statuses(member), world.said]).toEqual([[], []]);
  await node.look();
  expect(await node.statuses(member)).toEqual(['seen 1 245']);
});

test('an app that ends between the credit and its note of it credits nothing twice', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  await world.pay(address, 220, confirmations);
  const dying = await world.openNode({}, (rail) => ({
    ...rail,
    finish: () => Promise.reject(new Error('the app was killed here')),
  }));
  await dying.look();
  expect(await world.available(member)).toBe(220);
  await world.chain.mine(5);
  for (let turn = 0; turn < 3; turn++) await (await world.openNode()).look();
  expect(await world.available(member)).toBe(220);
  const ended = await world.pool.query('select outcome from chain_transfer where member_id = $1', [member]);
  expect(ended.rows).toEqual([{ outcome: 'credited' }]);
});

test('a transaction is found by its hash, and each reason why not has its own answer', async () => {
  const [member, other] = [await world.newMember(), await world.newMember()];
  const { address } = await node.request(member, 100);
  await node.rail.addressOf(other);
  const { chain, token } = world;
  const refused = (hash: string, code: string, who = member) =>
    expect(node.find(who, hash), code).rejects.toMatchObject({ code });

  await refused(`0x${'ab'.repeat(32)}`, 'transactionUnknown');
  const waiting = await chain.mint(token, address, micro(260));
  await chain.send(waiting);
  await refused(waiting.hash, 'transactionPending');
  await chain.mine(1);
  // Before the next poll, and in any letter case.
  const found = await node.find(member, waiting.hash.toUpperCase().replace('0X', '0x'));
  expect(found).toMatchObject({ state: 'seen', confirmations: 0, amount: micro(260), announced: micro(100) });
  expect(await node.find(member, waiting.hash)).toEqual(found);
  // The list has it as it was answered, too.
  expect(await node.statuses(member)).toEqual(['seen 0 260']);
  // Once its block is read, a node ahead on another fork changes nothing of it.
  await node.look();
  const real = openChainNode(chain.url, token);
  const mined = await real.transaction(waiting.hash);
  const ahead = { blockNumber: (await chain.height()) + 5, blockHash: `0x${'cd'.repeat(32)}` };
  const fork = mined && { ...mined, ...ahead, transfers: mined.transfers.map((one) => ({ ...one, ...ahead })) };
  const dependencies = world.findDependencies({ ...real, transaction: async () => fork });
  expect(await findTransaction(dependencies, member, waiting.hash)).toMatchObject([{ confirmations: 1 }]);
  await refused(waiting.hash, 'transactionNotYours', other);
  await refused(waiting.hash, 'transactionNotYours', await world.newMember());

  const failing = await chain.overspend(token, address);
  const coin = await chain.pay(address);
  for (const one of [failing, coin]) await chain.send(one);
  await chain.mine(1);
  await refused(failing.hash, 'transactionFailed');
  await refused(coin.hash, 'transactionOtherToken');
  const otherToken = await chain.deployToken();
  const elsewhere = await chain.mint(otherToken, address, micro(500));
  await chain.send(elsewhere);
  await chain.mine(confirmations);
  await refused(elsewhere.hash, 'transactionOtherToken');
  await node.look();
  expect(await node.statuses(member)).toEqual(['confirmed 3 260']);
  expect([await world.available(member), await world.available(other)]).toEqual([260, 0]);
  expect(await node.find(member, waiting.hash)).toMatchObject({ id: found.id, state: 'confirmed' });
});

test('a late node that still answers a block which is gone makes nothing of it', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const before = await world.chain.snapshot();
  const hash = await world.pay(address, 290);
  const real = openChainNode(world.chain.url, world.token);
  const late = await real.transaction(hash);
  await world.chain.revert(before);
  await world.chain.mine(2);
  await node.look();
  const found = await findTransaction(world.findDependencies({ ...real, transaction: async () => late }), member, hash);
  expect(found).toBe('transactionPending');
  await world.chain.mine(confirmations + 1);
  await node.look();
  expect([await node.statuses(member), await world.available(member)]).toEqual([[], 0]);
});

test('what was sent to an address before it was given to its member is not credited to them', async () => {
  const member = await world.newMember();
  // The member's address, as an earlier database with the same key assigned it to another member.
  const address = (await world.openNode()).rail;
  const early = await addressBefore(member);
  // In the last block that is not the member's yet.
  const hash = await world.pay(early, 270, confirmations + 1);
  await node.look();
  expect(await address.addressOf(member)).toBe(early);
  await expect(node.find(member, hash)).rejects.toMatchObject({ code: 'transactionTooOld' });
  await node.look();
  expect(await node.statuses(member)).toEqual([]);
  await world.pay(early, 280, confirmations);
  await node.look();
  expect(await world.available(member)).toBe(280);
});

test('a chain is begun with as many blocks back as may be rewritten, and is the same as long as its first block is', async () => {
  const real = openChainNode(world.chain.url, world.token);
  const met = await meetChain(real, world.settings, [], silentLog);
  const startedAfter = (await world.chain.height()) - confirmations;
  expect(met).toMatchObject({ startedAfter, startHash: (await real.block(startedAfter))?.hash });
  await requireSameChain(real, met);
  const blank = { ...real, block: async () => null };
  await expect(requireSameChain(blank, met)).rejects.toThrow('does not know its first block');
});

/** The address that the member will get, without assigning it. */
async function addressBefore(member: bigint): Promise<string> {
  const address = await node.rail.addressOf(member);
  await world.owner.query('delete from deposit_address where member_id = $1', [member]);
  return address;
}
