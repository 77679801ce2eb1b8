import type { Kysely } from 'kysely';
import type { Arrival, NotFound } from '#server/features/wallet/deposit-rail.ts';
import type { Arrivals } from './arrivals.ts';
import type { ChainNode } from './chain-node.ts';
import { type ChainTables, recordTransfers } from './chain-store.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import { transfersTo } from './read-chain.ts';

export interface FindNeeds {
  readonly tables: Kysely<ChainTables>;
  readonly chainId: number;
  readonly node: ChainNode;
  readonly addresses: Pick<DepositAddresses, 'allOf'>;
  readonly arrivals: Pick<Arrivals, 'ofTransaction'>;
  readonly unitsEach: bigint;
}

/**
 * The transfers of a transaction to this member, recorded where the chain has them. Whether that block stays is for the watch to
 * see: before it has read it, it counts no confirmation. Throws a ChainUnavailable.
 */
export async function findTransaction(
  { tables, chainId, node, addresses, arrivals, unitsEach }: FindNeeds,
  memberId: bigint,
  hash: string,
): Promise<readonly Arrival[] | NotFound> {
  const transaction = await node.transaction(hash);
  if (!transaction) return (await node.knows(hash)) ? 'transactionPending' : 'transactionUnknown';
  if (!transaction.isSuccess) return 'transactionFailed';
  if (transaction.transfers.length === 0) return 'transactionOtherToken';
  const own = await addresses.allOf(memberId);
  if (!transaction.transfers.some(({ to }) => own.has(to))) return 'transactionNotYours';
  const transfers = transfersTo(own, transaction, unitsEach);
  if (transfers.length === 0) return 'transactionTooOld';
  await tables.transaction().execute((transaction) => recordTransfers(transaction, BigInt(chainId), transfers));
  return arrivals.ofTransaction(memberId, hash);
}
