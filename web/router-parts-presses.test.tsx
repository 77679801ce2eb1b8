// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getLoginState } from '#contract/identity.ts';
import { type FakeServer, fakeServer } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { localeStore } from './platform/i18n/locale-store.ts';
import type { Slide } from './platform/navigation/slide.ts';
import { session } from './platform/session/session.ts';
import { startNavigation } from './router.tsx';

const parts = vi.hoisted(() => ({ slides: [] as string[], broken: '', restores: 0 }));
vi.mock('./pages.ts', () => {
  const codeOf = async (name: string) => {
    if (name === parts.broken) throw new Error('no such file');
    return { Page: () => name };
  };
  return { codeOf };
});
vi.mock('./platform/navigation/page-change.ts', () => ({
  changePage: (slide: Slide, update: () => void) => {
    parts.slides.push(slide);
    update();
  },
}));
vi.mock('./platform/navigation/load-page.ts', async (original) => {
  const { loadPage } = await original<typeof import('./platform/navigation/load-page.ts')>();
  return { loadPage: (load: () => Promise<unknown>) => loadPage(load, { timeoutMs: 9_000, attempts: 2, pauseMs: 1 }) };
});
vi.mock('./platform/api/restore-session.ts', async (original) => {
  const { restoreSession } = await original<typeof import('./platform/api/restore-session.ts')>();
  const counted = (): Promise<boolean> => {
    parts.restores += 1;
    return restoreSession();
  };
  return { restoreSession: counted };
});

beforeAll(() => useLanguage('en'));
let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  server.answer(getLoginState, false);
  Object.assign(parts, { slides: [], broken: '', restores: 0 });
});
afterEach(() => {
  session.signOut();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function openAt(address: string) {
  window.history.replaceState(null, '', address);
  const navigator = startNavigation();
  await expect.poll(() => navigator.shown()?.location.path).toBeDefined();
  return navigator;
}

test('pages slide by their order, and going back comes to where the page before was scrolled to', async () => {
  session.signIn('zoe12345');
  const navigator = await openAt('/homeTab');
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(420);
  await navigator.go('/tab1');
  window.history.replaceState({ index: 0 }, '', '/homeTab');
  await navigator.follow();
  expect(parts.slides).toEqual(['none', 'forward', 'back']);
  expect(scrolled.mock.calls).toEqual([
    [0, 0],
    [0, 420],
  ]);
});

test('a page waits for the texts that it shows, where these are not the first', async () => {
  const more = vi.spyOn(localeStore, 'loadMore').mockResolvedValue();
  const navigator = await openAt('/login');
  expect(more).not.toHaveBeenCalled();
  await navigator.go('/fairness');
  expect(more).toHaveBeenCalledTimes(1);
});

test('a page whose code does not come says so in its place', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  parts.broken = 'fairness';
  const navigator = await openAt('/fairness');
  expect(navigator.shown()?.page.name).toBe('NotLoadedPage');
});

test('who has signed in while the server could not be asked is not asked for again, and stays where that led', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.loseConnection(getLoginState);
  window.history.replaceState(null, '', '/orders?id=7');
  const navigator = startNavigation();
  await vi.waitFor(() => expect(navigator.shown()?.location.path).toBe('/login'));
  session.signIn('zoe12345');
  await navigator.go('/tab4');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(navigator.shown()?.location.path).toBe('/tab4');
  expect(parts.restores).toBe(1);
});
