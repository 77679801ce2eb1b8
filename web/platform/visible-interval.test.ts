import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatWhileVisible } from './visible-interval.ts';

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

const intervalMs = 2000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function running() {
  const page = new Page();
  const act = vi.fn();
  return { page, act, stop: repeatWhileVisible(act, intervalMs, page) };
}

test('acts once an interval while the page is visible', () => {
  const { act, stop } = running();
  vi.advanceTimersByTime(3 * intervalMs);
  expect(act).toHaveBeenCalledTimes(3);
  stop();
});

test('no timer runs while the page is hidden, and it resumes when the page is visible again', () => {
  const { page, act, stop } = running();
  page.show('hidden');
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10 * intervalMs);
  expect(act).not.toHaveBeenCalled();
  page.show('visible');
  vi.advanceTimersByTime(intervalMs);
  expect(act).toHaveBeenCalledTimes(1);
  stop();
});

test('becoming visible twice does not start a second timer', () => {
  const { page, act, stop } = running();
  page.show('visible');
  page.show('visible');
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(intervalMs);
  expect(act).toHaveBeenCalledTimes(1);
  stop();
});

test('after stopping no timer runs, nor starts when the page becomes visible later', () => {
  const { page, act, stop } = running();
  stop();
  expect(vi.getTimerCount()).toBe(0);
  page.show('visible');
  vi.advanceTimersByTime(10 * intervalMs);
  expect(vi.getTimerCount()).toBe(0);
  expect(act).not.toHaveBeenCalled();
});

test('a page that opens hidden starts when it becomes visible', () => {
  const page = new Page();
  page.visibilityState = 'hidden';
  const act = vi.fn();
  const stop = repeatWhileVisible(act, intervalMs, page);
  expect(vi.getTimerCount()).toBe(0);
  page.show('visible');
  vi.advanceTimersByTime(intervalMs);
  expect(act).toHaveBeenCalledTimes(1);
  stop();
});
