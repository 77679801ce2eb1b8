import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryUntil } from './retry-until.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const network = new EventTarget();
let answers: boolean[];
let attempts: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', network);
  page.visibilityState = 'visible';
  answers = [];
  attempts = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = () =>
  retryUntil(async () => {
    attempts += 1;
    const answer = answers.shift();
    if (answer === undefined) throw new Error('unreachable');
    return answer;
  });

test('what fails is tried again, ever more slowly, until it works, and then never again', async () => {
  answers = [false, false, false, true, true];
  start();
  const passed: number[] = [];
  for (const seconds of [1, 1, 2, 4, 60]) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    passed.push(attempts);
  }
  expect(passed).toEqual([1, 2, 3, 4, 4]);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toBe(4);
});

test('the network’s return and a look at the page try at once; a page in the background waits for one of them', async () => {
  const stop = start();
  await vi.advanceTimersByTimeAsync(64_000);
  const slow = attempts;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(attempts).toBe(slow + 10);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts).toBe(slow + 11);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toBe(slow + 12);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts).toBe(slow + 12);
  await vi.advanceTimersByTimeAsync(600_000);
  const hidden = attempts;
  expect(hidden).toBeLessThanOrEqual(slow + 13);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts).toBe(hidden + 1);
  stop();
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempts).toBe(hidden + 1);
});

test('an attempt that is under way is not made twice', async () => {
  let finish = (_: boolean): void => undefined;
  let running = 0;
  retryUntil(() => {
    running += 1;
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  await vi.advanceTimersByTimeAsync(1_000);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(running).toBe(1);
  finish(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(running).toBe(1);
});
