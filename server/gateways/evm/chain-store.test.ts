import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import {
  type Advance,
  advance,
  beginWatching,
  blocksBefore,
  type ChainTables,
  CheckpointMoved,
  type ObservedTransfer,
  readWatched,
  retreat,
} from './chain-store.ts';

let database: TestDatabase;
let tables: Kysely<ChainTables>;

beforeAll(async () => {
  database = await createTestDatabase();
  tables = new Kysely<ChainTables>({ dialect: new PostgresDialect({ pool: database.pool }) });
});
afterAll(() => database.drop());

const block = (number: number, fork = 'a') => ({ number, hash: `0x${fork}${number}` });

const transferIn = ({ number, hash }: Advance['to'], transactionHash: string): ObservedTransfer => ({
  ...{ memberId: 1n, transactionHash, place: 0, address: '0x2', amount: 5n },
  ...{ blockNumber: number, blockHash: hash },
});

/** A chain of its own, read up to block 10. */
async function watching(chainId: number) {
  const chain = { chainId, genesisHash: '0x0', token: '0x1', tokenDecimals: 6, startedAfter: 10 };
  await beginWatching(tables, chain, block(10).hash);
  return {
    move: (from: Advance['from'], to: Advance['to'], transfers: Advance['transfers'] = [], keptBlocks = 100) =>
      advance(tables, chainId, { from, to, transfers, keptBlocks }),
    back: (from: Advance['from'], to: Advance['to']) => retreat(tables, chainId, from, to),
    checkpoint: async () => (await readWatched(tables, chainId)).checkpoint,
    blocks: async () => (await blocksBefore(tables, chainId, 1_000, 1_000)).map(({ hash }) => hash),
    /** Stores the transfer as a member’s look-up does. */
    async lookUp({ memberId, transactionHash, place, address, amount, blockNumber, blockHash }: ObservedTransfer) {
      const name = { chain_id: BigInt(chainId), transaction_hash: transactionHash, place };
      const at = { block_number: BigInt(blockNumber), block_hash: blockHash };
      const values = { ...name, ...at, member_id: memberId, address, amount: String(amount) };
      await tables
        .insertInto('chain_transfer')
        .values({ ...values, outcome: null, lost_at: null })
        .execute();
    },
    async blockOf({ transactionHash }: ObservedTransfer) {
      const stored = tables.selectFrom('chain_transfer').select('block_hash').where('chain_id', '=', BigInt(chainId));
      return (await stored.where('transaction_hash', '=', transactionHash).executeTakeFirstOrThrow()).block_hash;
    },
  };
}

test('a reader that another one has overtaken, on this chain or another fork of it, moves nothing', async () => {
  const { move, back, checkpoint, blocks } = await watching(1);
  await move(block(10), block(12));
  for (const stale of [block(10), block(12, 'b')]) {
    await expect(move(stale, block(13, 'b'))).rejects.toThrow(CheckpointMoved);
    await expect(back(stale, block(9))).rejects.toThrow(CheckpointMoved);
  }
  expect([await checkpoint(), await blocks()]).toEqual([block(12), [block(10).hash]]);
});

test('a transfer that its member looked up keeps its block until that is read, and has none where it is not in it then', async () => {
  const { move, lookUp, blockOf } = await watching(2);
  const [there, gone] = [transferIn(block(13), '0xe'), transferIn(block(13), '0xf')];
  await lookUp(there);
  await lookUp(gone);
  await move(block(10), block(12));
  expect([await blockOf(there), await blockOf(gone)]).toEqual([block(13).hash, block(13).hash]);
  await move(block(12), block(13), [there]);
  await move(block(13), block(14));
  expect([await blockOf(there), await blockOf(gone)]).toEqual([block(13).hash, null]);
});

test('as many blocks are kept as a reorganisation may reach back, and going back forgets those behind', async () => {
  const { move, back, blocks, checkpoint } = await watching(3);
  for (let number = 10; number < 16; number++) await move(block(number), block(number + 1), [], 3);
  expect(await blocks()).toEqual([15, 14, 13].map((number) => block(number).hash));
  await back(block(16), block(14));
  expect([await checkpoint(), await blocks()]).toEqual([block(14), [block(13).hash]]);
});
