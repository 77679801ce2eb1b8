import { afterEach, expect, test, vi } from 'vitest';
import { showBadge } from './app-badge.ts';

afterEach(() => vi.unstubAllGlobals());

function badgeOf(outcome: Promise<void>) {
  const badge = { setAppBadge: vi.fn(() => outcome), clearAppBadge: vi.fn(() => outcome) };
  vi.stubGlobal('navigator', badge);
  return badge;
}

test('the installed app’s icon shows what is unread, and nothing once all is read', () => {
  const badge = badgeOf(Promise.resolve());
  showBadge(3);
  expect(badge.setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
  expect(badge.clearAppBadge).not.toHaveBeenCalled();
  showBadge(0);
  expect(badge.clearAppBadge).toHaveBeenCalledOnce();
  expect(badge.setAppBadge).toHaveBeenCalledOnce();
});

test('a browser that refuses the badge or has none does not matter', async () => {
  const badge = badgeOf(Promise.reject(new Error('not allowed')));
  showBadge(3);
  showBadge(0);
  // An unhandled rejection would fail the run.
  await Promise.allSettled(badge.setAppBadge.mock.results.map(({ value }) => value));
  vi.stubGlobal('navigator', {});
  expect(() => showBadge(3)).not.toThrow();
});
