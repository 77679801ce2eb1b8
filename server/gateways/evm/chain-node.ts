import {
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  HttpRequestError,
  http,
  type Log,
  parseAbi,
  parseEventLogs,
  TimeoutError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  type Block as ViemBlock,
} from 'viem';

interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
}

/** One Transfer event of the token. */
interface TokenTransfer {
  readonly transactionHash: string;
  /** Its index among the logs of its transaction. */
  readonly place: number;
  /** With its checksum. */
  readonly to: string;
  /** In the token's own minor units. */
  readonly amount: bigint;
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** A mined transaction. */
export interface MinedTransaction {
  readonly isSuccess: boolean;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transfers: readonly TokenTransfer[];
}

/** JSON-RPC client of a chain's node. Every failure to respond is a ChainUnavailable. */
export interface ChainNode {
  chainId(): Promise<number>;
  newestBlock(): Promise<Block>;
  /** Null beyond the head of the chain. */
  block(number: number): Promise<Block | null>;
  /** The token's transfers in one block by hash, or in a range of final blocks by number. */
  receiversIn(blocks: { readonly hash: string } | { readonly from: number; readonly to: number }): Promise<Receiver[]>;
  /** Null for a transaction that is in no block. */
  transaction(hash: string): Promise<MinedTransaction | null>;
  /** Whether the node knows the transaction, mined or pending. */
  knows(hash: string): Promise<boolean>;
  /** Throws a TokenUnusable where the address is not a token. */
  tokenDecimals(): Promise<number>;
}

export interface Receiver {
  readonly to: string;
  readonly transactionHash: string;
}

/** The node does not respond, or responds with something else. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}

class TokenUnusable extends Error {
  override readonly name = 'TokenUnusable';
}

const tokenAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function decimals() view returns (uint8)',
]);

const answerWithinMs = 5_000;

export function openChainNode(rpcUrl: string, token: string): ChainNode {
  const transport = http(rpcUrl, { timeout: answerWithinMs, retryCount: 1, retryDelay: 200 });
  const client = createPublicClient({ transport, cacheTime: 0 });
  const address = token as `0x${string}`;
  const transfersAmong = (logs: Log<bigint, number, false>[]) =>
    parseEventLogs({ abi: tokenAbi, eventName: 'Transfer', logs, strict: true });
  return {
    chainId: () => asked(client.getChainId()),
    newestBlock: async () => blockOf(await asked(client.getBlock({ blockTag: 'latest' }))),
    async block(number) {
      const found = await askedFor(client.getBlock({ blockNumber: BigInt(number) }), BlockNotFoundError);
      return found && blockOf(found);
    },
    async receiversIn(blocks) {
      const place =
        'hash' in blocks
          ? { blockHash: blocks.hash as `0x${string}` }
          : { fromBlock: BigInt(blocks.from), toBlock: BigInt(blocks.to) };
      const [event] = tokenAbi;
      const logs = await asked(client.getLogs({ address, event, strict: true, ...place }));
      return logs
        .filter(({ args }) => args.value > 0n)
        .map(({ args, transactionHash }) => ({ to: args.to, transactionHash }));
    },
    async transaction(hash) {
      const wanted = client.getTransactionReceipt({ hash: hash as `0x${string}` });
      const receipt = await askedFor(wanted, TransactionReceiptNotFoundError);
      if (!receipt) return null;
      const first = receipt.logs[0]?.logIndex ?? 0;
      const ofToken = receipt.logs.filter((log) => log.address.toLowerCase() === token.toLowerCase());
      const at = { blockNumber: Number(receipt.blockNumber), blockHash: receipt.blockHash };
      const transfers = transfersAmong(ofToken)
        .filter(({ args }) => args.value > 0n)
        .map(({ args, logIndex }) => ({
          transactionHash: receipt.transactionHash,
          place: logIndex - first,
          to: args.to,
          amount: args.value,
          ...at,
        }));
      return { isSuccess: receipt.status === 'success', transfers, ...at };
    },
    knows: async (hash) =>
      (await askedFor(client.getTransaction({ hash: hash as `0x${string}` }), TransactionNotFoundError)) !== null,
    async tokenDecimals() {
      const code = await asked(client.getCode({ address }));
      if (code === undefined) throw new TokenUnusable(`There is no contract at EVM_TOKEN (${token}) on this chain.`);
      try {
        return await client.readContract({ address, abi: tokenAbi, functionName: 'decimals' });
      } catch (error) {
        if (isSilence(error)) throw unavailable(error);
        throw new TokenUnusable(`The contract at EVM_TOKEN (${token}) does not answer as a token does.`);
      }
    },
  };
}

function blockOf({ number, hash, parentHash }: Pick<ViemBlock, 'number' | 'hash' | 'parentHash'>): Block {
  if (number === null || hash === null) throw new ChainUnavailable('the node answers a block that is not finished');
  return { number: Number(number), hash, parentHash };
}

async function asked<Answer>(question: Promise<Answer>): Promise<Answer> {
  try {
    return await question;
  } catch (error) {
    throw unavailable(error);
  }
}

async function askedFor<Answer>(
  question: Promise<Answer>,
  absent: new (...values: never[]) => Error,
): Promise<Answer | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof absent) return null;
    throw unavailable(error);
  }
}

function isSilence(error: unknown): boolean {
  const isOfTransport = (one: unknown) => one instanceof HttpRequestError || one instanceof TimeoutError;
  return error instanceof BaseError && error.walk(isOfTransport) !== null;
}

/** The short message only: the long one contains the node's URL, which may contain an API key. */
function unavailable(error: unknown): ChainUnavailable {
  return new ChainUnavailable(
    error instanceof BaseError ? error.shortMessage : 'the node does not answer as a node does',
  );
}
