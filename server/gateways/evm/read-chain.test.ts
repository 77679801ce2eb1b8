import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { startChain } from './chain.fixture.ts';
import { openChainNode } from './chain-node.ts';
import { confirmations, developmentXprv, micro, openWorld, type WalletNode, type World } from './evm-world.fixture.ts';
import { meetChain } from './meet-chain.ts';

let world: World;
let node: WalletNode;

beforeAll(async () => {
  world = await openWorld();
  node = await world.openNode();
});

afterEach(async () => expect(await world.booksAreSound()).toBe(true));
afterAll(() => world.close());

const [warning, error, fatal] = [40, 50, 60];
const fatalsSaid = () => world.said.filter(({ level }) => level === fatal).map(({ msg }) => msg);
const lastRewrite = () => world.said.findLast(({ msg }) => msg.startsWith('the chain was rewritten'))?.level;

test('a rewritten chain that drops a transfer takes its deposit back to requested; mined again elsewhere, it is credited once', async () => {
  const member = await world.newMember();
  const { address } = await node.request(member, 100);
  const before = await world.chain.snapshot();
  const transaction = await world.chain.mint(world.token, address, micro(100));
  await world.chain.send(transaction);
  await world.chain.mine(confirmations - 1);
  await node.look();
  expect(await node.statuses(member)).toEqual(['seen 2 100']);
  await world.chain.revert(before);
  await world.chain.mine(confirmations + 3);
  await node.look();
  expect(await node.statuses(member)).toEqual(['requested 0 100']);
  expect(await world.available(member)).toBe(0);
  expect(lastRewrite()).toBe(warning);

  await world.chain.send(transaction);
  await world.chain.mine(1);
  await node.look();
  expect(await node.statuses(member)).toEqual(['seen 1 100']);
  await world.chain.mine(confirmations);
  await node.look();
  expect(await node.statuses(member)).toEqual(['confirmed 3 100']);
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
  expect(await node.statuses(member)).toEqual(['seen 2 140']);
  await world.chain.revert(before);
  await world.chain.mine(2);
  await world.chain.send(transaction);
  await world.chain.mine(1);
  await node.look();
  expect(await node.statuses(member)).toEqual(['seen 1 140']);
  await world.chain.mine(2);
  await node.look();
  expect(await world.available(member)).toBe(140);
});

test('a rewritten chain that puts a transfer into an earlier block than the address was given at leaves it its member’s', async () => {
  const member = await world.newMember();
  const before = await world.chain.snapshot();
  await world.chain.mine(2);
  await node.look();
  const address = await node.rail.addressOf(member);
  await world.chain.revert(before);
  await world.pay(address, 135, confirmations);
  await node.look();
  expect(await world.available(member)).toBe(135);
});

test('a chain that is rewritten while it is read is not put together from two', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  const before = await world.chain.snapshot();
  await world.pay(address, 145);
  await node.look();
  expect(await node.statuses(member)).toEqual(['seen 1 145']);
  await world.chain.mine(1);
  world.way.before(`eth_getBlockByNumber "0x${(await world.chain.height()).toString(16)}"`, async () => {
    await world.chain.revert(before);
    await world.chain.mine(confirmations + 2);
  });
  for (let turn = 0; turn < 3; turn++) await node.look();
  expect([await node.statuses(member), await world.available(member)]).toEqual([['requested 0 145'], 0]);
});

test('a range of blocks that is rewritten while it is read confirms nothing by blocks that are gone', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  await node.look();
  const before = await world.chain.snapshot();
  const transaction = await world.chain.mint(world.token, address, micro(155));
  await world.chain.send(transaction);
  await world.chain.mine(2 * confirmations);
  world.way.before(`eth_getTransactionReceipt "${transaction.hash}"`, async () => {
    await world.chain.revert(before);
    await world.chain.send(transaction);
    await world.chain.mine(confirmations - 1);
  });
  await node.look();
  expect(await world.available(member)).toBe(0);
  await node.look();
  expect(await node.statuses(member)).toEqual(['seen 2 155']);
  await world.chain.mine(1);
  await node.look();
  expect(await world.available(member)).toBe(155);
});

test('control: a reader that trusts block numbers would have credited a dropped transfer', async () => {
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
  // The real node notices late and reports it.
  await node.look();
  expect(fatalsSaid()).toEqual(['credited deposits whose transfer was lost to a reorganisation']);
  world.said.length = 0;
});

test('a node that lags behind what was read takes nothing back', async () => {
  const member = await world.newMember();
  const address = await node.rail.addressOf(member);
  await node.look();
  const before = await world.chain.snapshot();
  const transaction = await world.chain.mint(world.token, address, micro(165));
  await world.chain.send(transaction);
  await world.chain.mine(1);
  await node.look();
  // The head of the chain is again what it was before: an older block, and no other one.
  await world.chain.revert(before);
  await node.look();
  expect(await node.statuses(member)).toEqual(['seen 1 165']);
  await world.chain.send(transaction);
  await world.chain.mine(confirmations);
  await node.look();
  expect(await world.available(member)).toBe(165);
});

test('a reorganisation deeper than the confirmations reverses nothing, is logged as fatal, and its end is logged', async () => {
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
  expect(fatalsSaid()).toEqual(['credited deposits whose transfer was lost to a reorganisation']);
  expect(lastRewrite()).toBe(error);
  expect([await node.statuses(member), await world.available(member)]).toEqual([['confirmed 3 170'], 170]);
  // A restart logs it again.
  world.said.length = 0;
  node = await world.openNode();
  expect(fatalsSaid()).toHaveLength(1);
  // Second in its block now: its log has another index there than before.
  await world.chain.sendAhead(world.token);
  await world.chain.send(transaction);
  await world.chain.mine(confirmations);
  // Its member may look it up before it is read again.
  expect(await node.find(member, transaction.hash)).toMatchObject({ state: 'confirmed', amount: micro(170) });
  await node.look();
  expect(world.said.map(({ msg }) => msg)).toContain('a transfer that was lost to a reorganisation is back');
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
  // Final blocks in one range, recent ones one by one.
  expect(world.way.asked.filter((asked) => asked.startsWith('eth_getLogs'))).toHaveLength(1 + confirmations);
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
  expect(await node.statuses(member)).toEqual(['seen 1 230']);
  await expect(node.find(member, hash)).rejects.toMatchObject({ code: 'chainUnavailable' });
  const readAgo = (time: string) => world.pool.query('update chain_watch set read_at = now() - $1::interval', [time]);
  await readAgo('15 seconds');
  expect([await node.rail.behindSince(), await node.rail.probe(0)]).toEqual([null, 'up']);
  await readAgo('1 minute');
  expect(await node.rail.behindSince()).toBeCloseTo(Date.now() - 60_000, -4);
  expect(await node.rail.probe(0)).toBe('degraded');
  await readAgo('11 minutes');
  await expect(node.rail.probe(0)).rejects.toThrow('the chain was not read for 11 minutes');
  // A start during the outage must serve everything else.
  const restarted = await world.openNode();
  world.way.leadTo(world.chain.url);
  await restarted.look();
  await node.look();
  expect(await world.available(member)).toBe(230);
  expect([await node.rail.behindSince(), await node.rail.probe(0)]).toEqual([null, 'up']);
  const messages = world.said.map(({ msg }) => msg);
  expect(messages.filter((msg) => msg.startsWith('the chain cannot be read'))).toHaveLength(1);
  expect(messages).toContain('the chain is reachable again');
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
  const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const fails = (changes: object, message: string) => expect(world.openNode(changes)).rejects.toThrow(message);
  await fails({ chainId: 11_155_111 }, 'answers for chain 31337, and EVM_CHAIN_ID is 11155111');
  await fails({ token: account }, 'Another token needs another database');
  await fails({ xpub: `xpub${'6'.repeat(107)}` }, 'EVM_XPUB is no extended public key');
  await fails({ xpub: developmentXprv }, 'EVM_XPUB is a private key');
  const first = async (token: string, rpcUrl = world.chain.url) =>
    meetChain(openChainNode(rpcUrl, token), { ...world.settings, token }, [], silentLog);
  await expect(first(account)).rejects.toThrow('There is no contract at EVM_TOKEN');
  await expect(first(await world.chain.deployToken(18))).rejects.toThrow('has 18 decimals. Test USDT has 6');
  // Of two chains that were read before, EVM_CHAIN_ID says which one a node that does not answer is on.
  const silent = openChainNode('http://127.0.0.1:1', world.token);
  const checkpoint = { number: 0, hash: '0x0' };
  const known = {
    ...{ genesisHash: '0x0', token: world.token, tokenDecimals: 6 },
    startedAfter: 0,
    checkpoint,
    readAt: 0,
  };
  const watched = [31_337, 11_155_111].map((chainId) => ({ ...known, chainId }));
  const meet = (chainId: number | null) =>
    meetChain(silent, { ...world.settings, token: world.token, chainId }, watched, silentLog);
  expect(await meet(11_155_111)).toMatchObject({ chainId: 11_155_111, startHash: null });
  const unknown = 'does not answer, and which chain it is on is not known';
  for (const chainId of [null, 17_000]) await expect(meet(chainId)).rejects.toThrow(unknown);
  await expect(first(world.token, 'http://127.0.0.1:1')).rejects.toThrow(unknown);
  // One that falls silent in the middle says nothing of the token.
  world.way.before(`eth_getCode "${world.token}"`, async () => void setTimeout(() => world.way.leadTo(null)));
  await expect(first(world.token, world.way.url)).rejects.toThrow(unknown);
  world.way.leadTo(world.chain.url);
});
