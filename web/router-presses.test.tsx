// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getLoginState } from '#contract/identity.ts';
import { type AccountInfo, getAccountInfo } from '#contract/profile-account.ts';
import { type FakeServer, fakeServer } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { session } from './platform/session/session.ts';
import { startNavigation } from './router.tsx';

/** Pages without their code: the addresses are the subject. */
vi.mock('./pages.ts', () => ({
  codeOf: async (name: string) => ({ Page: () => name }),
}));

beforeAll(() => useLanguage('en'));

const profile: AccountInfo = {
  ...{ username: 'zoe12345', nickname: '', realname: '', timezone: 'UTC', locale: 'en', registeredAt: 0 },
  ...{ hasWithdrawalPassword: false, hasBankCard: false, frozen: false, hasAuthenticator: false },
};

let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  server.answer(getLoginState, false);
  server.answer(getAccountInfo, profile);
});
afterEach(() => {
  session.signOut();
  vi.useRealTimers();
});

function openAt(address: string) {
  window.history.replaceState(null, '', address);
  const navigator = startNavigation();
  const path = () => navigator.shown()?.location.path;
  return { navigator, path, address: () => window.location.pathname + window.location.search };
}

test('the root is the home, a member’s page leads to the login and comes back, an unknown address is said', async () => {
  session.signIn('zoe12345');
  const root = openAt('/');
  await expect.poll(root.path).toBe('/homeTab');
  session.signOut();
  expect(window.history.scrollRestoration).toBe('manual');
  const members = openAt('/orders?id=7');
  await expect.poll(members.path).toBe('/login');
  expect(decodeURIComponent(members.address())).toContain('/orders?id=7');
  const nowhere = openAt('/nowhere');
  await expect.poll(nowhere.path).toBe('/nowhere');
  expect(nowhere.navigator.shown()?.page.name).toBe('NotFoundPage');
});

test('a new tab of a browser that is signed in shows the member’s page at once', async () => {
  server.answer(getLoginState, true);
  const { path } = openAt('/orders');
  await expect.poll(path).toBe('/orders');
  expect(session.username()).toBe('zoe12345');
});

test('a public page does not wait for what the server says of the session', async () => {
  const held = server.hold(getLoginState, false);
  const { path } = openAt('/financial');
  await expect.poll(path).toBe('/financial');
  const waiting = openAt('/orders');
  await expect.poll(() => server.requestsTo(getLoginState).length).toBe(2);
  expect(waiting.path()).toBeUndefined();
  held.release();
  await expect.poll(waiting.path).toBe('/login');
});

test('where the server could not be asked the login is shown, and left once it says that the browser is signed in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.loseConnection(getLoginState);
  const { path } = openAt('/orders?id=7');
  await vi.waitFor(() => expect(path()).toBe('/login'));
  server.answer(getLoginState, true);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(path()).toBe('/orders'));
  expect(session.username()).toBe('zoe12345');
  // In the place of the login: going back does not lead there.
  expect(window.history.state).toEqual({ index: 0 });
});

test('going back follows the history', async () => {
  session.signIn('zoe12345');
  const { navigator, path } = openAt('/homeTab');
  await expect.poll(path).toBe('/homeTab');
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  await navigator.go('/tab1');
  expect(path()).toBe('/tab1');
  expect(scrolled.mock.calls).toEqual([[0, 0]]);
  scrolled.mockRestore();
  window.history.replaceState({ index: 0 }, '', '/homeTab');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(path).toBe('/homeTab');
});
