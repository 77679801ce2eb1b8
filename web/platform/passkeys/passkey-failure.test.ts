import { expect, test } from 'vitest';
import { passkeySupport } from './passkey-failure.ts';

test.each(['127.0.0.1', '192.0.2.7', '[::1]'])('%s cannot be bound to a passkey', (hostname) => {
  expect(passkeySupport(hostname, true)).toBe('address');
});

test.each(['localhost', 'clearlot.example', '1.clearlot.example'])('%s can be bound to a passkey', (hostname) => {
  expect(passkeySupport(hostname, true)).toBe('ready');
  expect(passkeySupport(hostname, false)).toBe('unsupported');
});
