// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unattendedHeader, unattendedHeaderValue } from '#contract/envelope.ts';
import { getOperatorSession } from '#contract/operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { permissionsOf } from '#contract/roles.ts';
import { type FakeServer, fakeServer } from '#web/ui/mounted.fixture.tsx';

const roots = vi.hoisted((): { unmount(): void }[] => []);
const broken = vi.hoisted(() => ({ log: false }));
vi.mock('./sections/log.tsx', () => ({
  Log: () => {
    if (broken.log) throw new Error('broken');
    return 'the section Log';
  },
}));
vi.mock('./sections/money.tsx', () => ({ Money: () => 'the section Money' }));
vi.mock('./enrol.tsx', () => ({ Enrol: () => 'the way in' }));
vi.mock(import('react-dom/client'), async (original) => {
  const { createRoot, ...rest } = await original();
  const noted: typeof createRoot = (...where) => {
    const root = createRoot(...where);
    roots.push(root);
    return root;
  };
  return { ...rest, createRoot: noted };
});

let server: FakeServer;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  document.body.innerHTML = '<div id="root"></div>';
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close = () => undefined;
    },
  );
  server = fakeServer();
  server.answer(listApprovals, []);
  signedInAs('finance');
});
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount();
  vi.useRealTimers();
});

function signedInAs(role: 'finance' | 'auditor'): void {
  server.answer(getOperatorSession, { operator: 'anna', role, permissions: permissionsOf(role), expiresAt: 9e12 });
}

/** The console as a browser starts it at an address. */
async function open(address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  await import('./main.tsx');
}

const shown = () => document.getElementById('root')?.textContent ?? '';

/** What an element says after another pause between two tries to load code. */
function laterText(selector: string): string {
  vi.advanceTimersByTime(700);
  return document.querySelector(selector)?.textContent ?? '';
}

test('the console opens at the section of its address, in the look and the language of this device', async () => {
  localStorage.setItem('clearlot.theme', 'light');
  localStorage.setItem('clearlot.operator.locale', 'zh');
  await open('/operator/money');
  await expect.poll(shown).toContain('the section Money');
  expect(shown()).toContain('anna');
  expect(shown()).toContain('退出');
  expect(document.documentElement.dataset.theme).toBe('light');
});

test('a new device begins in the first of its browser’s languages that the console has', async () => {
  vi.spyOn(window.navigator, 'languages', 'get').mockReturnValue(['ja-JP', 'zh-HK', 'en']);
  await open('/operator/money');
  await expect.poll(shown).toContain('退出登入');
  expect(document.documentElement.lang).toBe('zh-Hant');
  vi.restoreAllMocks();
});

test('the console follows the history of the browser', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  await open('/operator/money');
  await expect.poll(shown).toContain('the section Money');
  window.history.replaceState({ index: 1 }, '', '/operator/log');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(() => document.title).toContain('Log');
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  // Back, to where it was scrolled to.
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(310);
  for (const [index, path, title] of [
    [0, '/operator/money', 'Money'],
    [1, '/operator/log', 'Log'],
  ] as const) {
    window.history.replaceState({ index }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await expect.poll(() => document.title).toContain(title);
  }
  expect(scrolled).toHaveBeenLastCalledWith(0, 310);
  scrolled.mockRestore();
});

test('the root of the console and any other address lead to the first section of the role', async () => {
  await open('/operator');
  await expect.poll(shown).toContain('the section Money');
  expect(window.location.pathname).toBe('/operator/money');
});

test('a one-time link is opened by its holder, whom no session is asked for', async () => {
  server.endSession(getOperatorSession);
  await open('/operator/enrol#token');
  await expect.poll(shown).toBe('the way in');
  expect(server.requestsTo(getOperatorSession)).toEqual([]);
});

test('without a session there is the sign-in, whatever the address', async () => {
  server.endSession(getOperatorSession);
  await open('/operator/money');
  await expect.poll(shown).toContain('Sign in with password and code');
  expect(shown()).not.toContain('the section');
});

test('calls of a console that nobody has touched for a minute say so', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const marks: (string | null)[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (address.endsWith(getOperatorSession.path)) marks.push(new Headers(init.headers).get(unattendedHeader));
    return answer(address, init);
  });
  await open('/operator/money');
  await expect.poll(shown).toContain('the section Money');
  const { queryClient } = await import('#web/platform/api/query-client.ts');
  const again = () => queryClient.refetchQueries({ queryKey: [getOperatorSession.path] });
  vi.setSystemTime(Date.now() + 60_000);
  await again();
  window.dispatchEvent(new Event('keydown'));
  await again();
  expect([marks[0], ...marks.slice(-2)]).toEqual([null, unattendedHeaderValue, null]);
});

test('a section that breaks is said in its place, and the next one is shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  broken.log = true;
  signedInAs('auditor');
  await open('/operator/log');
  await expect.poll(() => document.querySelector('main [role=alert]')?.textContent).toContain('could not');
  broken.log = false;
  window.history.replaceState({ index: 1 }, '', '/operator/money');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(shown).toContain('the section Money');
});

test('a section whose code does not come says so in its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.doMock('./sections/log.tsx', () => {
    throw new Error('no network');
  });
  signedInAs('auditor');
  await open('/operator/log');
  await expect.poll(() => laterText('main [role=alert]')).toContain('could not');
  vi.doUnmock('./sections/log.tsx');
});

test('where no text can be loaded, a plain message says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.doMock('./locale.ts', () => ({ startConsoleLocale: () => Promise.reject(new Error('no network')) }));
  await open('/operator/money');
  await expect.poll(() => laterText('body')).toContain('Clearlot could not be loaded');
  vi.doUnmock('./locale.ts');
});

test('a page without the place for the console says what is missing', async () => {
  document.body.innerHTML = '';
  await expect(open('/operator/money')).rejects.toThrow('index.html has no element "root"');
});
