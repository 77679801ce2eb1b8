import type { Kysely } from 'kysely';
import type { Arrival, NotFound } from '#server/features/deposits/deposit-rail.ts';
import type { Arrivals } from './arrivals.ts';
import type { ChainNode, MinedTransaction } from './chain-node.ts';
import type { ChainStore, ChainTables, SightedTransfer } from './chain-store.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import { transfersTo } from './read-chain.ts';

export interface FindDependencies {
  readonly tables: Kysely<ChainTables>;
  readonly chainId: number;
  readonly node: ChainNode;
  readonly store: Pick<ChainStore, 'checkpoint' | 'blocksBefore'>;
  readonly addresses: Pick<DepositAddresses, 'allOf'>;
  readonly arrivals: Pick<Arrivals, 'ofTransaction'>;
}

/**
 * The transfers of a transaction to this member, recorded for the watch to see whether their block stays: before it has read that,
 * it counts no confirmation. Throws a ChainUnavailable.
 */
export async function findTransaction(
  dependencies: FindDependencies,
  memberId: bigint,
  hash: string,
): Promise<readonly Arrival[] | NotFound> {
  const { node, addresses, arrivals } = dependencies;
  const transaction = await node.transaction(hash);
  if (!transaction) return (await node.knows(hash)) ? 'transactionPending' : 'transactionUnknown';
  if (!transaction.isSuccess) return 'transactionFailed';
  if (transaction.transfers.length === 0) return 'transactionOtherToken';
  const own = await addresses.allOf(memberId);
  if (!transaction.transfers.some(({ to }) => own.has(to))) return 'transactionNotYours';
  const transfers = transfersTo(own, transaction);
  if (transfers.length === 0) return 'transactionTooOld';
  if (!(await isOnOurChain(dependencies, transaction))) return 'transactionPending';
  for (const transfer of transfers) await recordFound(dependencies, transfer);
  return arrivals.ofTransaction(memberId, hash);
}

/** A node that is late may still answer a block that the watch knows to be gone. One that the watch has not come to is taken as it is. */
async function isOnOurChain(
  { node, store }: FindDependencies,
  { blockNumber, blockHash }: MinedTransaction,
): Promise<boolean> {
  const checkpoint = await store.checkpoint();
  if (blockNumber > checkpoint.number) return true;
  if (blockNumber === checkpoint.number) return blockHash === checkpoint.hash;
  const [known] = await store.blocksBefore(blockNumber + 1, 1);
  const read = known?.number === blockNumber ? known : await node.block(blockNumber);
  return blockHash === read?.hash;
}

/** Where the watch has put a transfer, it stays: only one that is in no block, by what the watch knows, is given its place. */
async function recordFound({ tables, chainId }: FindDependencies, transfer: SightedTransfer): Promise<void> {
  const { memberId, transactionHash, place, address, amount, blockNumber, blockHash } = transfer;
  const at = { block_number: BigInt(blockNumber), block_hash: blockHash };
  const name = { chain_id: BigInt(chainId), transaction_hash: transactionHash, place };
  await tables
    .insertInto('chain_transfer')
    .values({ ...name, member_id: memberId, address, amount: String(amount), ...at, outcome: null, lost_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'transaction_hash', 'place'])
        .doUpdateSet(at)
        .where('chain_transfer.block_number', 'is', null)
        .where('chain_transfer.outcome', 'is', null),
    )
    .execute();
}
