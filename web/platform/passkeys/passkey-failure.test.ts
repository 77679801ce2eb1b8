// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { ApiRefusal, SessionOver } from '../api/refusal.ts';
import { PasskeyFailure, passkeyProblem, passkeySupport } from './passkey-failure.ts';

beforeAll(() => useLanguage('en'));

test.each(['127.0.0.1', '192.0.2.7', '[::1]'])('%s cannot be bound to a passkey', (hostname) => {
  expect(passkeySupport(hostname, true)).toBe('address');
});

test.each(['localhost', 'clearlot.example', '1.clearlot.example'])('%s can be bound to a passkey', (hostname) => {
  expect(passkeySupport(hostname, true)).toBe('ready');
  expect(passkeySupport(hostname, false)).toBe('unsupported');
});

test('each failure of a passkey has its own words, and a refusal those of the server', () => {
  const said = (['address', 'unsupported', 'cancelled', 'known', 'failed'] as const).map((kind) =>
    passkeyProblem(new PasskeyFailure(kind)),
  );
  expect(said).toEqual([
    'Passkeys do not work at this address of Clearlot',
    'This browser has no passkeys',
    'No passkey was used: the prompt was closed, or it took too long',
    'This device has a passkey for this account already',
    'The passkey did not work on this device. Nothing was changed',
  ]);
  expect(passkeyProblem(new ApiRefusal('secondFactorWrong', 'This code is wrong'))).toBe('This code is wrong');
  expect(passkeyProblem(new SessionOver())).toBeNull();
});
