import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeDevice, WorkerAbsent } from './push-subscription.ts';

let permission: NotificationPermission;
let ready: Promise<unknown>;

beforeEach(() => {
  vi.useFakeTimers();
  permission = 'granted';
  vi.stubGlobal('Notification', { requestPermission: async () => permission });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      get ready() {
        return ready;
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a member who refuses is not subscribed', async () => {
  permission = 'denied';
  expect(await subscribeDevice('key')).toBeNull();
});

test('a worker that never becomes ready ends the wait, one that does ends the timer', async () => {
  ready = new Promise(() => undefined);
  const asked = subscribeDevice('key', 1_000).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toBeInstanceOf(WorkerAbsent);
  const made = { toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }) };
  ready = Promise.resolve({ pushManager: { getSubscription: async () => null, subscribe: async () => made } });
  expect(await subscribeDevice('a2V5')).toEqual({ endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' });
  expect(vi.getTimerCount()).toBe(0);
});
