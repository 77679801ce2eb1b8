import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const source = fileURLToPath(new URL('./test-token.sol', import.meta.url));

const compiled = z.object({
  errors: z.array(z.object({ formattedMessage: z.string(), severity: z.string() })).optional(),
  contracts: z
    .object({
      'test-token.sol': z.object({
        TestToken: z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
      }),
    })
    .optional(),
});

let code: Promise<`0x${string}`> | undefined;

/** Deployment bytecode of the test token, without the constructor's argument. */
export function compileTestToken(): Promise<`0x${string}`> {
  code ??= compile();
  return code;
}

async function compile(): Promise<`0x${string}`> {
  // Imported lazily: the compiler takes half a second to load.
  const { default: solc } = await import('solc');
  const input = {
    language: 'Solidity',
    sources: { 'test-token.sol': { content: readFileSync(source, 'utf8') } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const { contracts, errors } = compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  const wrong = errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (!contracts || wrong.length > 0) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return `0x${contracts['test-token.sol'].TestToken.evm.bytecode.object}`;
}

export const testTokenAbi = [
  { type: 'constructor', inputs: [{ name: 'decimals_', type: 'uint8' }], stateMutability: 'nonpayable' },
  {
    type: 'function',
    name: 'mint',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [],
    stateMutability: 'nonpayable',
  },
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ type: 'bool' }],
    stateMutability: 'nonpayable',
  },
  {
    type: 'function',
    name: 'transferEach',
    inputs: [
      { name: 'to', type: 'address[]' },
      { name: 'value', type: 'uint256[]' },
    ],
    outputs: [],
    stateMutability: 'nonpayable',
  },
] as const;
