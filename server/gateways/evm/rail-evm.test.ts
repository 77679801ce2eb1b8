import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checksummed, isChecksummedAddress } from '#core/withdrawals/address.ts';
import { silentLog } from '#server/platform/log.ts';
import { startChain } from './chain.fixture.ts';
import { openChainNode } from './chain-node.ts';
import { confirmations, developmentXprv, micro, openWorld, type WalletNode, type World } from './evm-world.fixture.ts';
import { findTransaction } from './find-transaction.ts';
import { meetChain } from './meet-chain.ts';

let world: World;
let node: WalletNode;

beforeAll(async () => {
  world = await openWorld();
  node = await world.openNode();
});

afterEach(async () => expect(await world.booksAreSound()).toBe(true));
afterAll(() => world.close());

const fatal = 60;
const fatalsSaid = () => world.said.filter(({ level }) => level === fatal).map(({ msg }) => msg);

test('a deposit is announced, seen in its block, counted up, and credited with what arrived', async () => {
  const member = await world.newMember();
  const { address, state, confirmationsNeeded } = await node.request(member, 100);
  expect({ state, confirmationsNeeded }).toEqual({ state: 'requested', confirmationsNeeded: confirmations });
  expect(isChecksummedAddress(address)).toBe(true);
  const hash = await world.pay(address, 250.000001);
  const steps: string[][] = [];
  for (let block = 0; block < 4; block++) {
    await node.look();
    steps.push([...(await node.standing(member)), String(await world.available(member))]);
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
  // The account of the published phrase at m/44'/60'/0'/0/1, as every development chain prints it.
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
  expect(await node.standing(member)).toEqual(['requested 0 200', 'seen 1 300', 'requested 0 100']);
  expect((await node.find(member, await world.pay(address, 150))).announced).toBe(micro(200));
  await world.pay(address, 151);
  await world.pay(address, 152, confirmations);
  await node.look();
  expect((await node.standing(member)).sort()).toEqual(
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
  const standing = await node.standing(member);
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
  await node.look();
  expect([await world.available(one), await world.available(other)]).toEqual([240, 120]);
});

test('a rewritten chain that drops a transfer takes its deposit back to requested; mined again elsewhere, it is credited once', async () => {
  const member = await world.newMember();
  const { address } = await node.request(member, 100);
  const before = await world.chain.snapshot();
  const transaction = await world.chain.mint(world.token, address, micro(100));
  await world.chain.send(transaction);
  await world.chain.mine(confirmations - 1);
  await node.look();
  expect(await node.standing(member)).toEqual(['seen 2 100']);

  await world.chain.revert(before);
  await world.chain.mine(confirmations + 3);
  await node.look();
  expect(await node.standing(member)).toEqual(['requested 0 100']);
  expect(await world.available(member)).toBe(0);

  await world.chain.send(transaction);
  await world.chain.mine(1);
  await node.look();
  expect(await node.standing(member)).toEqual(['seen 1 100']);
  await world.chain.mine(confirmations);
  await node.look();
  expect(await node.standing(member)).toEqual(['confirmed 3 100']);
  expect(await world.available(member)).toBe(100);
});

test('a rewritten chain that moves a transfer to a later block begins its count again', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const before = await world.chain.snapshot();
  const transaction = await world.chain.mint(world.token, address, micro(140));
  await world.chain.send(transaction);
  await world.chain.mine(2);
  await node.look();
  expect(await node.standing(member)).toEqual(['seen 2 140']);
  await world.chain.revert(before);
  await world.chain.mine(2);
  await world.chain.send(transaction);
  await world.chain.mine(1);
  await node.look();
  expect(await node.standing(member)).toEqual(['seen 1 140']);
  await world.chain.mine(2);
  await node.look();
  expect(await world.available(member)).toBe(140);
});

test('a chain that is rewritten while it is read is not put together from two', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const before = await world.chain.snapshot();
  await world.pay(address, 145);
  await node.look();
  expect(await node.standing(member)).toEqual(['seen 1 145']);
  await world.chain.mine(1);
  world.way.before(`eth_getBlockByNumber "0x${(await world.chain.height()).toString(16)}"`, async () => {
    await world.chain.revert(before);
    await world.chain.mine(confirmations + 2);
  });
  for (let turn = 0; turn < 3; turn++) await node.look();
  expect([await node.standing(member), await world.available(member)]).toEqual([['requested 0 145'], 0]);
});

test('control: a watch that trusts its block numbers would have credited a dropped transfer', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const before = await world.chain.snapshot();
  await world.pay(address, 160);
  await node.look();
  await world.chain.revert(before);
  await world.chain.mine(confirmations + 1);
  const height = await world.chain.height();
  const [moved, back] = ['set block_number = $1', 'set block_number = $1, block_hash = $2'];
  const { rows } = await world.pool.query('select block_number, block_hash from chain_watch');
  await world.pool.query(`update chain_watch ${moved}`, [height]);
  world.way.leadTo(null);
  await node.look();
  world.way.leadTo(world.chain.url);
  expect(await world.available(member)).toBe(160);
  await world.pool.query(`update chain_watch ${back}`, [rows[0].block_number, rows[0].block_hash]);
  // The real one notices, however late, and says so.
  await node.look();
  expect(fatalsSaid()).toEqual(['credited deposits whose transfer the chain has lost']);
  world.said.length = 0;
});

test('a chain rewritten deeper than what was waited for takes nothing back, says it loudly, and says when it is healed', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const before = await world.chain.snapshot();
  const transaction = await world.chain.mint(world.token, address, micro(170));
  await world.chain.send(transaction);
  await world.chain.mine(confirmations);
  await node.look();
  expect(await world.available(member)).toBe(170);
  world.said.length = 0;
  await world.chain.revert(before);
  await world.chain.mine(confirmations + 2);
  await node.look();
  expect(fatalsSaid()).toEqual(['credited deposits whose transfer the chain has lost']);
  expect([await node.standing(member), await world.available(member)]).toEqual([['confirmed 3 170'], 170]);
  // A restart repeats it for whoever looks only then.
  world.said.length = 0;
  node = await world.openNode();
  expect(fatalsSaid()).toHaveLength(1);
  // Second in its block now: its log has another index there than before.
  await world.chain.sendAhead(world.token);
  await world.chain.send(transaction);
  await world.chain.mine(confirmations);
  await node.look();
  expect(world.said.map(({ msg }) => msg)).toContain('a transfer that the chain had lost is back');
  expect(await world.available(member)).toBe(170);
});

test('a node that starts again goes on from its checkpoint, and catches up with what it missed', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  await world.pay(address, 180);
  await node.look();
  const stoppedAt = await world.chain.height();
  await world.chain.mine(40);
  await world.pay(address, 190);
  await world.chain.mine(60);
  const restarted = await world.openNode();
  world.way.asked.length = 0;
  await restarted.look();
  expect(await world.available(member)).toBe(370);
  const numbers = world.way.asked.flatMap((asked) => /^eth_getBlockByNumber "0x([0-9a-f]+)"$/.exec(asked)?.[1] ?? []);
  const read = numbers.map((digits) => Number.parseInt(digits, 16)).filter((number) => number !== 0);
  expect(Math.min(...read)).toBe(stoppedAt);
  // The deep blocks at once, the shallow ones one by one.
  expect(world.way.asked.filter((asked) => asked.startsWith('eth_getLogs'))).toHaveLength(1 + confirmations);
});

test('watches on two nodes, over and over, and the member asking beside them credit once', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const other = await world.openNode();
  const hash = await world.pay(address, 210, confirmations);
  const moved = await Promise.all([
    ...Array.from({ length: 10 }, (_, place) => (place % 2 ? node : other).look()),
    ...Array.from({ length: 6 }, async (_, place) => {
      const { id } = await (place % 2 ? node : other).find(member, hash);
      return id.length > 0 ? 0 : 1;
    }),
  ]);
  await node.look();
  await other.look();
  expect(moved.reduce((total, count) => total + count)).toBeLessThanOrEqual(1);
  expect(await node.standing(member)).toEqual(['confirmed 3 210']);
  expect(await world.available(member)).toBe(210);
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

test('while the node does not answer, deposits stay where they are and say since when; then they go on', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const hash = await world.pay(address, 230);
  await node.look();
  world.said.length = 0;
  world.way.leadTo(null);
  await world.chain.mine(confirmations);
  for (let turn = 0; turn < 2; turn++) await node.look();
  expect(await node.standing(member)).toEqual(['seen 1 230']);
  await expect(node.find(member, hash)).rejects.toMatchObject({ code: 'chainUnavailable' });
  expect(await node.rail.behindSince()).toBeNull();
  await world.pool.query(`update chain_watch set read_at = now() - interval '1 minute'`);
  expect(await node.rail.behindSince()).toBeCloseTo(Date.now() - 60_000, -4);
  expect(await node.rail.probe(0)).toBe('degraded');
  await world.pool.query(`update chain_watch set read_at = now() - interval '11 minutes'`);
  await expect(node.rail.probe(0)).rejects.toThrow('the chain was not read for 11 minutes');
  // A start in the meantime is no reason not to serve everything else.
  const restarted = await world.openNode();
  world.way.leadTo(world.chain.url);
  await restarted.look();
  await node.look();
  expect(await world.available(member)).toBe(230);
  expect([await node.rail.behindSince(), await node.rail.probe(0)]).toEqual([null, 'up']);
  const messages = world.said.map(({ msg }) => msg);
  expect(messages.filter((msg) => msg.startsWith('the chain cannot be read'))).toHaveLength(1);
  expect(messages).toContain('the chain is read again');
  expect(JSON.stringify(world.said)).not.toContain('s3cret');
});

test('a node that comes back on another chain is not read, and one with real money is never begun with', async () => {
  const [mainnet, other] = await Promise.all([startChain({ chainId: 1 }), startChain()]);
  try {
    const member = await world.newMember();
    const address = await node.rail.addressOf(member);
    world.said.length = 0;
    for (const { url } of [mainnet, other]) {
      world.way.leadTo(url);
      await node.look();
      await expect(node.find(member, `0x${'1'.repeat(64)}`)).rejects.toMatchObject({ code: 'chainUnavailable' });
    }
    expect(world.said.filter(({ msg }) => msg.startsWith('the chain cannot be read'))).toHaveLength(1);
    await expect(world.openNode()).rejects.toThrow('is on another chain 31337 than this database has read');
    world.way.leadTo(mainnet.url);
    await expect(world.openNode()).rejects.toThrow('answers for chain 1 (Ethereum, with real money)');
    world.way.leadTo(world.chain.url);
    await world.pay(address, 240, confirmations);
    await node.look();
    expect(await world.available(member)).toBe(240);
  } finally {
    world.way.leadTo(world.chain.url);
    await Promise.all([mainnet.stop(), other.stop()]);
  }
});

test('what the rail cannot work with stops the start with a clear message', async () => {
  const fails = (changes: object, message: string) => expect(world.openNode(changes)).rejects.toThrow(message);
  await fails({ chainId: 11_155_111 }, 'answers for chain 31337, and EVM_CHAIN_ID is 11155111');
  await fails({ token: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }, 'Another token needs another database');
  await fails({ xpub: `xpub${'6'.repeat(107)}` }, 'EVM_XPUB is no extended public key');
  await fails({ xpub: developmentXprv }, 'EVM_XPUB is a private key');
  const first = async (token: string, rpcUrl = world.chain.url) =>
    meetChain(openChainNode(rpcUrl, token), { ...world.settings, token }, [], silentLog);
  await expect(first('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).rejects.toThrow(
    'There is no contract at EVM_TOKEN',
  );
  await expect(first(await world.chain.deployToken(18))).rejects.toThrow('has 18 decimals. Test USDT has 6');
  await expect(first(world.token, 'http://127.0.0.1:1')).rejects.toThrow(
    'does not answer, and which chain it is on is not known',
  );
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
  // Before the watch has come by, and in any letter case.
  const found = await node.find(member, waiting.hash.toUpperCase().replace('0X', '0x'));
  expect(found).toMatchObject({ state: 'seen', confirmations: 0, amount: micro(260), announced: micro(100) });
  expect(await node.find(member, waiting.hash)).toEqual(found);
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
  expect(await node.standing(member)).toEqual(['confirmed 3 260']);
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
  const found = await findTransaction(world.findNeeds({ ...real, transaction: async () => late }), member, hash);
  expect(found).toBe('transactionPending');
  await world.chain.mine(confirmations + 1);
  await node.look();
  expect([await node.standing(member), await world.available(member)]).toEqual([[], 0]);
});

test('what was sent to an address before it was given to its member is not credited to them', async () => {
  const member = await world.newMember();
  // The phrase's account for that member, as a former database with the same key gave it to somebody else.
  const address = (await world.openNode()).rail;
  const early = await addressBefore(member);
  const hash = await world.pay(early, 270, 2 * confirmations);
  await node.look();
  expect(await address.addressOf(member)).toBe(early);
  await expect(node.find(member, hash)).rejects.toMatchObject({ code: 'transactionTooOld' });
  await node.look();
  expect(await node.standing(member)).toEqual([]);
  await world.pay(early, 280, confirmations);
  await node.look();
  expect(await world.available(member)).toBe(280);
});

/** The address that the member will be given, without it being given. */
async function addressBefore(member: bigint): Promise<string> {
  const address = await node.rail.addressOf(member);
  await world.pool.query('delete from deposit_address where member_id = $1', [member]);
  return address;
}
