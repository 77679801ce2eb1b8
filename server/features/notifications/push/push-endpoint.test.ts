import type { LookupAddress } from 'node:dns';
import { expect, test, vi } from 'vitest';
import { isDeviceKey, isPublicAddress, isPushEndpoint, publicLookup } from './push-endpoint.ts';

/** A name that leads to this machine first, and to the Internet. */
const twofold: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '142.250.1.1', family: 4 },
];

vi.mock('node:dns', async (original) => {
  const dns = await original<typeof import('node:dns')>();
  const lookup = (name: string, options: object, answer: (error: Error | null, found?: unknown) => void) =>
    name === 'twofold.example' ? answer(null, twofold) : dns.lookup(name, options, answer as never);
  return { ...dns, lookup };
});

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGu',
  'https://sg2p.notify.windows.com/w/?token=BQ%3d',
])('%s is accepted', (endpoint) => {
  expect(isPushEndpoint(endpoint, false)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm',
  'https://user:secret@fcm.googleapis.com/fcm',
  'https://user@fcm.googleapis.com/fcm',
  'https://127.0.0.1/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://8.8.8.8/x',
  'https://[::1]/x',
  'https://[fd00::1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://localhost/x',
  'https://database/x',
  'http://127.0.0.1:5432/x',
  'ftp://push.example.com/x',
  'file:///etc/passwd',
  'data:text/plain,x',
  'javascript:alert(1)',
  'push.example.com/x',
  `https://push.example.com/${'x'.repeat(1_000)}`,
  '',
])('%s is refused', (endpoint) => {
  expect(isPushEndpoint(endpoint, false)).toBe(false);
});

test('this machine is accepted where a test allows it, and no other private address', () => {
  expect(isPushEndpoint('http://127.0.0.1:8081/device/1', true)).toBe(true);
  expect(isPushEndpoint('http://10.0.0.1:8081/device/1', true)).toBe(false);
  expect(isPushEndpoint('https://10.0.0.1/device/1', true)).toBe(false);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
  expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
});

test.each(['::1', '::', 'fe80::1', 'fd00::1', '64:ff9b::7f00:1', '2002:7f00:1::', 'x', ''])(
  '%s is not a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

test('public addresses are', () => {
  const addresses = ['142.250.1.1', '::ffff:142.250.1.1', '2607:f8b0::1'];
  expect(addresses.filter(isPublicAddress)).toEqual(addresses);
});

test.each([false, true])('a name that leads to this machine is not connected to (all: %s)', async (all) => {
  const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
  expect(error).toMatchObject({ code: 'EACCES' });
});

test('of a name that leads to this machine as well only the public address is connected to', async () => {
  const found = (all: boolean) =>
    new Promise((resolve) => publicLookup('twofold.example', { all }, (_error, address) => resolve(address)));
  expect(await found(true)).toEqual([twofold[1]]);
  expect(await found(false)).toBe(twofold[1]?.address);
});

test('a key that is no point of the curve is refused', () => {
  const point = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
  expect(isDeviceKey(point)).toBe(true);
  expect(isDeviceKey(`${point.slice(0, -4)}AAAA`)).toBe(false);
  expect(isDeviceKey('A'.repeat(87))).toBe(false);
});
