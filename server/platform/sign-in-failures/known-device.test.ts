import { expect, test } from 'vitest';
import type { Call } from '../http/binding.ts';
import { knownDevice, rememberDevice } from './known-device.ts';

const device = { name: 'device', key: Buffer.from('the key of this test') };
const dayMs = 24 * 60 * 60 * 1_000;
const now = Date.UTC(2026, 4, 1);

/** A browser with its last cookie and that cookie's max-age in seconds. */
function browser() {
  const kept: { value: string | undefined; seconds: number | undefined } = { value: undefined, seconds: undefined };
  const cookies = {
    read: (name: string) => (name === 'device' ? kept.value : undefined),
    write: (name: string, value: string, seconds: number) =>
      void Object.assign(kept, { value: name === 'device' ? value : undefined, seconds }),
  } as unknown as Call['cookies'];
  return { call: { cookies }, kept };
}

test('a device is known for ninety days after its last sign-in, under one id', () => {
  const { call, kept } = browser();
  expect(knownDevice(device, call, 'somebody', now)).toBeNull();
  rememberDevice(device, call, 'somebody', now);
  expect(kept.seconds).toBe(90 * 24 * 60 * 60);
  const id = knownDevice(device, call, 'somebody', now);
  expect(id).toMatch(/^[\w-]{43}$/);
  expect(knownDevice(device, call, 'SOMEBODY', now + 90 * dayMs - 1)).toBe(id);
  expect(knownDevice(device, call, 'somebody', now + 90 * dayMs)).toBeNull();
  rememberDevice(device, call, 'somebody', now + dayMs);
  expect(knownDevice(device, call, 'somebody', now + 91 * dayMs - 1)).toBe(id);
  rememberDevice(device, call, 'somebody', now + 91 * dayMs);
  expect(knownDevice(device, call, 'somebody', now + 91 * dayMs)).not.toBe(id);
});

test('what the key did not sign for this account, id and end makes no device known', () => {
  const { call, kept } = browser();
  rememberDevice(device, call, 'somebody', now);
  const [id = '', end = '', mac = ''] = kept.value?.split('.') ?? [];
  expect(knownDevice(device, call, 'another', now)).toBeNull();
  expect(knownDevice({ ...device, key: Buffer.from('another key') }, call, 'somebody', now)).toBeNull();
  const forged = [
    [id, String(Number(end) + 1), mac],
    [`${id.slice(1)}A`, end, mac],
    [id, end, `${mac.slice(1)}A`],
    [id, end],
    [id, end, mac, ''],
    ['', '', ''],
  ];
  for (const parts of forged) {
    kept.value = parts.join('.');
    expect(knownDevice(device, call, 'somebody', now), kept.value).toBeNull();
  }
  rememberDevice(device, call, 'another', now);
  expect(knownDevice(device, call, 'another', now)).not.toBe(id);
});
