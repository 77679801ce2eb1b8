// @vitest-environment happy-dom
import { setTimeout as turn } from 'node:timers/promises';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getLoginState } from '#contract/identity.ts';
import { enMore } from './locales/en-more.ts';
import type { Language } from './platform/i18n/registry.ts';
import type { Translate } from './platform/i18n/text.ts';
import { fakeServer } from './ui/mounted.fixture.tsx';

/** The code that the app loads, as far as a test lets it come. */
const says = vi.hoisted(() => (text: string) => () => text);
const code = vi.hoisted(() => ({
  page: async (name: string): Promise<object> => ({ Page: says(`the page ${name}`) }),
  texts: async (): Promise<void> => undefined,
  moreTexts: 0,
  morePages: 0,
  startWorker: vi.fn(async () => undefined),
  roots: [] as { unmount(): void }[],
}));
vi.mock(import('react-dom/client'), async (original) => {
  const { createRoot, ...rest } = await original();
  const noted: typeof createRoot = (...where) => {
    const root = createRoot(...where);
    code.roots.push(root);
    return root;
  };
  return { ...rest, createRoot: noted };
});
vi.mock('./more-pages.ts', () => {
  code.morePages += 1;
  return {};
});
vi.mock('./pages.ts', () => ({ codeOf: (name: string) => code.page(name) }));
vi.mock(import('./platform/i18n/registry.ts'), async (original) => {
  const { languages } = await original();
  const watched = ({ load, loadMore, ...rest }: Language): Language => ({
    ...rest,
    load: async () => {
      await code.texts();
      return load();
    },
    loadMore: () => {
      code.moreTexts += 1;
      return loadMore();
    },
  });
  return { languages: languages.map(watched) };
});
vi.mock(import('./platform/installed/app-update.ts'), async (original) => ({
  ...(await original()),
  startWorker: code.startWorker,
}));

const { page, texts } = code;

const saysBy = (useText: () => Translate) => () => useText()('limits.reminder');

// Parts of the app that are loaded late ask for it; this environment has null in its place.
Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });

// What an app of a test before still asks for, after it has ended.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(code, { page, texts, moreTexts: 0, morePages: 0 });
  code.startWorker.mockClear();
  document.body.innerHTML = '<div id="root">the prerendered screen</div>';
  fakeServer().answer(getLoginState, false);
});
afterEach(() => {
  for (const root of code.roots.splice(0)) root.unmount();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The app as a browser starts it at an address. */
async function open(address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  await import('./main.tsx');
}

/** Waits without letting the app's own timers run, which `expect.poll` does. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6_000 && !isSo(); tries += 1) await turn(10);
  expect(isSo()).toBe(true);
}

const shown = () => document.getElementById('root')?.textContent ?? '';

test('the app opens at the screen of its address, in the look and the language of this phone', async () => {
  localStorage.setItem('clearlot.theme', 'light');
  document.documentElement.lang = '';
  await open('/login');
  await expect.poll(shown).toBe('the page login');
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(document.documentElement.lang).toBe('en');
  expect(document.cookie).toContain('locale=en');
});

test('a member’s screen leads a visitor to the login, and the way back stands in the address', async () => {
  await open('/orders?id=7');
  await expect.poll(shown).toBe('the page login');
  expect(window.location.pathname).toBe('/login');
  expect(decodeURIComponent(window.location.search)).toContain('/orders?id=7');
});

test('a member who is signed in is at the home from the root, and moves from there with the browser’s history', async () => {
  sessionStorage.setItem('username', 'zoe12345');
  fakeServer().answer(getLoginState, true);
  await open('/');
  await expect.poll(shown).toContain('the page home');
  expect(document.querySelector('nav a[aria-current]')?.getAttribute('href')).toBe('/homeTab');
  window.history.replaceState({ index: 1 }, '', '/tab4');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(shown).toContain('the page assets');
  sessionStorage.clear();
});

test('until the code of the first screen has come, what was prerendered stands, and after three seconds a sign that it is coming', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  let isAsked = false;
  code.page = (name) => {
    isAsked = name === 'login';
    return promise;
  };
  await open('/login');
  await until(() => isAsked);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(shown()).toBe('the prerendered screen');
  await vi.advanceTimersByTimeAsync(1);
  await until(() => shown() === '');
  expect(document.querySelectorAll('#root > div')).toHaveLength(1);
  resolve({ Page: says('the page at last') });
  await expect.poll(shown).toBe('the page at last');
});

test('the texts that the first screen does without come half a second after it, and where further pages are', async () => {
  await open('/login');
  await until(() => shown() === 'the page login');
  await vi.advanceTimersByTimeAsync(499);
  expect([code.moreTexts, code.morePages]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(code.moreTexts).toBeGreaterThan(0);
  await until(() => code.morePages === 1);
});

test('a screen that shows a text of those that come later shows it once they have', async () => {
  code.page = async () => {
    const { useText } = await import('./platform/i18n/text.ts');
    return { Page: saysBy(useText) };
  };
  await open('/login');
  await until(() => shown() === 'limits.reminder');
  await vi.advanceTimersByTimeAsync(500);
  await expect.poll(shown).toBe(enMore.limits.reminder);
});

test('where no text can be loaded, a plain message says so', async () => {
  let tries = 0;
  code.texts = async () => {
    tries += 1;
    throw new Error('no network');
  };
  await open('/login');
  await until(() => tries === 1);
  expect(shown()).toBe('the prerendered screen');
  await vi.advanceTimersByTimeAsync(1_400);
  await until(() => document.body.textContent.includes('Clearlot could not be loaded'));
  expect(tries).toBe(3);
});

test('an app that is opened without a network knows so, and hears when it is back', async () => {
  const onLine = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  await open('/login');
  expect(onlineManager.isOnline()).toBe(false);
  window.dispatchEvent(new Event('online'));
  expect(onlineManager.isOnline()).toBe(true);
  window.dispatchEvent(new Event('offline'));
  expect(onlineManager.isOnline()).toBe(false);
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.poll(shown).toBe('the page login');
});

test('what the browser says early is kept: that the app can be installed, and in which fields was typed', async () => {
  await open('/login');
  const { installStore } = await import('./platform/installed/install.ts');
  const { typedFields } = await import('./platform/installed/typed-input.ts');
  expect(installStore.state()).toBe('byHand');
  window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }));
  expect(installStore.state()).toBe('offered');
  const field = document.body.appendChild(document.createElement('input'));
  expect(typedFields.has(field)).toBe(false);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(typedFields.has(field)).toBe(true);
  await expect.poll(shown).toBe('the page login');
});

test('the worker that keeps the app on the phone is started late, and only in what is published', async () => {
  await open('/login');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(code.startWorker).not.toHaveBeenCalled();
  vi.resetModules();
  for (const root of code.roots.splice(0)) root.unmount();
  vi.stubEnv('PROD', true);
  await open('/login');
  await vi.advanceTimersByTimeAsync(1_499);
  expect(code.startWorker).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await until(() => code.startWorker.mock.calls.length === 1);
});

test('a page without the place for the app says what is missing', async () => {
  document.body.innerHTML = '';
  await expect(open('/login')).rejects.toThrow('index.html has no element "root"');
});
