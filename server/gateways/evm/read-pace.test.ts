import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { type ChainNode, ChainUnavailable } from './chain-node.ts';
import { beginWatching, readWatched } from './chain-store.ts';
import { newPace, type ReadDependencies, readChain } from './read-chain.ts';

const block = (number: number) => ({ number, hash: `0x${number}`, parentHash: `0x${number - 1}` });
const newest = block(100);

let database: TestDatabase;
let tables: Kysely<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
});
afterAll(() => database.drop());

/** A chain of a hundred blocks, read up to its first one. */
async function watching(chainId: number, node: Pick<ChainNode, 'receiversIn'> & Partial<ChainNode>) {
  const chain = { chainId, genesisHash: '0x0', token: '0x1', tokenDecimals: 6, startedAfter: 0 };
  await beginWatching(tables, chain, block(0).hash);
  const blocks: Pick<ChainNode, 'newestBlock' | 'block'> = {
    newestBlock: async () => newest,
    block: async (number) => (number <= newest.number ? block(number) : null),
  };
  const dependencies: ReadDependencies = {
    ...{
      tables,
      chainId,
      confirmations: 3,
      startedAfter: 0,
      log: silentLog,
      node: { ...blocks, ...node } as ChainNode,
    },
    addresses: { membersAt: async (all) => new Map(all.map((to) => [to, { memberId: 1n, issuedAfter: 0 }])) },
    requireSameChain: async () => undefined,
  };
  const pace = newPace();
  return {
    pace,
    read: () => readChain(dependencies, pace, { lost: [], returned: [] }),
    readTo: async () => (await readWatched(tables, chainId)).checkpoint.number,
    readAt: async () => (await readWatched(tables, chainId)).readAt,
  };
}

test('a node that refuses large ranges of blocks is asked for smaller ones until it answers', async () => {
  let longest = 0;
  const { read, readTo, pace } = await watching(1, {
    receiversIn: async (blocks) => {
      const length = 'hash' in blocks ? 1 : blocks.to - blocks.from + 1;
      if (length > 20) throw new ChainUnavailable('the range is too large');
      longest = Math.max(longest, length);
      return [];
    },
  });
  // From 1,000 blocks it takes six halvings, then each turn reads some.
  for (let turn = 0; turn < 30 && (await readTo()) < newest.number; turn++) {
    await read().catch((error: unknown) => expect(error).toBeInstanceOf(ChainUnavailable));
  }
  expect(await readTo()).toBe(newest.number);
  // Not block by block: a history would take days.
  expect(longest).toBeGreaterThan(10);
  // What it refused once is not refused for ever.
  expect(pace.blocksAtOnce).toBeGreaterThan(20);
});

test('a turn that ends before the head of the chain does not say that it was read', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { read, readTo, readAt } = await watching(2, {
    receiversIn: async () => {
      vi.setSystemTime(Date.now() + 2_000);
      return [];
    },
  });
  const before = await readAt();
  await read();
  // A range and two blocks.
  expect([await readTo(), await readAt()]).toEqual([99, before]);
  await read();
  expect(await readTo()).toBe(newest.number);
  expect(await readAt()).toBeGreaterThan(before);
});

test('a range whose last block is another one after its transfers were read is read again', async () => {
  let rewrites = 1;
  const { read, readTo } = await watching(4, {
    receiversIn: async () => [],
    block: async (number) => (number === 97 && rewrites-- === 0 ? { ...block(97), hash: '0xother' } : block(number)),
  });
  await read();
  expect(await readTo()).toBe(0);
  await read();
  expect(await readTo()).toBe(newest.number);
});

test('a block whose receipts are of another fork is read again', async () => {
  let fork = '0xother';
  const { read, readTo } = await watching(3, {
    receiversIn: async (blocks) =>
      'hash' in blocks && blocks.hash === '0x98' ? [{ to: '0x2', transactionHash: '0xa' }] : [],
    async transaction(transactionHash) {
      const at = { blockNumber: 98, blockHash: fork };
      return { isSuccess: true, transfers: [{ transactionHash, place: 0, to: '0x2', amount: 5n, ...at }], ...at };
    },
  });
  await read();
  expect(await readTo()).toBe(97);
  fork = '0x98';
  await read();
  expect(await readTo()).toBe(newest.number);
});
