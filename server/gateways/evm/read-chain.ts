import type { Log } from '#server/platform/log.ts';
import type { ChainNode, MinedTransaction, Receiver } from './chain-node.ts';
import {
  advance,
  blocksBefore,
  type Checkpoint,
  markRead,
  type ObservedTransfer,
  readWatched,
  retreat,
  type StoredTransfer,
} from './chain-store.ts';
import type { DepositAddresses, Receiving } from './deposit-addresses.ts';
import type { ReadingOfTransfers } from './incoming-transfers.ts';

export interface ReadDependencies extends ReadingOfTransfers {
  readonly node: ChainNode;
  readonly addresses: Pick<DepositAddresses, 'membersAt'>;
  readonly startedAfter: number;
  /** Throws a ChainRefused when the node is on another chain than at start. */
  readonly requireSameChain: () => Promise<void>;
  readonly log: Log;
}

/** Bounds one turn of catching up, so that the app can stop between two. */
const turnMsMax = 5_000;
/** The largest block range of one request; halved for the next turn when the node refuses it. */
const blocksAtOnceMax = 1_000;
/** How many blocks are kept for reorganisations: at least so many, and so many times the confirmations. */
const keptBlocksMin = 256;
const keptDepths = 20;

/**
 * Reads the chain from the checkpoint to its head. Recent blocks are read one by one, by hash and only as the child of the one before,
 * so that the blocks read always form one chain. After a reorganisation it rolls back to the last common block.
 * What it finds of transfers whose deposit has ended is added to `found` as it is recorded: before a failure, too.
 */
export async function readChain(
  dependencies: ReadDependencies,
  pace: { blocksAtOnce: number },
  found: FoundChanges,
): Promise<void> {
  const { tables, chainId, node, confirmations } = dependencies;
  const keptBlocks = Math.max(keptBlocksMin, keptDepths * confirmations);
  await dependencies.requireSameChain();
  const newest = await node.newestBlock();
  const { checkpoint: start } = await readWatched(tables, chainId);
  if (await isBehindUs(dependencies, newest, start)) return;
  const { shared, lost } = await sharedBlock(dependencies, start);
  found.lost.push(...lost);
  let at = shared;
  const endsAt = Date.now() + turnMsMax;
  while (at.number < newest.number && Date.now() < endsAt) {
    const read = await nextPart(dependencies, at, newest.number, pace);
    // A reorganisation during the read: the next turn finds the common block.
    if (read === null) return;
    const ended = await advance(tables, chainId, { from: at, to: read.upTo, transfers: read.transfers, keptBlocks });
    found.lost.push(...ended.lost);
    found.returned.push(...ended.returned);
    at = read.upTo;
  }
  if (at.number >= newest.number) await markRead(tables, chainId);
}

/** Collected while the chain is read. */
export interface FoundChanges {
  readonly lost: StoredTransfer[];
  readonly returned: StoredTransfer[];
}

export function newPace(): { blocksAtOnce: number } {
  return { blocksAtOnce: blocksAtOnceMax };
}

/** A lagging node returns an older block of the same chain, which is no reorganisation. */
async function isBehindUs({ tables, chainId }: ReadDependencies, newest: Checkpoint, at: Checkpoint): Promise<boolean> {
  if (newest.number >= at.number) return false;
  const [known] = await blocksBefore(tables, chainId, newest.number + 1, 1);
  return known?.number === newest.number && known.hash === newest.hash;
}

/** Rolls back to the last block read that is still on the chain, and returns it. */
async function sharedBlock(
  { tables, chainId, node, confirmations, startedAfter, requireSameChain, log }: ReadDependencies,
  at: Checkpoint,
): Promise<{ shared: Checkpoint; lost: StoredTransfer[] }> {
  const isThere = async ({ number, hash }: Checkpoint) => (await node.block(number))?.hash === hash;
  if (await isThere(at)) return { shared: at, lost: [] };
  let shared: Checkpoint | null = null;
  for (let before = at.number; shared === null; ) {
    const [block] = await blocksBefore(tables, chainId, before, 1);
    if (!block) break;
    if (await isThere(block)) shared = block;
    before = block.number;
  }
  if (shared === null) {
    await requireSameChain();
    const first = await node.block(startedAfter);
    if (!first) return { shared: at, lost: [] };
    shared = { number: startedAfter, hash: first.hash };
  }
  const depth = at.number - shared.number;
  // A transfer's own block is its first confirmation: so deep a rewrite reaches what was credited.
  const level = depth >= confirmations ? 'error' : 'warn';
  log[level]({ depth, block: shared.number }, 'the chain was rewritten, its deposits are read again from there');
  return { shared, lost: await retreat(tables, chainId, at, shared) };
}

interface Part {
  readonly upTo: Checkpoint;
  readonly transfers: readonly ObservedTransfer[];
}

/** The next range: many final blocks, or one recent one. Null when it is not a child of that block. */
function nextPart(
  dependencies: ReadDependencies,
  at: Checkpoint,
  newest: number,
  pace: { blocksAtOnce: number },
): Promise<Part | null> {
  const deepest = newest - dependencies.confirmations;
  const upTo = Math.min(at.number + pace.blocksAtOnce, deepest);
  return upTo > at.number + 1 ? deepPart(dependencies, at, upTo, pace) : oneBlock(dependencies, at);
}

async function oneBlock(dependencies: ReadDependencies, at: Checkpoint): Promise<Part | null> {
  const { node } = dependencies;
  const block = await node.block(at.number + 1);
  if (block?.parentHash !== at.hash) return null;
  const transfers = await sighted(dependencies, await node.receiversIn({ hash: block.hash }), at.number, block.number);
  // A receipt of another block belongs to another fork.
  if (!transfers?.every(({ blockHash }) => blockHash === block.hash)) return null;
  return { upTo: { number: block.number, hash: block.hash }, transfers };
}

async function deepPart(
  dependencies: ReadDependencies,
  at: Checkpoint,
  upTo: number,
  pace: { blocksAtOnce: number },
): Promise<Part | null> {
  const { node } = dependencies;
  const [first, last] = [await node.block(at.number + 1), await node.block(upTo)];
  if (!last || first?.parentHash !== at.hash) return null;
  let receivers: Receiver[];
  try {
    receivers = await node.receiversIn({ from: at.number + 1, to: upTo });
  } catch (error) {
    pace.blocksAtOnce = Math.max(2, Math.floor(pace.blocksAtOnce / 2));
    throw error;
  }
  pace.blocksAtOnce = Math.min(blocksAtOnceMax, pace.blocksAtOnce * 2);
  const transfers = await sighted(dependencies, receivers, at.number, upTo);
  const isSame = (await node.block(upTo))?.hash === last.hash;
  return transfers && isSame ? { upTo: { number: upTo, hash: last.hash }, transfers } : null;
}

/** The transfers to members. Null when the block of one has changed. */
async function sighted(
  { node, addresses }: ReadDependencies,
  receivers: readonly Receiver[],
  after: number,
  upTo: number,
): Promise<ObservedTransfer[] | null> {
  const members = await addresses.membersAt(receivers.map(({ to }) => to));
  const hashes = new Set(receivers.filter(({ to }) => members.has(to)).map(({ transactionHash }) => transactionHash));
  const found: ObservedTransfer[] = [];
  for (const hash of hashes) {
    const transaction = await node.transaction(hash);
    if (!transaction || transaction.blockNumber <= after || transaction.blockNumber > upTo) return null;
    found.push(...transfersTo(members, transaction));
  }
  return found;
}

/** The transfers of a transaction that go to those addresses. The token's minor units are those of USDT. */
export function transfersTo(
  members: ReadonlyMap<string, Receiving>,
  { transfers, isSuccess }: MinedTransaction,
): ObservedTransfer[] {
  if (!isSuccess) return [];
  return transfers.flatMap(({ to, ...transfer }) => {
    const receiving = members.get(to);
    if (!receiving || transfer.blockNumber <= receiving.issuedAfter) return [];
    return [{ ...transfer, memberId: receiving.memberId, address: to }];
  });
}
