import { afterEach, expect, test, vi } from 'vitest';
import { preloadReads, takePreloaded } from './preload.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function networkOf(respond: () => Promise<Response>) {
  const network = vi.fn(respond);
  vi.stubGlobal('fetch', network);
  return network;
}

test('a preloaded read is taken once, in the language it was requested in', async () => {
  const network = networkOf(async () => new Response('prices'));
  preloadReads(['/api/prices', '/api/quota'], 'tc');
  expect(network.mock.calls).toMatchObject([
    ['/api/prices', { cache: 'no-cache', headers: { 'x-clearlot-locale': 'tc' } }],
    ['/api/quota', { credentials: 'same-origin' }],
  ]);
  expect(await (await takePreloaded('/api/prices', 'tc'))?.text()).toBe('prices');
  expect(takePreloaded('/api/prices', 'tc')).toBeUndefined();
  expect(takePreloaded('/api/quota', 'en')).toBeUndefined();
  expect(takePreloaded('/api/never-asked', 'tc')).toBeUndefined();
});

test('a response that waited too long is not taken', () => {
  vi.useFakeTimers();
  networkOf(async () => new Response(''));
  preloadReads(['/api/prices'], 'en');
  vi.advanceTimersByTime(10_001);
  expect(takePreloaded('/api/prices', 'en')).toBeUndefined();
});

test('a failed preload rejects where it is taken, and nowhere else', async () => {
  networkOf(() => Promise.reject(new TypeError('no network')));
  preloadReads(['/api/prices', '/api/quota'], 'en');
  await expect(takePreloaded('/api/prices', 'en')).rejects.toThrow('no network');
});
