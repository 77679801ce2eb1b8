import type { EvmSettings } from '#server/platform/evm-settings.ts';
import type { Log } from '#server/platform/log.ts';
import { allowedChain, ChainRefused } from './allowed-chains.ts';
import { type ChainNode, ChainUnavailable } from './chain-node.ts';
import type { WatchedChain } from './chain-store.ts';

export interface MetChain {
  readonly chainId: number;
  readonly name: string;
  readonly genesisHash: string;
  readonly token: string;
  readonly tokenDecimals: number;
  readonly startedAfter: number;
  /** Hash of the block to start after; null for a chain that was read before. */
  readonly startHash: string | null;
}

const booksDecimals = 6;

/**
 * The chain of the node and the block to start reading from; when the node does not respond, the chain that was read before.
 * Throws for a chain or token that deposits are not accepted from, and for a node that has never responded.
 */
export async function meetChain(
  node: ChainNode,
  { chainId: wanted, token, confirmations }: EvmSettings,
  watched: readonly WatchedChain[],
  log: Log,
): Promise<MetChain> {
  try {
    const chainId = await node.chainId();
    const name = allowedChain(chainId, wanted);
    const [genesis, newest] = [await node.block(0), await node.newestBlock()];
    if (!genesis) throw new ChainUnavailable('the node does not know its first block');
    const before = watched.find((one) => one.chainId === chainId);
    if (before) return { ...requireSame(before, token, genesis.hash), name, startHash: null };
    const tokenDecimals = await node.tokenDecimals();
    if (tokenDecimals !== booksDecimals) {
      throw new ChainRefused(
        `The token at EVM_TOKEN has ${tokenDecimals} decimals. Test USDT has ${booksDecimals}, as the books do.`,
      );
    }
    // Some blocks back, beyond any reorganisation.
    const startedAfter = Math.max(0, newest.number - confirmations);
    const start = await node.block(startedAfter);
    if (!start) throw new ChainUnavailable('the node does not know a block it has');
    return { chainId, name, genesisHash: genesis.hash, token, tokenDecimals, startedAfter, startHash: start.hash };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    const candidates = watched.filter((one) => one.token === token && (wanted === null || one.chainId === wanted));
    const [before] = candidates;
    if (!before || candidates.length > 1) {
      throw new Error(
        `The node of EVM_RPC_URL does not answer, and which chain it is on is not known: ${error.message}`,
      );
    }
    log.error({ err: error }, 'the node of EVM_RPC_URL does not answer: deposits wait until it does');
    return { ...before, name: allowedChain(before.chainId, wanted), startHash: null };
  }
}

function requireSame(before: WatchedChain, token: string, genesisHash: string): WatchedChain {
  if (before.token !== token) {
    throw new ChainRefused(
      `This database takes the token ${before.token} of chain ${before.chainId}, and EVM_TOKEN is ${token}. Another token needs another database.`,
    );
  }
  if (before.genesisHash !== genesisHash) {
    throw new ChainRefused(
      `The node of EVM_RPC_URL is on another chain ${before.chainId} than this database has read: its first block is ${genesisHash}, ` +
        `and was ${before.genesisHash}. Another chain needs another database.`,
    );
  }
  return before;
}

/** Throws a ChainRefused when the node is on another chain than before. */
export async function requireSameChain(node: ChainNode, { chainId, genesisHash }: MetChain): Promise<void> {
  const now = await node.chainId();
  allowedChain(now, chainId);
  const genesis = await node.block(0);
  if (!genesis) throw new ChainUnavailable('the node does not know its first block');
  if (genesis.hash !== genesisHash) {
    throw new ChainRefused(`The node is on another chain ${chainId} than before: its first block is ${genesis.hash}.`);
  }
}
