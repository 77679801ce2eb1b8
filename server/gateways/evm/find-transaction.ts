import { type Kysely, sql } from 'kysely';
import type { IncomingTransfer, NotFound } from '#server/features/deposits/deposit-rail.ts';
import type { ChainNode, MinedTransaction } from './chain-node.ts';
import { blocksBefore, type Checkpoint, type ObservedTransfer, readWatched } from './chain-store.ts';
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
    const { rows: held } = await sql`
      select from chain_watch where chain_id = ${chainId} and block_number = ${number} and block_hash = ${hash}
      for share`.execute(within);
    if (held.length === 0) return false;
    for (const transfer of transfers) await recordFound(within, chainId, transfer);
    return true;
  });
}

/** The chain reader's block of a transfer wins: only a transfer without a block is given this one. */
async function recordFound(tables: Kysely<unknown>, chainId: number, transfer: ObservedTransfer): Promise<void> {
  const { memberId, transactionHash, place, address, amount, blockNumber, blockHash } = transfer;
  await sql`
    insert into chain_transfer (chain_id, transaction_hash, place, member_id, address, amount, block_number, block_hash)
    values (${chainId}, ${transactionHash}, ${place}, ${memberId}, ${address}, ${amount}, ${blockNumber}, ${blockHash})
    on conflict (chain_id, transaction_hash, place) do update
      set block_number = excluded.block_number, block_hash = excluded.block_hash
      where chain_transfer.block_number is null and chain_transfer.outcome is null`.execute(tables);
}
