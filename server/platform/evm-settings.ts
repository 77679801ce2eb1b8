import type { Values } from './settings.ts';

/** Settings of the on-chain deposit rail. They contain no key that can spend funds. */
export interface EvmSettings {
  readonly kind: 'evm';
  /** URL of the chain's node. May contain a provider's API key. */
  readonly rpcUrl: string;
  /** Chain id that the node must report; null for any allowed one. */
  readonly chainId: number | null;
  /** Contract address of the test token. */
  readonly token: string;
  /** Extended public key that the members' addresses are derived from. */
  readonly xpub: string;
  /** Confirmations after which a transfer is credited, counting its own block. */
  readonly confirmations: number;
}

export type RailSettings = { readonly kind: 'sandbox' } | EvmSettings;

/** The rail of validated settings. */
export function railOf(values: Values): RailSettings {
  if (values.RAIL === 'sandbox') return { kind: 'sandbox' };
  return {
    kind: 'evm',
    rpcUrl: values.EVM_RPC_URL ?? '',
    chainId: values.EVM_CHAIN_ID ?? null,
    token: values.EVM_TOKEN ?? '',
    xpub: values.EVM_XPUB ?? '',
    confirmations: values.EVM_CONFIRMATIONS,
  };
}
