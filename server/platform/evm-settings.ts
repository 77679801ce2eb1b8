import * as z from 'zod';
import { isChecksummedAddress } from '#core/withdrawals/address.ts';

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

/** The settings of RAIL=evm as the environment gives them. */
export const evmEnvironment = {
  EVM_RPC_URL: z
    .string()
    .refine((text) => /^https?:\/\/./.test(text) && URL.canParse(text), 'the http(s):// address of a node')
    .optional(),
  EVM_CHAIN_ID: z
    .string()
    .refine((text) => /^[1-9]\d{0,14}$/.test(text), 'the number of a chain')
    .transform(Number)
    .optional(),
  EVM_TOKEN: z
    .string()
    .refine(isChecksummedAddress, 'the address of the test token, with its checksum in capital letters')
    .optional(),
  EVM_XPUB: z
    .string()
    .refine(
      (text) => /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(text),
      'an extended public key (xpub…). A private one does not belong here: this server never spends',
    )
    .optional(),
  EVM_CONFIRMATIONS: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text), 'a whole number from 1 to 999')
    .transform(Number)
    .optional(),
};

type EvmEnvironment = z.output<z.ZodObject<typeof evmEnvironment>>;

const confirmationsDefault = 12;

/** The rail that the settings name, with what is missing from them, or in them without need, as complaints. */
export function railOf(
  rail: 'sandbox' | 'evm',
  settings: EvmEnvironment,
): { readonly rail: RailSettings; readonly complaints: readonly string[] } {
  if (rail === 'sandbox') {
    const given = Object.keys(evmEnvironment).filter((name) => settings[name as keyof EvmEnvironment] !== undefined);
    const complaints = given.map((name) => `${name} counts with RAIL=evm only: set that, or leave ${name} out.`);
    return { rail: { kind: 'sandbox' }, complaints };
  }
  const { EVM_RPC_URL: rpcUrl, EVM_TOKEN: token, EVM_XPUB: xpub } = settings;
  const missing = Object.entries({ EVM_RPC_URL: rpcUrl, EVM_TOKEN: token, EVM_XPUB: xpub }).filter(
    ([, value]) => !value,
  );
  return {
    rail: {
      kind: 'evm',
      rpcUrl: rpcUrl ?? '',
      chainId: settings.EVM_CHAIN_ID ?? null,
      token: token ?? '',
      xpub: xpub ?? '',
      confirmations: settings.EVM_CONFIRMATIONS ?? confirmationsDefault,
    },
    complaints: missing.map(([name]) => `${name} must be set with RAIL=evm.`),
  };
}

/** Names whose values are never repeated: a node's address may carry a key, and who has the extended key sees every address. */
export const evmSecrets = ['EVM_RPC_URL', 'EVM_XPUB'] as const;

/** The rail in a line to print. */
export function describeRail(rail: RailSettings): string {
  if (rail.kind === 'sandbox') return 'RAIL sandbox';
  const chain = rail.chainId === null ? '' : `, EVM_CHAIN_ID ${rail.chainId}`;
  const node = new URL(rail.rpcUrl).host;
  return `RAIL evm, EVM_RPC_URL at ${node}${chain}, EVM_TOKEN ${rail.token}, EVM_XPUB ****, EVM_CONFIRMATIONS ${rail.confirmations}`;
}
