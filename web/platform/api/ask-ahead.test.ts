import { afterEach, expect, test, vi } from 'vitest';
import { askAhead, takeAsked } from './ask-ahead.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function networkOf(answer: () => Promise<Response>) {
  const network = vi.fn(answer);
  vi.stubGlobal('fetch', network);
  return network;
}

test('a read that was asked ahead is taken once, in the language it was asked in', async () => {
  const network = networkOf(async () => new Response('prices'));
  askAhead(['/api/prices', '/api/quota'], 'tc');
  expect(network.mock.calls).toMatchObject([
    ['/api/prices', { cache: 'no-store', headers: { 'x-clearlot-locale': 'tc' } }],
    ['/api/quota', { credentials: 'same-origin' }],
  ]);
  expect(await (await takeAsked('/api/prices', 'tc'))?.text()).toBe('prices');
  expect(takeAsked('/api/prices', 'tc')).toBeUndefined();
  expect(takeAsked('/api/quota', 'en')).toBeUndefined();
  expect(takeAsked('/api/never-asked', 'tc')).toBeUndefined();
});

test('an answer that waited too long is not taken', () => {
  vi.useFakeTimers();
  networkOf(async () => new Response(''));
  askAhead(['/api/prices'], 'en');
  vi.advanceTimersByTime(10_001);
  expect(takeAsked('/api/prices', 'en')).toBeUndefined();
});

test('a failure is met by whoever takes the answer, and by nobody else', async () => {
  networkOf(() => Promise.reject(new TypeError('no network')));
  askAhead(['/api/prices', '/api/quota'], 'en');
  await expect(takeAsked('/api/prices', 'en')).rejects.toThrow('no network');
});
