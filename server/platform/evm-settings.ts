import type { Values } from './settings.ts';

/** What the on-chain deposit rail is told about its chain. No key that could spend anything is among it. */
export interface EvmSettings {
  readonly kind: 'evm';
  /** The chain's node. May carry a key of its provider. */
  readonly rpcUrl: string;
  /** The chain that the node must answer for; null for any that is allowed. */
  readonly chainId: number | null;
  /** Contract of the test token. */
  readonly token: string;
  /** Extended public key that the members' addresses are derived from. */
  readonly xpub: string;
  /** Blocks from the transfer's own on, after which it is credited. */
  readonly confirmations: number;
}

export type RailSettings = { readonly kind: 'sandbox' } | EvmSettings;

/** The rail that the settings name, which are complete for it. */
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
