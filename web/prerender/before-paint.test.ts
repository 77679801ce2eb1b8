// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Told = (paints: { getEntriesByName(name: string): unknown[] }) => void;

/** A browser's record of what it painted; the test paints. */
class Paints {
  static newest: Paints | null = null;
  readonly disconnect = vi.fn();
  observe = vi.fn();
  readonly #tell: Told;
  constructor(tell: Told) {
    this.#tell = tell;
    Paints.newest = this;
  }
  paint(name = 'first-contentful-paint'): void {
    this.#tell({ getEntriesByName: (wanted) => (wanted === name ? [{}] : []) });
  }
}

const { dataset } = document.documentElement;
const booted = () => (globalThis as { booted?: number }).booted ?? 0;
let opened = 0;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('PerformanceObserver', Paints);
  sessionStorage.clear();
  document.head.innerHTML = '';
  document.documentElement.removeAttribute('style');
  for (const name of Object.keys(dataset)) delete dataset[name];
  Object.assign(globalThis, { booted: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page as the server sends it, at an address, up to where its first script has run. */
async function open(address: string, sent: Readonly<Record<string, string>> = {}): Promise<void> {
  // Another address each time: a module is run once.
  opened += 1;
  vi.stubGlobal('bootAddress', `data:text/javascript,globalThis.booted = globalThis.booted + 1; // ${opened}`);
  Object.assign(dataset, sent);
  window.history.replaceState(null, '', address);
  await import('./before-paint.ts');
}

test.each([
  ['the screen of the address, in any letter case', '/homeTab', '/hometab', 'en', 'zoe12345', true],
  ['the home at the root', '/', '/hometab', 'en', 'zoe12345', true],
  ['an address with a slash behind', '/orders/', '/orders', 'en', 'zoe12345', true],
  ['the login that a visitor is sent to', '/orders', '/login', 'en', null, true],
  ['the login, for a member whose cookie is gone', '/orders', '/login', 'en', 'zoe12345', false],
  ['a screen in another language than the tab’s', '/homeTab', '/hometab', 'jp', 'zoe12345', false],
])('whether a prerendered screen is shown: %s', async (_case, address, path, locale, member, isShown) => {
  sessionStorage.setItem('locale', 'en');
  if (member) sessionStorage.setItem('username', member);
  await open(address, { path, locale });
  expect(dataset.prerendered).toBe(isShown ? 'shown' : undefined);
});

test('the trading screen says the coin that this member left it with, and no other’s', async () => {
  const coin = () => document.documentElement.style.getPropertyValue('--coin');
  sessionStorage.setItem('username', 'zoe12345');
  sessionStorage.setItem('trading', 'zoe12345 ?coin=BTC 5');
  await open('/orders', { path: '/orders' });
  expect([dataset.coin, coin()]).toEqual([undefined, '']);
  vi.resetModules();
  await open('/tab1', { path: '/tab1' });
  expect([dataset.coin, coin()]).toEqual(['BTC', '"BTC"']);
  delete dataset.coin;
  sessionStorage.setItem('username', 'eve12345');
  vi.resetModules();
  await open('/tab1', { path: '/tab1' });
  expect(dataset.coin).toBeUndefined();
});

test('the app is asked for once, after the first paint, with all scripts of the page at once', async () => {
  await open('/login', { scripts: '/a.js /b.js' });
  Paints.newest?.paint('first-paint');
  expect(document.head.querySelectorAll('link')).toHaveLength(0);
  Paints.newest?.paint();
  const links = [...document.head.querySelectorAll('link')].map((link) => [link.rel, link.getAttribute('href')]);
  expect(links).toEqual([
    ['modulepreload', '/a.js'],
    ['modulepreload', '/b.js'],
  ]);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(booted).toBe(1);
  expect(document.head.querySelectorAll('link')).toHaveLength(2);
});

test('the app starts all the same where nothing is said of a paint, and in a page that is not painted', async () => {
  await open('/login');
  await vi.advanceTimersByTimeAsync(499);
  expect(booted()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(booted).toBe(1);
  vi.resetModules();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open('/login');
  await expect.poll(booted).toBe(2);
  vi.restoreAllMocks();
});
