// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentDeviceId, pushSupport, subscribeDevice, unsubscribeDevice } from './push-subscription.ts';

/** Bytes whose base64 has each sign that base64url writes otherwise. */
const keyBytes = Uint8Array.from([251, 255, 254, 1]);
const pushKey = '-__-AQ';

let current: ReturnType<typeof subscription> | null = null;
const subscribe = vi.fn(async (_: { applicationServerKey: Uint8Array }) => (current = subscription(keyBytes, 'new')));

function subscription(key: Uint8Array | null, name: string) {
  return {
    endpoint: `https://push.example/${name}`,
    options: { applicationServerKey: key === null ? null : key.buffer },
    toJSON: () => ({ endpoint: `https://push.example/${name}`, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => true),
  };
}

beforeEach(() => {
  const registration = { pushManager: { getSubscription: async () => current, subscribe } };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('isSecureContext', true);
  subscribe.mockClear();
});
afterEach(() => {
  current = null;
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

test('a device keeps its subscription for the server’s own key, and gets another one for another key', async () => {
  expect((await subscribeDevice(pushKey))?.endpoint).toBe('https://push.example/new');
  expect([...(subscribe.mock.calls[0]?.[0].applicationServerKey ?? [])]).toEqual([...keyBytes]);
  expect((await subscribeDevice(pushKey))?.endpoint).toBe('https://push.example/new');
  expect(subscribe).toHaveBeenCalledTimes(1);
  for (const key of [Uint8Array.from([1]), null]) {
    const before = subscription(key, 'before');
    current = before;
    expect((await subscribeDevice(pushKey))?.endpoint).toBe('https://push.example/new');
    expect(before.unsubscribe).toHaveBeenCalledTimes(1);
  }
  expect(subscribe).toHaveBeenCalledTimes(3);
});

test('the server knows a device by the hash of its address; without a subscription there is none, and none to end', async () => {
  expect(await currentDeviceId()).toBeNull();
  await unsubscribeDevice();
  const made = subscription(keyBytes, '1');
  current = made;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('https://push.example/1'));
  const id = Buffer.from(digest).toString('hex').slice(0, 24);
  expect(await currentDeviceId()).toBe(id);
  await unsubscribeDevice();
  expect(made.unsubscribe).toHaveBeenCalledTimes(1);
});

test('push messages need a worker, a push service, a secure address, and that the member did not block them', async () => {
  expect(pushSupport()).toBe('supported');
  vi.stubGlobal('Notification', { permission: 'denied' });
  expect(pushSupport()).toBe('denied');
  current = subscription(keyBytes, '1');
  expect(await currentDeviceId()).toBeNull();
  vi.stubGlobal('isSecureContext', false);
  expect(pushSupport()).toBe('unsupported');
  vi.stubGlobal('isSecureContext', true);
  Reflect.deleteProperty(window, 'PushManager');
  expect(pushSupport()).toBe('unsupported');
});
