import { expect, test } from 'vitest';
import { allowedChain, ChainRefused } from './allowed-chains.ts';

// By the chain ids that the networks publish: a list of its own, so that no slip of a digit admits a chain with real money.
const testNetworks = {
  'Development chain': [31_337, 1_337],
  Sepolia: [11_155_111],
  Holesky: [17_000],
  Hoodi: [560_048],
  'Base Sepolia': [84_532],
  'Arbitrum Sepolia': [421_614],
  'OP Sepolia': [11_155_420],
  'Polygon Amoy': [80_002],
  'BNB Smart Chain Testnet': [97],
  'Avalanche Fuji': [43_113],
  'Linea Sepolia': [59_141],
  'Scroll Sepolia': [534_351],
};

test('deposits are accepted from every test network, under its name', () => {
  for (const [name, ids] of Object.entries(testNetworks)) {
    for (const id of ids) expect(allowedChain(id, null)).toBe(name);
  }
});

test.each([
  ['Ethereum', 1],
  ['OP Mainnet', 10],
  ['BNB Smart Chain', 56],
  ['Polygon', 137],
  ['Base', 8_453],
  ['Arbitrum One', 42_161],
  ['Avalanche', 43_114],
  ['Linea', 59_144],
  ['Scroll', 534_352],
])('deposits are not accepted from %s, whose coins are real money', (_name, id) => {
  expect(() => allowedChain(id, null)).toThrow(ChainRefused);
  expect(() => allowedChain(id, id)).toThrow(ChainRefused);
});
