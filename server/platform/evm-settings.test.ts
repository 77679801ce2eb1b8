import { expect, test } from 'vitest';
import { describeSettings, readConfig } from './config.ts';

// Account m/44'/60'/0' of the phrase that development chains publish.
const xpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const token = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const complete = { RAIL: 'evm', EVM_RPC_URL: 'https://node.example/v2/s3cret', EVM_TOKEN: token, EVM_XPUB: xpub };

test('the on-chain rail takes its settings from the environment', () => {
  const rail = { kind: 'evm', rpcUrl: complete.EVM_RPC_URL, chainId: null, token, xpub, confirmations: 12 };
  expect(readConfig(complete).rail).toEqual(rail);
  const more = { ...complete, EVM_CHAIN_ID: '11155111', EVM_CONFIRMATIONS: '3' };
  expect(readConfig(more).rail).toEqual({ ...rail, chainId: 11_155_111, confirmations: 3 });
});

test('what the on-chain rail lacks stops the start, all at once', () => {
  const message =
    'EVM_RPC_URL must be set with RAIL=evm.\nEVM_TOKEN must be set with RAIL=evm.\nEVM_XPUB must be set with RAIL=evm.';
  expect(() => readConfig({ RAIL: 'evm' })).toThrow(message);
});

test('settings of a chain without the rail that reads them stop the start', () => {
  expect(() => readConfig({ EVM_TOKEN: token })).toThrow('EVM_TOKEN counts with RAIL=evm only');
});

test('a private key is refused and not repeated, and neither a node’s key nor the extended key is printed', () => {
  const xprv = `xprv${xpub.slice(4)}`;
  expect(() => readConfig({ ...complete, EVM_XPUB: xprv })).toThrow(
    /^EVM_XPUB must be an extended public key(?!.*xprv)/,
  );
  const lines = describeSettings(complete).join('\n');
  expect(lines).toContain('RAIL evm\n');
  expect(lines).toContain('EVM_RPC_URL https://node.example/****\n');
  expect(lines).not.toMatch(/s3cret|xpub/);
});
