import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import {
  type Advance,
  advance,
  beginWatching,
  blocksBefore,
  CheckpointMoved,
  type ObservedTransfer,
  readWatched,
  retreat,
} from './chain-store.ts';
import { finishTransfer, lostTransfers, unfinishedTransfers } from './incoming-transfers.ts';

let database: TestDatabase;
let tables: Kysely<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
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
      await sql`
        insert into chain_transfer (chain_id, transaction_hash, place, member_id, address, amount, block_number, block_hash)
        values (${chainId}, ${transactionHash}, ${place}, ${memberId}, ${address}, ${amount}, ${blockNumber}, ${blockHash})`.execute(
        tables,
      );
    },
    async blockOf({ transactionHash }: ObservedTransfer) {
      const { rows } = await sql<{ block: string | null }>`
        select block_hash as block from chain_transfer
        where chain_id = ${chainId} and transaction_hash = ${transactionHash}`.execute(tables);
      if (!rows[0]) throw new Error('the transfer is not stored');
      return rows[0].block;
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

test('what has not ended comes page by page, where a page ends within a transaction too, and of this chain alone', async () => {
  const { lookUp } = await watching(4);
  const { lookUp: lookUpElsewhere } = await watching(5);
  const first = transferIn(block(13), '0xa');
  for (const one of [first, { ...first, place: 1 }, transferIn(block(10), '0xb')]) await lookUp(one);
  await lookUpElsewhere(transferIn(block(10), '0xc'));
  const reading = { tables, chainId: 4, confirmations: 3 };
  const [one, ...others] = await unfinishedTransfers(reading, null, 1);
  // Ahead of what was read, it has no confirmation yet.
  expect([one, others]).toMatchObject([{ transfer: '4:0xa:0', confirmations: 0 }, []]);
  expect(await unfinishedTransfers(reading, one ?? null, 5)).toMatchObject([
    { transfer: '4:0xa:1', confirmations: 0 },
    { transfer: '4:0xb:0', confirmations: 1 },
  ]);
  await finishTransfer(reading, '4:0xa:0', 'credited');
  expect((await unfinishedTransfers(reading, null, 5)).map(({ transfer }) => transfer)).toEqual(['4:0xa:1', '4:0xb:0']);
});

test('of what a reorganisation took the credited transfers are lost, until they are back; an outcome stays', async () => {
  const { move, back, blockOf } = await watching(6);
  const reading = { tables, chainId: 6, confirmations: 3 };
  const [credited, rejected, waiting] = ['0xa', '0xb', '0xc'].map((hash) => transferIn(block(11), hash));
  if (!credited || !rejected || !waiting) throw new Error('there are three');
  await move(block(10), block(11), [credited, rejected, waiting]);
  await finishTransfer(reading, '6:0xa:0', 'credited');
  await finishTransfer(reading, '6:0xb:0', 'rejected');
  // A later outcome changes nothing.
  await finishTransfer(reading, '6:0xb:0', 'credited');
  expect(await lostTransfers(reading, 10)).toEqual([]);
  await back(block(11), block(10));
  expect((await lostTransfers(reading, 10)).map(({ transactionHash }) => transactionHash)).toEqual(['0xa']);
  const again = transferIn(block(11, 'b'), '0xa');
  expect(await move(block(10), block(11, 'b'), [again])).toMatchObject({ lost: [], returned: [again] });
  expect([await lostTransfers(reading, 10), await blockOf(credited)]).toEqual([[], again.blockHash]);
});
