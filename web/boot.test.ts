// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localeHeader } from '#contract/locale.ts';
import type { Language } from './platform/i18n/registry.ts';

/** What was asked for. */
const asked = vi.hoisted(() => ({ code: [] as string[] }));
vi.mock('./pages.ts', () => ({
  codeOf: async (name: string) => void asked.code.push(`page ${name}`),
}));
vi.mock(import('./platform/i18n/registry.ts'), async (original) => {
  const { languages } = await original();
  const noted = ({ locale, name }: Language): Language => {
    const load = (what: string) => () => {
      asked.code.push(`${what} ${locale}`);
      return Promise.reject(new Error('no network'));
    };
    return { locale, name, load: load('texts'), loadMore: load('more texts') };
  };
  return { languages: languages.map(noted) };
});

let reads: { address: string; locale: string | null }[];
let mains: number;
beforeEach(() => {
  Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, {
    handleDisabledFileLoadingAsSuccess: true,
  });
  vi.resetModules();
  [reads, mains, asked.code] = [[], 0, []];
  vi.doMock('./main.tsx', () => {
    mains += 1;
    return {};
  });
  sessionStorage.clear();
  document.head.innerHTML = '';
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    reads.push({ address, locale: new Headers(headers).get(localeHeader) });
    return new Response();
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page as the server sends it: what its document says of itself, at an address. */
async function open(address: string, dataset: Readonly<Record<string, string>>): Promise<void> {
  Object.assign(document.documentElement.dataset, dataset);
  window.history.replaceState(null, '', address);
  await import('./boot.ts');
}

test('a member’s prerendered screen asks for its figures, its code and its styles while the app is on the way', async () => {
  sessionStorage.setItem('username', 'zoe12345');
  sessionStorage.setItem('locale', 'zh');
  const own = { coin: 'BTC', reads: '/api/a?coin=ETH&of=ETH /api/b' };
  await open('/tab1', { prerendered: '/tab1', ...own, styles: '/a.css /b.css' });
  expect(reads).toEqual([
    { address: '/api/a?coin=BTC&of=BTC', locale: 'zh' },
    { address: '/api/b', locale: 'zh' },
  ]);
  expect(asked.code).toEqual(['texts zh', 'page trading']);
  const links = [...document.head.querySelectorAll('link')];
  expect(links.map((link) => [link.rel, link.getAttribute('href'), link.media])).toEqual([
    ['stylesheet', '/a.css', 'not all'],
    ['stylesheet', '/b.css', 'not all'],
  ]);
  await expect.poll(() => mains).toBe(1);
});

test('without a coin of one’s own the reads go as they stand, and those of a screen that is not prerendered wait', async () => {
  sessionStorage.setItem('username', 'zoe12345');
  await open('/tab1', { prerendered: '/tab1', reads: '/api/a?coin=ETH' });
  expect(reads.map(({ address }) => address)).toEqual(['/api/a?coin=ETH']);
  expect(document.head.querySelectorAll('link')).toHaveLength(0);
  vi.resetModules();
  delete document.documentElement.dataset.prerendered;
  reads = [];
  await open('/tab1', { reads: '/api/a?coin=ETH' });
  expect(reads).toEqual([]);
});

test('a new tab asks whether its browser is signed in, and the root is the home', async () => {
  await open('/', {});
  expect(reads).toEqual([{ address: '/api/user/loginstate', locale: 'en' }]);
  expect(asked.code).toEqual(['texts en', 'page home']);
});

test('a screen with more texts than the first ones asks for these too', async () => {
  await open('/shezhi', {});
  expect(asked.code).toEqual(['texts en', 'more texts en', 'page settings']);
});

test('where the server answers a member’s address with the login, the code of the login is asked for', async () => {
  await open('/orders', { path: '/login' });
  expect(asked.code).toEqual(['texts en', 'page login']);
  vi.resetModules();
  asked.code = [];
  await open('/orders', { path: '/orders' });
  expect(asked.code).toEqual(['texts en', 'page orders']);
});

test('a public screen is not taken for the login, and an unknown address asks for no screen', async () => {
  await open('/registe', { path: '/login' });
  expect(asked.code).toEqual(['texts en', 'page register']);
  vi.resetModules();
  asked.code = [];
  await open('/nowhere', {});
  expect(asked.code).toEqual(['texts en', 'more texts en']);
});

test('an app that cannot be loaded says so', async () => {
  vi.doMock('./main.tsx', () => {
    throw new Error('no network');
  });
  await open('/login', {});
  await expect.poll(() => document.body.textContent).toContain('Clearlot could not be loaded');
});

test('an app that cannot be loaded says so, with or without a network', async () => {
  for (const isOnline of [true, false]) {
    vi.resetModules();
    vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const shown = vi.fn();
    vi.doMock('./platform/not-loaded.ts', () => ({ showNotLoaded: shown }));
    vi.doMock('./main.tsx', () => {
      throw new Error('no such file');
    });
    await open('/login', {});
    await expect.poll(() => shown.mock.calls.length).toBe(1);
  }
  vi.doUnmock('./platform/not-loaded.ts');
});
