import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restWhileHidden } from './hidden-pages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The locks of one browser, granted in the order of the requests. */
function browserLocks() {
  let turn: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: LockOptions, act: () => Promise<void>) => {
    const granted = turn.then(() => (signal?.aborted ? undefined : act()));
    turn = granted;
    return granted;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

function pageIn(locks: Pick<LockManager, 'request'> | undefined, isVisible = true) {
  const page = Object.assign(new EventTarget(), { visibilityState: isVisible ? 'visible' : 'hidden' });
  let isAsleep = false;
  const turnTo = (asleep: boolean) => () => {
    isAsleep = asleep;
  };
  const stream = { sleep: turnTo(true), wake: turnTo(false) };
  const after = (delayMs: number, act: () => void) => {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  };
  restWhileHidden(stream, { page: page as unknown as Document, locks, after });
  const turn = async (to: 'visible' | 'hidden') => {
    page.visibilityState = to;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { turn, isAsleep: () => isAsleep };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test('of the pages that are hidden for half a minute one keeps its stream; another takes that over when it is seen', async () => {
  const locks = browserLocks();
  const pages = [pageIn(locks), pageIn(locks), pageIn(locks, false)];
  const [first, second] = pages;
  const asleep = () => pages.map((one) => one.isAsleep());
  await first?.turn('hidden');
  await second?.turn('hidden');
  await pass(29);
  expect(asleep()).toEqual([false, false, false]);
  await pass(3);
  expect(asleep().filter(Boolean)).toHaveLength(2);
  const keeper = pages[asleep().indexOf(false)];
  await keeper?.turn('visible');
  await pass(1);
  expect(asleep().filter(Boolean)).toHaveLength(1);
  expect(keeper?.isAsleep()).toBe(false);
  for (const one of pages) await one.turn('visible');
  expect(asleep()).toEqual([false, false, false]);
  await pass(60);
  expect(asleep()).toEqual([false, false, false]);
});

test('a page that is hidden for a moment, or in a browser without locks, keeps its stream', async () => {
  const locks = browserLocks();
  const [keeper, short, without] = [pageIn(locks, false), pageIn(locks), pageIn(undefined, false)];
  await pass(40);
  await short.turn('hidden');
  await pass(29);
  await short.turn('visible');
  await pass(120);
  expect([keeper, short, without].map((one) => one.isAsleep())).toEqual([false, false, false]);
});
