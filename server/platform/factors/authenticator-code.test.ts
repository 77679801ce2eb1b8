import { Secret, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { authenticatorAddress, codeAt, newAuthenticatorSecret, stepOfCode, stepOfPair } from './authenticator-code.ts';

/** RFC 6238, appendix B, SHA-1: its codes of eight digits, of which ours are the last six. */
const secret = Secret.fromLatin1('12345678901234567890').base32;
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

test.each(vectors)('at %i s the code is that of RFC 6238', (seconds, code) => {
  expect(codeAt(secret, seconds * 1_000)).toBe(code.slice(2));
  expect(stepOfCode(secret, code.slice(2), seconds * 1_000, 0)).toBe(Math.floor(seconds / 30));
});

const now = 1_800_000_015_000;
const step = Math.floor(now / 30_000);

test('the codes of the step before and the one after count as well, further ones do not', () => {
  const stepAt = (seconds: number) => stepOfCode(secret, codeAt(secret, now + seconds * 1_000), now, 0);
  expect([-60, -30, 0, 30, 60].map(stepAt)).toEqual([null, step - 1, step, step + 1, null]);
});

test('a step that was used, and every one before it, counts no more', () => {
  const stepAt = (seconds: number) => stepOfCode(secret, codeAt(secret, now + seconds * 1_000), now, step);
  expect([-30, 0, 30].map(stepAt)).toEqual([null, null, step + 1]);
});

test('of two codes in a row neither may have been used, and the second is the step that is used then', () => {
  const pairAfter = (lastStep: number) =>
    stepOfPair(secret, [codeAt(secret, now - 30_000), codeAt(secret, now)], now, lastStep);
  expect([step - 2, step - 1, step].map(pairAfter)).toEqual([step, null, null]);
  // One code twice, or with one between them, is no pair.
  const pairWith = (seconds: number) =>
    stepOfPair(secret, [codeAt(secret, now + seconds * 1_000), codeAt(secret, now)], now, 0);
  expect([-60, -30, 0, 30].map(pairWith)).toEqual([null, step, null, null]);
});

test('the address says to the app what the server reckons with', () => {
  const drawn = newAuthenticatorSecret();
  const app = URI.parse(authenticatorAddress(drawn, 'satoshi7'));
  expect(app).toMatchObject({ issuer: 'Clearlot', label: 'satoshi7', algorithm: 'SHA1', digits: 6, period: 30 });
  expect(app.secret.base32).toBe(drawn);
  expect(app.secret.bytes).toHaveLength(20);
  expect(newAuthenticatorSecret()).not.toBe(drawn);
});
