/**
 * The chains that deposits are accepted from, by the chain id that the node returns: development chains and public test networks, whose
 * coins have no value. Chains with real money are not listed, and no setting adds them.
 */
const allowedChains: ReadonlyMap<number, string> = new Map([
  [31_337, 'Development chain'],
  [1_337, 'Development chain'],
  [11_155_111, 'Sepolia'],
  [17_000, 'Holesky'],
  [560_048, 'Hoodi'],
  [84_532, 'Base Sepolia'],
  [421_614, 'Arbitrum Sepolia'],
  [11_155_420, 'OP Sepolia'],
  [80_002, 'Polygon Amoy'],
  [97, 'BNB Smart Chain Testnet'],
  [43_113, 'Avalanche Fuji'],
  [59_141, 'Linea Sepolia'],
  [534_351, 'Scroll Sepolia'],
]);

/** The chain's name. Throws for a chain that is not allowed, or is not the configured one. */
export function allowedChain(id: number, wanted: number | null): string {
  const name = allowedChains.get(id);
  if (name === undefined) {
    throw new ChainRefused(
      `The node of EVM_RPC_URL answers for chain ${id}${id === 1 ? ' (Ethereum, with real money)' : ''}. ` +
        `Deposits are taken from test networks only: ${[...allowedChains].map(([one, its]) => `${its} (${one})`).join(', ')}.`,
    );
  }
  if (wanted !== null && wanted !== id) {
    throw new ChainRefused(`The node of EVM_RPC_URL answers for chain ${id}, and EVM_CHAIN_ID is ${wanted}.`);
  }
  return name;
}

/** The node is on a chain that deposits are not accepted from. */
export class ChainRefused extends Error {
  override readonly name = 'ChainRefused';
}
