import type { IncomingTransfer, NotFound } from '#server/features/deposits/deposit-rail.ts';
import type { ChainNode, MinedTransaction } from './chain-node.ts';
import { blocksBefore, type ObservedTransfer, readWatched } from './chain-store.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import { type ReadingOfTransfers, transfersOfTransaction } from './incoming-transfers.ts';
import { transfersTo } from './read-chain.ts';

export interface FindDependencies extends ReadingOfTransfers {
  readonly node: ChainNode;
  readonly addresses: Pick<DepositAddresses, 'allOf'>;
}

/**
 * The transfers of a transaction to this member, recorded so that the chain reader follows their block: before it has read that,
 * they have no confirmation. Throws a ChainUnavailable.
 */
export async function findTransaction(
  dependencies: FindDependencies,
  memberId: bigint,
  hash: string,
): Promise<readonly IncomingTransfer[] | NotFound> {
  const { node, addresses } = dependencies;
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
  return transfersOfTransaction(dependencies, memberId, hash);
}

/** A lagging node may still return a block that was reorganised away. A block beyond the checkpoint is accepted as it is. */
async function isOnOurChain(
  { tables, chainId, node }: FindDependencies,
  { blockNumber, blockHash }: MinedTransaction,
): Promise<boolean> {
  const { checkpoint } = await readWatched(tables, chainId);
  if (blockNumber > checkpoint.number) return true;
  if (blockNumber === checkpoint.number) return blockHash === checkpoint.hash;
  const [known] = await blocksBefore(tables, chainId, blockNumber + 1, 1);
  const read = known?.number === blockNumber ? known : await node.block(blockNumber);
  return blockHash === read?.hash;
}

/** The chain reader's block of a transfer wins: only a transfer without a block is given this one. */
async function recordFound({ tables, chainId }: FindDependencies, transfer: ObservedTransfer): Promise<void> {
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
