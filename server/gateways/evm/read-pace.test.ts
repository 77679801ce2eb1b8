import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { type ChainNode, ChainUnavailable } from './chain-node.ts';
import { beginWatching, type ChainTables, readWatched } from './chain-store.ts';
import { newPace, readChain } from './read-chain.ts';

const chainId = 31_337;
const block = (number: number) => ({ number, hash: `0x${number}`, parentHash: `0x${number - 1}` });

test('a node that refuses large ranges of blocks is asked for smaller ones until it answers', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const tables = new Kysely<ChainTables>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const chain = { chainId, genesisHash: '0x0', token: '0x1', tokenDecimals: 6, startedAfter: 0 };
  await beginWatching(tables, chain, block(0).hash);
  const newest = block(100);
  let longest = 0;
  const node: Pick<ChainNode, 'newestBlock' | 'block' | 'receiversIn'> = {
    newestBlock: async () => newest,
    block: async (number) => (number <= newest.number ? block(number) : null),
    receiversIn: async (blocks) => {
      const length = 'hash' in blocks ? 1 : blocks.to - blocks.from + 1;
      if (length > 20) throw new ChainUnavailable('the range is too large');
      longest = Math.max(longest, length);
      return [];
    },
  };
  const dependencies = {
    ...{ tables, chainId, confirmations: 3, startedAfter: 0, log: silentLog, node: node as ChainNode },
    addresses: { membersAt: async () => new Map() },
    requireSameChain: async () => undefined,
  };
  const pace = newPace();
  const readTo = async () => (await readWatched(tables, chainId)).checkpoint.number;
  // From 1,000 blocks it takes six halvings, then each turn reads some.
  for (let turn = 0; turn < 30 && (await readTo()) < newest.number; turn++) {
    await readChain(dependencies, pace).catch((error: unknown) => expect(error).toBeInstanceOf(ChainUnavailable));
  }
  expect(await readTo()).toBe(newest.number);
  // Not block by block: a history would take days.
  expect(longest).toBeGreaterThan(10);
});
