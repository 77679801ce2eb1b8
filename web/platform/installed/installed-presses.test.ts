// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { appUpdate, startWorker } from './app-update.ts';
import { captureInstallPrompt, installStore } from './install.ts';
import { trackTyping } from './typed-input.ts';

/** A worker of the browser, in the state that a test gives it. */
class FakeWorker extends EventTarget {
  state = 'installing';
  readonly told: unknown[] = [];
  postMessage = (message: unknown) => void this.told.push(message);
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const active = new FakeWorker();
const registration = Object.assign(new EventTarget(), {
  waiting: null as FakeWorker | null,
  installing: null as FakeWorker | null,
  update: vi.fn(async () => undefined),
});
const registered: string[] = [];
const container = Object.assign(new EventTarget(), {
  controller: null as FakeWorker | null,
  register: async (path: string) => {
    registered.push(path);
    return registration;
  },
  ready: Promise.resolve({ active }),
});

const reload = vi.fn();

beforeAll(async () => {
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    ['/assets/app-1.js', '/api/wallet', 'https://elsewhere.test/assets/x.js'].map((name) => ({
      name: new URL(name, window.location.origin).href,
    })) as never,
  );
  trackTyping();
  await startWorker();
});
afterEach(() => {
  document.body.innerHTML = '';
  vi.useRealTimers();
});

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

/** Whether the browser would ask before this page is left. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test('the worker is given what this page loaded itself, and the first one on a phone is no update', () => {
  expect(registered).toEqual(['/service-worker.js']);
  expect(active.told).toEqual([{ kind: 'keep', addresses: ['/assets/app-1.js'] }]);
  registration.installing = new FakeWorker();
  registration.dispatchEvent(new Event('updatefound'));
  registration.installing.become('installed');
  expect(appUpdate.isReady()).toBe(false);
  appUpdate.take();
  expect(reload).not.toHaveBeenCalled();
});

test('an app that stays open looks for a newer version once an hour', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 1) });
  registration.update.mockClear();
  comeBack();
  vi.setSystemTime(Date.UTC(2026, 4, 1, 0, 59));
  comeBack();
  expect(registration.update).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.UTC(2026, 4, 1, 1));
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  comeBack();
  expect(registration.update).toHaveBeenCalledTimes(1);
  hidden.mockRestore();
  comeBack();
  expect(registration.update).toHaveBeenCalledTimes(2);
});

test('a newer version is told, taken on demand, and asks before what was typed is lost', () => {
  const told = vi.fn();
  const stop = appUpdate.subscribe(told);
  container.controller = active;
  const newer = new FakeWorker();
  registration.installing = newer;
  registration.dispatchEvent(new Event('updatefound'));
  newer.become('installing');
  expect([appUpdate.isReady(), told.mock.calls.length]).toEqual([false, 0]);
  newer.become('installed');
  expect([appUpdate.isReady(), told.mock.calls.length]).toEqual([true, 1]);
  stop();
  document.body.innerHTML = '<input id="typed" value=""><input id="filled" value="by the page"><textarea></textarea>';
  const [typed] = document.querySelectorAll('input');
  if (typed) typed.value = 'words';
  typed?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(asksBeforeLeaving()).toBe(false);
  appUpdate.take();
  expect(newer.told).toEqual([{ kind: 'takeOver' }]);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(asksBeforeLeaving()).toBe(true);
  if (typed) typed.value = '';
  expect(asksBeforeLeaving()).toBe(false);
  newer.become('activated');
  appUpdate.take();
  expect(reload).toHaveBeenCalledTimes(2);
  expect(newer.told).toHaveLength(1);
});

test('the browser’s offer to install is kept, used once, and gone when the app is installed', async () => {
  const standalone = { matches: false };
  vi.stubGlobal('matchMedia', () => standalone);
  captureInstallPrompt();
  expect(installStore.state()).toBe('byHand');
  const told = vi.fn();
  const stop = installStore.subscribe(told);
  const prompt = vi.fn(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(offer);
  expect([installStore.state(), offer.defaultPrevented, told.mock.calls.length]).toEqual(['offered', true, 1]);
  await installStore.install();
  await installStore.install();
  expect([prompt.mock.calls.length, installStore.state()]).toEqual([1, 'byHand']);
  expect(told.mock.calls.length).toBeGreaterThan(1);
  standalone.matches = true;
  expect(installStore.state()).toBe('installed');
  standalone.matches = false;
  told.mockClear();
  window.dispatchEvent(new Event('appinstalled'));
  expect([installStore.state(), told.mock.calls.length]).toEqual(['installed', 1]);
  stop();
  vi.unstubAllGlobals();
});
