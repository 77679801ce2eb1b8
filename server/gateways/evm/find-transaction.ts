import type { Kysely } from 'kysely';
import type { IncomingTransfer, NotFound } from '#server/features/deposits/deposit-rail.ts';
import type { ChainNode, MinedTransaction } from './chain-node.ts';
import { blocksBefore, type ChainTables, type Checkpoint, type ObservedTransfer, readWatched } from './chain-store.ts';
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
  if (!(await recordOnOurChain(dependencies, transaction, transfers))) return 'transactionPending';
  return transfersOfTransaction(dependencies, memberId, hash);
}

/** Tries of a look-up that the chain reader overtakes. */
const attemptsMax = 3;

/** False where their block is not of the chain that was read, or the reader overtook every try. */
async function recordOnOurChain(
  dependencies: FindDependencies,
  transaction: MinedTransaction,
  transfers: readonly ObservedTransfer[],
): Promise<boolean> {
  const { tables, chainId } = dependencies;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const { checkpoint } = await readWatched(tables, chainId);
    if (!(await isOnOurChain(dependencies, transaction, checkpoint))) return false;
    if (await recordAt(dependencies, checkpoint, transfers)) return true;
  }
  return false;
}

/** A lagging node may still return a block that was reorganised away. A block beyond the checkpoint is accepted as it is. */
async function isOnOurChain(
  { tables, chainId, node }: FindDependencies,
  { blockNumber, blockHash }: MinedTransaction,
  checkpoint: Checkpoint,
): Promise<boolean> {
  if (blockNumber > checkpoint.number) return true;
  if (blockNumber === checkpoint.number) return blockHash === checkpoint.hash;
  const [known] = await blocksBefore(tables, chainId, blockNumber + 1, 1);
  const read = known?.number === blockNumber ? known : await node.block(blockNumber);
  return blockHash === read?.hash;
}

/**
 * Records the transfers while the checkpoint is that one, or returns false: a reader that has passed their block meanwhile would never compare
 * it with the chain's.
 */
function recordAt(
  { tables, chainId }: FindDependencies,
  { number, hash }: Checkpoint,
  transfers: readonly ObservedTransfer[],
): Promise<boolean> {
  return tables.transaction().execute(async (within) => {
    const held = await within
      .selectFrom('chain_watch')
      .select('chain_id')
      .where('chain_id', '=', BigInt(chainId))
      .where('block_number', '=', BigInt(number))
      .where('block_hash', '=', hash)
      .forShare()
      .executeTakeFirst();
    if (!held) return false;
    for (const transfer of transfers) await recordFound(within, chainId, transfer);
    return true;
  });
}

/** The chain reader's block of a transfer wins: only a transfer without a block is given this one. */
async function recordFound(tables: Kysely<ChainTables>, chainId: number, transfer: ObservedTransfer): Promise<void> {
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
