// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { staysAt, useLanguage } from '#web/ui/shown.fixture.tsx';
import { Navigation } from './platform/navigation/navigation.tsx';
import { session } from './platform/session/session.ts';
import { Shell } from './shell.tsx';
import { showToast } from './ui/feedback/toast.tsx';
import { hideSource, showSource } from './ui/figure/source.ts';

const code = vi.hoisted(() => ({ loaded: [] as string[], sheet: null as { onClose(): void } | null }));
vi.mock('./pages.ts', () => ({ codeOf: async (name: string) => void code.loaded.push(name) }));
vi.mock('./features/preferences/update-note.tsx', () => ({ UpdateNote: () => 'a newer version' }));
vi.mock('./features/identity/sessions/session-guard.tsx', () => ({ SessionGuard: () => 'the end of a session' }));
vi.mock('./ui/figure/source-sheet.tsx', () => {
  code.loaded.push('the explanation');
  const SourceSheet = (props: { readonly open: boolean; onClose(): void }) => {
    code.sheet = props;
    return props.open ? 'where it comes from' : null;
  };
  return { SourceSheet };
});

beforeAll(() => useLanguage('en'));
afterEach(() => {
  vi.useRealTimers();
  act(hideSource);
  session.signOut();
});

/** The app at an address; with no page yet where `hasPage` is false. */
function open(path: string, { loading = false, hasPage = true } = {}) {
  const shown = { location: { path, search: '', index: 0 }, order: 0, page: () => 'the page' };
  const navigator = { ...staysAt(path), shown: () => (hasPage ? shown : null), loading: () => loading };
  return mount(
    <Navigation navigator={navigator}>
      <Shell />
    </Navigation>,
  );
}

const bars = (container: HTMLElement) => container.querySelectorAll('div[class*=progress]').length;

test('a bar shows that a page is coming, over the one before or alone', () => {
  const seen = ([{}, { loading: true }, { hasPage: false }] as const).map((state) => {
    const { container, unmount } = open('/orders', state);
    const count = bars(container);
    unmount();
    return count;
  });
  expect(seen).toEqual([0, 1, 1]);
});

test('on any page there is word of a newer version, the end of a session, and messages', async () => {
  const { container } = open('/login');
  await screen.findByText(/a newer version/);
  expect(container.textContent).toContain('the end of a session');
  act(() => showToast('done'));
  // Spoken and shown, here and by what mounts it.
  expect(screen.getAllByText('done')).toHaveLength(4);
});

test('the explanation of a figure comes with its code, is there ahead of the first tap, and closes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open('/orders');
  expect(code.loaded).not.toContain('the explanation');
  await vi.advanceTimersByTimeAsync(1_200);
  vi.useRealTimers();
  await expect.poll(() => code.loaded).toContain('the explanation');
  act(() => showSource('ledger'));
  await screen.findByText(/where it comes from/);
  act(() => code.sheet?.onClose());
  expect(screen.queryByText(/where it comes from/)).toBeNull();
});

test('the code of the tabs comes once their page has settled, and not after it was left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const tabs = () => code.loaded.filter((name) => name !== 'the explanation');
  const { unmount } = open('/tab4');
  await vi.advanceTimersByTimeAsync(2_499);
  expect(tabs()).toEqual([]);
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tabs()).toEqual([]);
  open('/tab4');
  await vi.advanceTimersByTimeAsync(2_500);
  expect(tabs()).toEqual(['home', 'trading', 'assets']);
});
