import { afterEach, expect, test, vi } from 'vitest';
import { loadPage } from './load-page.ts';

afterEach(() => void vi.useRealTimers());

const limits = { timeoutMs: 2000, attempts: 3, pauseMs: 1 };

test('a page whose code failed to load is retried', async () => {
  let attempts = 0;
  const page = await loadPage(async () => {
    attempts += 1;
    if (attempts < 3) throw new Error('network');
    return 'page';
  }, limits);
  expect([page, attempts]).toEqual(['page', 3]);
});

test('an attempt that failed is made again after a pause, in which the network may be back', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => 'page');
  load.mockRejectedValueOnce(new Error('network'));
  const loading = loadPage(load);
  await vi.advanceTimersByTimeAsync(699);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loading).toBe('page');
});

test('after the last attempt the error is thrown', async () => {
  let attempts = 0;
  const failing = async () => {
    attempts += 1;
    throw new Error('network');
  };
  await expect(loadPage(failing, limits)).rejects.toThrow('network');
  expect(attempts).toBe(3);
});

test('a page that never loads times out', async () => {
  await expect(loadPage(() => new Promise(() => {}), { ...limits, timeoutMs: 5 })).rejects.toThrow('too long');
});
