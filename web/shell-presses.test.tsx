// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listNotices } from '#contract/content.ts';
import { getUnread } from '#contract/support.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { staysAt, useLanguage } from '#web/ui/shown.fixture.tsx';
import { MemberAnnouncements } from './member-announcements.tsx';
import { Navigation, type Page } from './platform/navigation/navigation.tsx';
import { session } from './platform/session/session.ts';
import { Shell } from './shell.tsx';

/** What each part was given that stays across pages; their own tests press them. */
const given = vi.hoisted(() => {
  const props = new Map<string, Record<string, unknown>>();
  const part = (name: string) => (own: Record<string, unknown>) => {
    props.set(name, own);
    return name;
  };
  return { props, part };
});
vi.mock('./features/content/notice-popup.tsx', () => ({ NoticePopup: given.part('notices') }));
vi.mock('./features/content/terms-prompt.tsx', () => ({ TermsPrompt: given.part('terms') }));
vi.mock('./features/identity/factors/owner-sheet.tsx', () => ({ OwnerSheet: given.part('owner') }));
vi.mock('./features/identity/recovery/recovery-question.tsx', () => ({ RecoveryQuestion: given.part('recovery') }));
vi.mock('./features/notifications/notification-toast.tsx', () => ({ NotificationToast: given.part('news') }));
vi.mock('./features/notifications/push-keeper.tsx', () => ({ PushKeeper: given.part('push') }));
vi.mock('./features/notifications/unread-badge.tsx', () => ({ UnreadBadge: given.part('badge') }));
vi.mock('./features/rounds/round-keeper.tsx', () => ({ RoundKeeper: given.part('rounds') }));
vi.mock('./features/support/chat-toast.tsx', () => ({ ChatToast: given.part('chat') }));
vi.mock('./features/identity/sessions/login-check.tsx', () => ({ LoginCheck: given.part('check') }));
vi.mock('./features/profile/member-preferences.tsx', () => ({ MemberPreferences: given.part('preferences') }));

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

/** The app at an address, with that page. */
function at(path: string, page: Page, { loading = false } = {}): ReactNode {
  const location = { path, search: '', index: 0 };
  const shown = { location, order: 0, page };
  return (
    <Navigation navigator={{ ...staysAt(path), shown: () => shown, loading: () => loading }}>
      <Shell />
    </Navigation>
  );
}

const Heading = ({ method }: { readonly method?: unknown }) => <h1 tabIndex={-1}>page {String(method)}</h1>;
const Broken: Page = () => {
  throw new Error('broken');
};
const tabs = () => screen.queryAllByRole('link').map((one) => [one.textContent, one.getAttribute('href')]);

test('a page stands with its method, and with the tabs where it is one of theirs', () => {
  const { rerender } = mount(at('/tixianbank', Heading));
  expect(screen.getByText('page bank')).toBeTruthy();
  expect(tabs()).toEqual([]);
  rerender(at('/tab4', Heading));
  expect(tabs()).toEqual([
    ['Home', '/homeTab'],
    ['Quantization', '/tab1'],
    ['Assets', '/tab4'],
  ]);
  expect(screen.getByRole('navigation').querySelector('[aria-current]')?.textContent).toBe('Assets');
});

test('the heading of another page takes the focus; that of the first one does not', () => {
  const { rerender } = mount(at('/tab4', Heading));
  expect(document.activeElement).toBe(document.body);
  rerender(at('/tab4', Heading));
  expect(document.activeElement).toBe(document.body);
  rerender(at('/orders', Heading));
  expect(document.activeElement?.tagName).toBe('H1');
});

test('a page that breaks is said in its place, and the next one is shown', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { rerender } = mount(at('/orders', Broken));
  expect(screen.getByRole('alert').textContent).toBeTruthy();
  expect(tabs()).toEqual([]);
  rerender(at('/tab4', Heading));
  expect(screen.getByText('page undefined')).toBeTruthy();
});

test('what concerns members alone is there once one has signed in', async () => {
  const server = fakeServer();
  server.answer(getUnread, { unread: 3 });
  given.props.clear();
  const { rerender } = mount(at('/tab4', Heading));
  expect(given.props.size).toBe(0);
  session.signIn('zoe12345');
  rerender(at('/tab4', Heading));
  await expect
    .poll(() => [...given.props.keys()].toSorted())
    .toEqual([
      ...['badge', 'chat', 'check', 'news', 'notices', 'owner', 'preferences', 'push', 'recovery', 'rounds', 'terms'],
    ]);
});

test('terms wait on the way to a withdrawal, the chat’s message where the chat is open, the question on the security pages', async () => {
  session.signIn('zoe12345');
  const server = fakeServer();
  server.answer(getUnread, { unread: 3 });
  server.answer(listNotices, { notices: [], unread: 2 });
  const { rerender } = mount(at('/tab4', MemberAnnouncements));
  const ways = () => ['terms', 'chat', 'recovery'].map((name) => Object.values(given.props.get(name) ?? {}).at(-1));
  expect(ways()).toEqual([false, false, false]);
  await expect.poll(() => given.props.get('chat')?.unread).toBe(3);
  await expect.poll(() => given.props.get('badge')).toMatchObject({ messages: 3, notices: 2 });
  for (const [path, expected] of [
    ['/cash', [true, false, false]],
    ...(['/withdraw', '/txmoney', '/tixian', '/tixianbank'] as const).map(
      (path) => [path, [true, false, false]] as const,
    ),
    ['/withdrawSuccess', [true, false, false]],
    ...(['/card', '/editbank', '/bankPwd', '/user_money_pwd'] as const).map(
      (path) => [path, [true, false, true]] as const,
    ),
    ['/securityCenter', [false, false, true]],
    ['/orders', [false, false, false]],
    ['/Service', [false, true, false]],
  ] as const) {
    rerender(at(path, MemberAnnouncements));
    expect([path, ways()]).toEqual([path, expected]);
    // It is asked when an act comes, and for some seconds after the page was left.
    const showsActs = given.props.get('news')?.showsActs as () => boolean;
    if (expected[2]) expect([path, showsActs()]).toEqual([path, true]);
  }
});
