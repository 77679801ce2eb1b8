import { type Kysely, sql } from 'kysely';
import { usdt } from '#core/money/amount.ts';
import type { IncomingTransfer } from '#server/features/deposits/deposit-rail.ts';
import { type ChainTables, type StoredTransfer, transferOf } from './chain-store.ts';

export interface IncomingTransfers {
  /** Transfers whose deposit has not ended, ordered by name, after the given one. */
  unfinished(after: IncomingTransfer | null, limit: number): Promise<IncomingTransfer[]>;
  ofTransaction(memberId: bigint, hash: string): Promise<IncomingTransfer[]>;
  /** Records the outcome; idempotent. */
  finish(transfer: string, outcome: 'credited' | 'rejected'): Promise<void>;
  /** Credited transfers that were lost to a reorganisation, oldest first. */
  lost(limit: number): Promise<StoredTransfer[]>;
}

/** The stored transfers of a chain, as the deposits feature reads them. */
export function openIncomingTransfers(
  tables: Kysely<ChainTables>,
  id: number,
  confirmationsNeeded: number,
): IncomingTransfers {
  const chainId = BigInt(id);
  const stored = () =>
    tables
      .selectFrom('chain_transfer')
      .innerJoin('chain_watch', 'chain_watch.chain_id', 'chain_transfer.chain_id')
      .selectAll('chain_transfer')
      .select('chain_watch.block_number as read_up_to')
      .where('chain_transfer.chain_id', '=', chainId);
  const incomingTransferOf = (
    row: ChainTables['chain_transfer'] & { readonly read_up_to: bigint },
  ): IncomingTransfer => {
    const { memberId, transactionHash, place, address, amount, blockNumber } = transferOf(row);
    // The transfer's own block is the first confirmation, once the chain reader has reached it.
    const deep = blockNumber === null ? null : Math.max(0, Number(row.read_up_to) - blockNumber + 1);
    return {
      transfer: `${id}:${transactionHash}:${place}`,
      transactionHash,
      memberId,
      address,
      amount: usdt(amount),
      confirmations: deep === null ? null : Math.min(confirmationsNeeded, deep),
    };
  };
  return {
    async unfinished(after, limit) {
      let query = stored().where('outcome', 'is', null);
      if (after) {
        const { transactionHash, place } = partsOf(after.transfer);
        query = query.where(sql<boolean>`(transaction_hash, place) > (${transactionHash}, ${place})`);
      }
      return (await query.orderBy('transaction_hash').orderBy('place').limit(limit).execute()).map(incomingTransferOf);
    },
    async ofTransaction(memberId, hash) {
      const ofMember = stored().where('transaction_hash', '=', hash).where('member_id', '=', memberId);
      return (await ofMember.orderBy('place').execute()).map(incomingTransferOf);
    },
    async finish(transfer, outcome) {
      const { transactionHash, place } = partsOf(transfer);
      await tables
        .updateTable('chain_transfer')
        .set({ outcome })
        .where('chain_id', '=', chainId)
        .where('transaction_hash', '=', transactionHash)
        .where('place', '=', place)
        .where('outcome', 'is', null)
        .execute();
    },
    async lost(limit) {
      const rows = await stored()
        .where('lost_at', 'is not', null)
        .where('outcome', '=', 'credited')
        .orderBy('lost_at')
        .limit(limit)
        .execute();
      return rows.map(transferOf);
    },
  };
}

function partsOf(transfer: string): { readonly transactionHash: string; readonly place: number } {
  const [, transactionHash = '', place = ''] = transfer.split(':');
  return { transactionHash, place: Number(place) };
}
