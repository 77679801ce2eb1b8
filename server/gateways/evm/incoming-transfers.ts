import { type Kysely, sql } from 'kysely';
import { usdt } from '#core/money/amount.ts';
import type { IncomingTransfer } from '#server/features/deposits/deposit-rail.ts';
import { type ChainTables, type StoredTransfer, transferOf } from './chain-store.ts';

/** The chain whose transfers the deposits feature reads, and after how many confirmations they count. */
export interface ReadingOfTransfers {
  readonly tables: Kysely<ChainTables>;
  readonly chainId: number;
  readonly confirmations: number;
}

/** Transfers whose deposit has not ended, ordered by name, after the given one. */
export async function unfinishedTransfers(
  reading: ReadingOfTransfers,
  after: IncomingTransfer | null,
  limit: number,
): Promise<IncomingTransfer[]> {
  let query = storedTransfers(reading).where('outcome', 'is', null);
  if (after) {
    const { transactionHash, place } = partsOf(after.transfer);
    query = query.where(sql<boolean>`(transaction_hash, place) > (${transactionHash}, ${place})`);
  }
  const rows = await query.orderBy('transaction_hash').orderBy('place').limit(limit).execute();
  return rows.map((row) => incomingTransferOf(reading, row));
}

export async function transfersOfTransaction(
  reading: ReadingOfTransfers,
  memberId: bigint,
  hash: string,
): Promise<IncomingTransfer[]> {
  const ofMember = storedTransfers(reading).where('transaction_hash', '=', hash).where('member_id', '=', memberId);
  return (await ofMember.orderBy('place').execute()).map((row) => incomingTransferOf(reading, row));
}

/** Records the outcome; idempotent. Returns a transfer that a reorganisation took before its outcome was recorded. */
export async function finishTransfer(
  { tables, chainId }: ReadingOfTransfers,
  transfer: string,
  outcome: 'credited' | 'rejected',
): Promise<StoredTransfer | null> {
  const { transactionHash, place } = partsOf(transfer);
  const ended = await tables
    .updateTable('chain_transfer')
    .set({ outcome, lost_at: sql<Date | null>`case when block_number is null then now() end` })
    .where('chain_id', '=', BigInt(chainId))
    .where('transaction_hash', '=', transactionHash)
    .where('place', '=', place)
    .where('outcome', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return ended?.lost_at ? transferOf(ended) : null;
}

/** Credited transfers that were lost to a reorganisation, those lost last first. */
export async function lostTransfers(reading: ReadingOfTransfers, limit: number): Promise<StoredTransfer[]> {
  const rows = await storedTransfers(reading)
    .where('lost_at', 'is not', null)
    .where('outcome', '=', 'credited')
    .orderBy('lost_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(transferOf);
}

function storedTransfers({ tables, chainId }: ReadingOfTransfers) {
  return tables
    .selectFrom('chain_transfer')
    .innerJoin('chain_watch', 'chain_watch.chain_id', 'chain_transfer.chain_id')
    .selectAll('chain_transfer')
    .select('chain_watch.block_number as read_up_to')
    .where('chain_transfer.chain_id', '=', BigInt(chainId));
}

function incomingTransferOf(
  { chainId, confirmations }: ReadingOfTransfers,
  row: ChainTables['chain_transfer'] & { readonly read_up_to: bigint },
): IncomingTransfer {
  const { memberId, transactionHash, place, address, amount, blockNumber } = transferOf(row);
  // The transfer's own block is the first confirmation, once the chain reader has reached it.
  const deep = blockNumber === null ? null : Math.max(0, Number(row.read_up_to) - blockNumber + 1);
  return {
    transfer: `${chainId}:${transactionHash}:${place}`,
    transactionHash,
    memberId,
    address,
    amount: usdt(amount),
    confirmations: deep === null ? null : Math.min(confirmations, deep),
  };
}

function partsOf(transfer: string): { readonly transactionHash: string; readonly place: number } {
  const [, transactionHash = '', place = ''] = transfer.split(':');
  return { transactionHash, place: Number(place) };
}
