import { expect, test } from 'vitest';
import { createSecretSeal, keyFor } from './secret-seal.ts';

const key = Buffer.alloc(32, 7);
const seal = createSecretSeal(key);

test('what is sealed opens at its place, is unreadable, and never twice the same', () => {
  const sealed = seal.seal('JBSWY3DPEHPK3PXP', 'authenticator 1');
  expect(seal.open(sealed, 'authenticator 1')).toBe('JBSWY3DPEHPK3PXP');
  expect(sealed.includes('JBSWY3DP')).toBe(false);
  expect(seal.seal('JBSWY3DPEHPK3PXP', 'authenticator 1')).not.toEqual(sealed);
});

test('at another place, with another key, or with one bit turned it does not open', () => {
  const sealed = seal.seal('secret', 'authenticator 1');
  expect(() => seal.open(sealed, 'authenticator 2')).toThrow();
  expect(() => createSecretSeal(Buffer.alloc(32, 8)).open(sealed, 'authenticator 1')).toThrow();
  for (const at of [0, 8, 20, sealed.length - 1]) {
    const turned = Buffer.from(sealed);
    turned.writeUInt8(turned.readUInt8(at) ^ 1, at);
    expect(() => seal.open(turned, 'authenticator 1')).toThrow();
  }
});

test('each use of the one key has a key of its own', () => {
  const keys = [key, keyFor('authenticators', key), keyFor('backup codes', key)].map((one) => one.toString('hex'));
  expect(new Set(keys).size).toBe(3);
  expect(keyFor('authenticators', key)).toHaveLength(32);
});

test('a former key opens what it sealed, and the newest seals it again, once', () => {
  const newest = createSecretSeal(Buffer.alloc(32, 8), { older: [key] });
  const sealed = seal.seal('secret', 'place');
  expect(newest.open(sealed, 'place')).toBe('secret');
  const again = newest.sealAgain(sealed, 'place');
  expect(createSecretSeal(Buffer.alloc(32, 8)).open(again ?? Buffer.of(), 'place')).toBe('secret');
  expect(newest.sealAgain(again ?? Buffer.of(), 'place')).toBeNull();
  expect(() => newest.sealAgain(sealed, 'another place')).toThrow();
});

test('what was sealed before keys had ids opens with the key that it is said to have', () => {
  const unnamed = seal.seal('secret', 'place').subarray(8);
  expect(createSecretSeal(Buffer.alloc(32, 8), { unnamed: key }).open(unnamed, 'place')).toBe('secret');
  expect(seal.open(unnamed, 'place')).toBe('secret');
  expect(() => createSecretSeal(Buffer.alloc(32, 8)).open(unnamed, 'place')).toThrow();
});
