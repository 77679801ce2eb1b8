import {
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  http,
  keccak256,
  publicActions,
  toHex,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { type AnvilOptions, startAnvil } from './anvil.fixture.ts';
import { compileTestToken, testTokenAbi } from './test-token.fixture.ts';

/** A development chain. */
export interface TestChain {
  readonly url: string;
  /** Deploys a new token and returns its address. */
  deployToken(decimals?: number): Promise<string>;
  /** A signed transaction that mints the token; `send` puts it into the pool. */
  mint(token: string, to: string, amount: bigint): Promise<SignedTransaction>;
  /** Several transfers in one. */
  transferEach(token: string, to: readonly string[], amounts: readonly bigint[]): Promise<SignedTransaction>;
  /** A transaction that the token reverts. */
  overspend(token: string, to: string): Promise<SignedTransaction>;
  /** Moves the chain's own coin. */
  pay(to: string): Promise<SignedTransaction>;
  /** Sends a transfer from another account with a higher fee, so that it is first in its block. */
  sendAhead(token: string): Promise<void>;
  send(transaction: SignedTransaction): Promise<void>;
  mine(blocks: number): Promise<void>;
  height(): Promise<number>;
  /** A snapshot of the chain that can be restored once. */
  snapshot(): Promise<`0x${string}`>;
  /** Restores it and drops everything mined or sent since. */
  revert(place: `0x${string}`): Promise<void>;
  /** Ends the process. */
  stop(): Promise<void>;
}

interface AnyCall {
  readonly Method: string;
  readonly Parameters: readonly unknown[];
  readonly ReturnType: unknown;
}

export interface SignedTransaction {
  readonly hash: string;
  readonly raw: `0x${string}`;
}

/** The public mnemonic of development chains. */
const developmentPhrase = 'test test test test test test test test test test test junk';

/** Its extended public key m/44'/60'/0'. */
export const developmentXpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';

/** Starts an own anvil on a free port that mines on request. */
export async function startChain(wish: Omit<AnvilOptions, 'blockSeconds'> = {}): Promise<TestChain> {
  const anvil = await startAnvil(wish);
  return { ...chainAt(anvil.url), stop: anvil.stop };
}

/** The client of a running development chain. */
export function chainAt(url: string): Omit<TestChain, 'stop'> {
  const client = createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 50 }).extend(publicActions);
  const payer = mnemonicToAccount(developmentPhrase);
  const somebodyElse = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const fee = 2_000_000_000n;
  let nonce: number | null = null;
  const sign = async (to: string | null, data: `0x${string}`, value = 0n): Promise<SignedTransaction> => {
    const chainId = await client.getChainId();
    nonce ??= await client.getTransactionCount({ address: payer.address });
    const raw = await payer.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: nonce++,
      gas: 2_000_000n,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: 1n,
      value,
      data,
      ...(to === null ? {} : { to: to as `0x${string}` }),
    });
    return { hash: keccak256(raw), raw };
  };
  const send = async ({ raw }: SignedTransaction) =>
    void (await client.sendRawTransaction({ serializedTransaction: raw }));
  const mine = (blocks: number) => client.mine({ blocks });
  const toAddress = (text: string) => text as `0x${string}`;
  return {
    url,
    async deployToken(decimals = 6) {
      const bytecode = await compileTestToken();
      const transaction = await sign(null, encodeDeployData({ abi: testTokenAbi, bytecode, args: [decimals] }));
      const address = getContractAddress({ from: payer.address, nonce: BigInt((nonce ?? 1) - 1) });
      await send(transaction);
      await mine(1);
      return address;
    },
    mint: (token, to, amount) =>
      sign(token, encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args: [toAddress(to), amount] })),
    transferEach: (token, to, amounts) =>
      sign(
        token,
        encodeFunctionData({ abi: testTokenAbi, functionName: 'transferEach', args: [to.map(toAddress), amounts] }),
      ),
    overspend: (token, to) =>
      sign(
        token,
        encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args: [toAddress(to), 2n ** 255n] }),
      ),
    pay: (to) => sign(to, '0x', 1n),
    async sendAhead(token) {
      const data = encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args: [toAddress(token), 1n] });
      const [from, fees] = [somebodyElse, { maxFeePerGas: toHex(2n * fee), maxPriorityFeePerGas: toHex(fee) }];
      const params = [{ from, to: token, data, ...fees }];
      await client.request<AnyCall>({ method: 'eth_sendTransaction', params });
    },
    send,
    mine,
    height: async () => Number((await client.getBlock({ blockTag: 'latest' })).number),
    snapshot: () => client.snapshot(),
    async revert(id) {
      await client.revert({ id });
      nonce = null;
    },
  };
}
