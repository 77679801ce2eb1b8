import { type Kysely, sql, type Transaction } from 'kysely';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

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

type WatchRow = Dated<WatchedChain, 'readAt'>;

/** Numbers of blocks are far below those that a double cannot hold. */
const watchColumns = sql`chain_id::float8 as "chainId", genesis_hash as "genesisHash", token, token_decimals as "tokenDecimals",
  started_after::float8 as "startedAfter", json_build_object('number', block_number, 'hash', block_hash) as checkpoint,
  read_at as "readAt"`;

/** Watches a chain from that block on, unless it is watched already. */
export async function beginWatching(
  tables: Kysely<unknown>,
  { chainId, genesisHash, token, tokenDecimals, startedAfter }: Omit<WatchedChain, 'readAt' | 'checkpoint'>,
  startHash: string,
): Promise<void> {
  await sql`
    insert into chain_watch (chain_id, genesis_hash, token, token_decimals, started_after, block_number, block_hash)
    values (${chainId}, ${genesisHash}, ${token}, ${tokenDecimals}, ${startedAfter}, ${startedAfter}, ${startHash})
    on conflict do nothing`.execute(tables);
}

/** The chains this database has watched. */
export async function watchedChains(tables: Kysely<unknown>): Promise<WatchedChain[]> {
  const { rows } = await sql<WatchRow>`select ${watchColumns} from chain_watch`.execute(tables);
  return rows.map(inMs);
}

/** The chain with its checkpoint. */
export async function readWatched(tables: Kysely<unknown>, chainId: number): Promise<WatchedChain> {
  const { rows } = await sql<WatchRow>`select ${watchColumns} from chain_watch where chain_id = ${chainId}`.execute(
    tables,
  );
  if (!rows[0]) throw new Error(`chain ${chainId} is not watched`);
  return inMs(rows[0]);
}

/** Blocks read before that one, newest first. */
export async function blocksBefore(
  tables: Kysely<unknown>,
  chainId: number,
  number: number,
  limit: number,
): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select number::float8 as number, hash from chain_block where chain_id = ${chainId} and number < ${number}
    order by chain_block.number desc limit ${limit}`.execute(tables);
  return rows;
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
  tables: Kysely<unknown>,
  chainId: number,
  { from, to, transfers, keptBlocks }: Advance,
): Promise<EndedChanges> {
  return tables.transaction().execute(async (transaction) => {
    await moveCheckpoint(transaction, chainId, from, to);
    await sql`
      insert into chain_block (chain_id, number, hash) values (${chainId}, ${from.number}, ${from.hash})
      on conflict (chain_id, number) do update set hash = excluded.hash`.execute(transaction);
    await sql`
      delete from chain_block where chain_id = ${chainId} and number < ${to.number - keptBlocks}`.execute(transaction);
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
  tables: Kysely<unknown>,
  chainId: number,
  from: Checkpoint,
  to: Checkpoint,
): Promise<StoredTransfer[]> {
  return tables.transaction().execute(async (transaction) => {
    await moveCheckpoint(transaction, chainId, from, to);
    await sql`delete from chain_block where chain_id = ${chainId} and number >= ${to.number}`.execute(transaction);
    return dropMissing(transaction, chainId, { after: to.number, present: [] });
  });
}

/** Records that the chain was read to its head. */
export async function markRead(tables: Kysely<unknown>, chainId: number): Promise<void> {
  await sql`update chain_watch set read_at = now() where chain_id = ${chainId}`.execute(tables);
}

async function moveCheckpoint(tables: Transaction<unknown>, chainId: number, from: Checkpoint, to: Checkpoint) {
  const { numAffectedRows } = await sql`
    update chain_watch set block_number = ${to.number}, block_hash = ${to.hash}
    where chain_id = ${chainId} and block_number = ${from.number} and block_hash = ${from.hash}`.execute(tables);
  if (numAffectedRows !== 1n) throw new CheckpointMoved();
}

/** Removes transfers from blocks that no longer contain them; returns those whose deposit had ended. */
async function dropMissing(
  tables: Transaction<unknown>,
  chainId: number,
  { after, upTo, present }: { after: number; upTo?: number; present: readonly ObservedTransfer[] },
): Promise<StoredTransfer[]> {
  const there = new Set(present.map(nameOf));
  const { rows } = await sql<TransferRow & { readonly hasEnded: boolean }>`
    select ${transferColumns}, outcome is not null as "hasEnded" from chain_transfer
    where chain_id = ${chainId} and block_number > ${after} and block_number <= coalesce(${upTo ?? null}, block_number)`.execute(
    tables,
  );
  const missing = rows.filter((row) => !there.has(nameOf(row)));
  for (const { transactionHash, place } of missing) {
    await sql`
      update chain_transfer
      set block_number = null, block_hash = null, lost_at = case when outcome is not null then now() end
      where chain_id = ${chainId} and transaction_hash = ${transactionHash} and place = ${place}`.execute(tables);
  }
  return missing.filter(({ hasEnded }) => hasEnded).map(transferOf);
}

/** Records transfers with their blocks; returns those that had been lost and are back. */
async function recordTransfers(
  tables: Transaction<unknown>,
  chainId: number,
  transfers: readonly ObservedTransfer[],
): Promise<StoredTransfer[]> {
  const returned: StoredTransfer[] = [];
  for (const one of transfers) {
    const { memberId, transactionHash, place, address, amount, blockNumber, blockHash } = one;
    // A credited transfer keeps its record, whatever its block is now.
    const { rows: ended } = await sql<{ wasLost: boolean }>`
      update chain_transfer as now set block_number = ${blockNumber}, block_hash = ${blockHash}, lost_at = null
      from chain_transfer as before
      where now.chain_id = before.chain_id and now.transaction_hash = before.transaction_hash and now.place = before.place
        and now.chain_id = ${chainId} and now.transaction_hash = ${transactionHash} and now.place = ${place}
        and now.outcome is not null
      returning before.lost_at is not null as "wasLost"`.execute(tables);
    if (ended[0]?.wasLost) returned.push(one);
    if (ended[0]) continue;
    await sql`
      insert into chain_transfer
        (chain_id, transaction_hash, place, member_id, address, amount, block_number, block_hash)
      values (${chainId}, ${transactionHash}, ${place}, ${memberId}, ${address}, ${amount}, ${blockNumber}, ${blockHash})
      on conflict (chain_id, transaction_hash, place) do update set member_id = excluded.member_id,
        address = excluded.address, amount = excluded.amount, block_number = excluded.block_number,
        block_hash = excluded.block_hash`.execute(tables);
  }
  return returned;
}

export type TransferRow = Omit<StoredTransfer, 'amount'> & { readonly amount: string };

export const transferColumns = sql`member_id as "memberId", transaction_hash as "transactionHash", place, address, amount,
  chain_transfer.block_number::float8 as "blockNumber", chain_transfer.block_hash as "blockHash"`;

export function transferOf({
  memberId,
  transactionHash,
  place,
  address,
  amount,
  ...block
}: TransferRow): StoredTransfer {
  const { blockNumber, blockHash } = block;
  return { memberId, transactionHash, place, address, amount: BigInt(amount), blockNumber, blockHash };
}

const nameOf = ({ transactionHash, place }: Pick<StoredTransfer, 'transactionHash' | 'place'>) =>
  `${transactionHash}:${place}`;
