import { type Kysely, sql } from 'kysely';
import { usdt } from '#core/money/amount.ts';
import type { IncomingTransfer } from '#server/features/deposits/deposit-rail.ts';
import { type StoredTransfer, type TransferRow, transferColumns, transferOf } from './chain-store.ts';

/** The chain whose transfers the deposits feature reads, and after how many confirmations they count. */
export interface ReadingOfTransfers {
  readonly tables: Kysely<unknown>;
  readonly chainId: number;
  readonly confirmations: number;
}

/** Transfers whose deposit has not ended, ordered by name, after the given one. */
export async function unfinishedTransfers(
  reading: ReadingOfTransfers,
  after: IncomingTransfer | null,
  limit: number,
): Promise<IncomingTransfer[]> {
  const { transactionHash, place } = partsOf(after?.transfer ?? '');
  const { rows } = await sql<IncomingRow>`
    ${storedTransfers(reading)} and outcome is null and (transaction_hash, place) > (${transactionHash}, ${place})
    order by transaction_hash, place limit ${limit}`.execute(reading.tables);
  return rows.map((row) => incomingTransferOf(reading, row));
}

export async function transfersOfTransaction(
  reading: ReadingOfTransfers,
  memberId: bigint,
  hash: string,
): Promise<IncomingTransfer[]> {
  const { rows } = await sql<IncomingRow>`
    ${storedTransfers(reading)} and transaction_hash = ${hash} and member_id = ${memberId} order by place`.execute(
    reading.tables,
  );
  return rows.map((row) => incomingTransferOf(reading, row));
}

/** Records the outcome; idempotent. Returns a transfer that a reorganisation took before its outcome was recorded. */
export async function finishTransfer(
  { tables, chainId }: ReadingOfTransfers,
  transfer: string,
  outcome: 'credited' | 'rejected',
): Promise<StoredTransfer | null> {
  const { transactionHash, place } = partsOf(transfer);
  const { rows } = await sql<TransferRow & { readonly isLost: boolean }>`
    update chain_transfer set outcome = ${outcome}, lost_at = case when block_number is null then now() end
    where chain_id = ${chainId} and transaction_hash = ${transactionHash} and place = ${place} and outcome is null
    returning ${transferColumns}, lost_at is not null as "isLost"`.execute(tables);
  return rows[0]?.isLost ? transferOf(rows[0]) : null;
}

/** Credited transfers that were lost to a reorganisation, those lost last first. */
export async function lostTransfers(reading: ReadingOfTransfers, limit: number): Promise<StoredTransfer[]> {
  const { rows } = await sql<TransferRow>`
    ${storedTransfers(reading)} and lost_at is not null and outcome = 'credited'
    order by lost_at desc limit ${limit}`.execute(reading.tables);
  return rows.map(transferOf);
}

type IncomingRow = TransferRow & { readonly readUpTo: number };

const storedTransfers = ({ chainId }: ReadingOfTransfers) => sql`
  select ${transferColumns}, chain_watch.block_number::float8 as "readUpTo"
  from chain_transfer join chain_watch using (chain_id) where chain_id = ${chainId}`;

function incomingTransferOf({ chainId, confirmations }: ReadingOfTransfers, row: IncomingRow): IncomingTransfer {
  const { memberId, transactionHash, place, address, amount, blockNumber } = transferOf(row);
  // The transfer's own block is the first confirmation, once the chain reader has reached it.
  const deep = blockNumber === null ? null : Math.max(0, row.readUpTo - blockNumber + 1);
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
