import { type Kysely, sql, type Transaction } from 'kysely';

export interface ChainTables {
  chain_watch: {
    chain_id: bigint;
    genesis_hash: string;
    token: string;
    token_decimals: number;
    started_after: bigint;
    block_number: bigint;
    block_hash: string;
    read_at: Date;
  };
  chain_block: { chain_id: bigint; number: bigint; hash: string };
  deposit_address: { member_id: bigint; chain_id: bigint; address: string; account: string; issued_after: bigint };
  chain_transfer: {
    member_id: bigint;
    chain_id: bigint;
    transaction_hash: string;
    place: number;
    address: string;
    amount: string;
    block_number: bigint | null;
    block_hash: string | null;
    outcome: 'credited' | 'rejected' | null;
    lost_at: Date | null;
  };
}

/** The block up to which the chain was read. */
export interface Checkpoint {
  readonly number: number;
  readonly hash: string;
}

export interface WatchedChain {
  readonly chainId: number;
  readonly genesisHash: string;
  readonly token: string;
  readonly tokenDecimals: number;
  readonly startedAfter: number;
  readonly checkpoint: Checkpoint;
  /** Wall time of the last read to the chain's head. */
  readonly readAt: number;
}

/** A transfer to an address of a member, as stored. The amount is in minor units of USDT. */
export interface StoredTransfer {
  readonly memberId: bigint;
  readonly transactionHash: string;
  readonly place: number;
  readonly address: string;
  readonly amount: bigint;
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
}

export type ObservedTransfer = StoredTransfer & { readonly blockNumber: number; readonly blockHash: string };

/** Changes of transfers whose deposit has ended: never reversed, but reported. */
export interface EndedChanges {
  readonly lost: readonly StoredTransfer[];
  readonly returned: readonly StoredTransfer[];
}

/** Another node has moved the checkpoint meanwhile. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** Watches a chain from that block on, unless it is watched already. */
export async function beginWatching(
  tables: Kysely<ChainTables>,
  { chainId, genesisHash, token, tokenDecimals, startedAfter }: Omit<WatchedChain, 'readAt' | 'checkpoint'>,
  startHash: string,
): Promise<void> {
  await tables
    .insertInto('chain_watch')
    .values({
      chain_id: BigInt(chainId),
      genesis_hash: genesisHash,
      token,
      token_decimals: tokenDecimals,
      started_after: BigInt(startedAfter),
      block_number: BigInt(startedAfter),
      block_hash: startHash,
      read_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The chains this database has watched. */
export async function watchedChains(tables: Kysely<ChainTables>): Promise<WatchedChain[]> {
  return (await tables.selectFrom('chain_watch').selectAll().execute()).map(watchedChainOf);
}

/** The chain with its checkpoint. */
export async function readWatched(tables: Kysely<ChainTables>, chainId: number): Promise<WatchedChain> {
  const watch = tables.selectFrom('chain_watch').selectAll().where('chain_id', '=', BigInt(chainId));
  return watchedChainOf(await watch.executeTakeFirstOrThrow());
}

/** Blocks read before that one, newest first. */
export async function blocksBefore(
  tables: Kysely<ChainTables>,
  chainId: number,
  number: number,
  limit: number,
): Promise<Checkpoint[]> {
  const rows = await tables
    .selectFrom('chain_block')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .where('number', '<', BigInt(number))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ number: Number(row.number), hash: row.hash }));
}

/** A step of the checkpoint. */
export interface Advance {
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  /** All transfers between the two. */
  readonly transfers: readonly ObservedTransfer[];
  /** How many blocks before the new checkpoint are kept. */
  readonly keptBlocks: number;
}

/**
 * Moves the checkpoint in one transaction with all transfers between the two: a transfer stored in that range and missing now is in no
 * block any more. Throws a CheckpointMoved.
 */
export function advance(
  tables: Kysely<ChainTables>,
  id: number,
  { from, to, transfers, keptBlocks }: Advance,
): Promise<EndedChanges> {
  const chainId = BigInt(id);
  return tables.transaction().execute(async (transaction) => {
    await moveCheckpoint(transaction, chainId, from, to);
    await transaction
      .insertInto('chain_block')
      .values({ chain_id: chainId, number: BigInt(from.number), hash: from.hash })
      .onConflict((conflict) => conflict.columns(['chain_id', 'number']).doUpdateSet({ hash: from.hash }))
      .execute();
    await transaction
      .deleteFrom('chain_block')
      .where('chain_id', '=', chainId)
      .where('number', '<', BigInt(to.number - keptBlocks))
      .execute();
    const lost = await dropMissing(transaction, chainId, { after: from.number, upTo: to.number, present: transfers });
    const returned = await recordTransfers(transaction, chainId, transfers);
    return { lost, returned };
  });
}

/**
 * Rolls back to a block that is still on the chain; later transfers are in no block until they are read again. Returns those whose
 * deposit had ended. Throws a CheckpointMoved.
 */
export function retreat(
  tables: Kysely<ChainTables>,
  id: number,
  from: Checkpoint,
  to: Checkpoint,
): Promise<StoredTransfer[]> {
  const chainId = BigInt(id);
  return tables.transaction().execute(async (transaction) => {
    await moveCheckpoint(transaction, chainId, from, to);
    await transaction
      .deleteFrom('chain_block')
      .where('chain_id', '=', chainId)
      .where('number', '>=', BigInt(to.number))
      .execute();
    return dropMissing(transaction, chainId, { after: to.number, present: [] });
  });
}

/** Records that the chain was read to its head. */
export async function markRead(tables: Kysely<ChainTables>, chainId: number): Promise<void> {
  await tables
    .updateTable('chain_watch')
    .set({ read_at: sql`now()` })
    .where('chain_id', '=', BigInt(chainId))
    .execute();
}

async function moveCheckpoint(tables: Transaction<ChainTables>, chainId: bigint, from: Checkpoint, to: Checkpoint) {
  const moved = await tables
    .updateTable('chain_watch')
    .set({ block_number: BigInt(to.number), block_hash: to.hash })
    .where('chain_id', '=', chainId)
    .where('block_number', '=', BigInt(from.number))
    .where('block_hash', '=', from.hash)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) throw new CheckpointMoved();
}

/** Removes transfers from blocks that no longer contain them; returns those whose deposit had ended. */
async function dropMissing(
  tables: Transaction<ChainTables>,
  chainId: bigint,
  { after, upTo, present }: { after: number; upTo?: number; present: readonly ObservedTransfer[] },
): Promise<StoredTransfer[]> {
  const there = new Set(present.map(nameOf));
  let inBlocks = tables
    .selectFrom('chain_transfer')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('block_number', '>', BigInt(after));
  if (upTo !== undefined) inBlocks = inBlocks.where('block_number', '<=', BigInt(upTo));
  const missing = (await inBlocks.execute()).filter((row) => !there.has(nameOf(transferOf(row))));
  for (const { transaction_hash, place, outcome } of missing) {
    await tables
      .updateTable('chain_transfer')
      .set({ block_number: null, block_hash: null, lost_at: outcome === null ? null : sql`now()` })
      .where('chain_id', '=', chainId)
      .where('transaction_hash', '=', transaction_hash)
      .where('place', '=', place)
      .execute();
  }
  return missing.filter(({ outcome }) => outcome !== null).map(transferOf);
}

/** Records transfers with their blocks; returns those that had been lost and are back. */
async function recordTransfers(
  tables: Transaction<ChainTables>,
  chainId: bigint,
  transfers: readonly ObservedTransfer[],
): Promise<StoredTransfer[]> {
  const returned: StoredTransfer[] = [];
  for (const one of transfers) {
    const { memberId, transactionHash, place, address, amount, blockNumber, blockHash } = one;
    const at = { block_number: BigInt(blockNumber), block_hash: blockHash };
    // A credited transfer keeps its record, whatever its block is now.
    const ended = await tables
      .updateTable('chain_transfer as now')
      .from('chain_transfer as before')
      .set({ ...at, lost_at: null })
      .whereRef('now.chain_id', '=', 'before.chain_id')
      .whereRef('now.transaction_hash', '=', 'before.transaction_hash')
      .whereRef('now.place', '=', 'before.place')
      .where('now.chain_id', '=', chainId)
      .where('now.transaction_hash', '=', transactionHash)
      .where('now.place', '=', place)
      .where('now.outcome', 'is not', null)
      .returning('before.lost_at')
      .executeTakeFirst();
    if (ended?.lost_at) returned.push(one);
    if (ended) continue;
    const now = { member_id: memberId, address, amount: String(amount), ...at };
    await tables
      .insertInto('chain_transfer')
      .values({ chain_id: chainId, transaction_hash: transactionHash, place, ...now, outcome: null, lost_at: null })
      .onConflict((conflict) => conflict.columns(['chain_id', 'transaction_hash', 'place']).doUpdateSet(now))
      .execute();
  }
  return returned;
}

function watchedChainOf(row: ChainTables['chain_watch']): WatchedChain {
  return {
    chainId: Number(row.chain_id),
    genesisHash: row.genesis_hash,
    token: row.token,
    tokenDecimals: row.token_decimals,
    startedAfter: Number(row.started_after),
    checkpoint: { number: Number(row.block_number), hash: row.block_hash },
    readAt: row.read_at.getTime(),
  };
}

export function transferOf(row: ChainTables['chain_transfer']): StoredTransfer {
  return {
    memberId: row.member_id,
    transactionHash: row.transaction_hash,
    place: row.place,
    address: row.address,
    amount: BigInt(row.amount),
    blockNumber: row.block_number === null ? null : Number(row.block_number),
    blockHash: row.block_hash,
  };
}

const nameOf = ({ transactionHash, place }: Pick<StoredTransfer, 'transactionHash' | 'place'>) =>
  `${transactionHash}:${place}`;
