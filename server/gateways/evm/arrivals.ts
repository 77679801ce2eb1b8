import { type Kysely, sql } from 'kysely';
import { usdt } from '#core/money/amount.ts';
import type { Arrival } from '#server/features/deposits/deposit-rail.ts';
import { type ChainTables, type StoredTransfer, transferOf } from './chain-store.ts';

export interface Arrivals {
  /** Transfers whose deposit has not ended, in the order of their names, after that one. */
  unfinished(after: Arrival | null, limit: number): Promise<Arrival[]>;
  ofTransaction(memberId: bigint, hash: string): Promise<Arrival[]>;
  /** Ends one; a second time changes nothing. */
  finish(transfer: string, outcome: 'credited' | 'rejected'): Promise<void>;
  /** Transfers that the chain lost after they had been credited, oldest first. */
  lost(limit: number): Promise<StoredTransfer[]>;
}

/** The stored transfers of a chain, as the wallet sees them. */
export function openArrivals(tables: Kysely<ChainTables>, id: number, confirmationsNeeded: number): Arrivals {
  const chainId = BigInt(id);
  const stored = () =>
    tables
      .selectFrom('chain_transfer')
      .innerJoin('chain_watch', 'chain_watch.chain_id', 'chain_transfer.chain_id')
      .selectAll('chain_transfer')
      .select('chain_watch.block_number as read_up_to')
      .where('chain_transfer.chain_id', '=', chainId);
  const arrivalOf = (row: ChainTables['chain_transfer'] & { readonly read_up_to: bigint }): Arrival => {
    const { memberId, transactionHash, place, address, amount, blockNumber } = transferOf(row);
    // A block of its own is the first confirmation; one that the watch has not come to yet is none.
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
      return (await query.orderBy('transaction_hash').orderBy('place').limit(limit).execute()).map(arrivalOf);
    },
    async ofTransaction(memberId, hash) {
      const ofMember = stored().where('transaction_hash', '=', hash).where('member_id', '=', memberId);
      return (await ofMember.orderBy('place').execute()).map(arrivalOf);
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
