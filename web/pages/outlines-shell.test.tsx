// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getDocument, listDocuments, listNotices } from '#contract/content.ts';
import { getLoginState } from '#contract/identity.ts';
import { getRecovery } from '#contract/identity-factors.ts';
import { listNotifications } from '#contract/notifications.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { getUnread } from '#contract/support.ts';
import { appUpdate } from '#web/platform/installed/app-update.ts';
import { Navigation, type Page } from '#web/platform/navigation/navigation.tsx';
import { session } from '#web/platform/session/session.ts';
import { endSession } from '#web/platform/session/session-end.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { hideSource, showSource } from '#web/ui/figure/source.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { staysAt } from '#web/ui/shown.fixture.tsx';
import { type FakeStream, fakeStream } from '#web/ui/stream.fixture.ts';
import { MemberAnnouncements } from '../member-announcements.tsx';
import { Shell } from '../shell.tsx';
import { BrokenPage } from './broken.tsx';
import { asMember } from './member-page.fixture.ts';
import { NotFoundPage } from './not-found.tsx';
import { NotLoadedPage } from './not-loaded.tsx';
import { documentOf, documents, noticesOf } from './samples-content.fixture.ts';
import { account, on } from './samples-security.fixture.ts';

// Shows nothing; its own tests have what it keeps.
vi.mock('../features/rounds/round-keeper.tsx', () => ({ RoundKeeper: () => null }));

let server: FakeServer;
let stream: FakeStream;

asMember((fake) => {
  server = fake;
  stream = fakeStream();
  server.answer(
    listNotices,
    noticesOf(() => true),
  );
  server.answer(
    listDocuments,
    documents.filter(({ accepted, version }) => accepted?.version === version),
  );
  server.answerBy(getDocument, ({ fields }) => documentOf(Number(fields.version ?? 7)));
  server.answer(getLoginState, true);
  server.answer(getRecovery, { waiting: null, freezeHoldsUntil: null });
  server.answer(listNotifications, { notifications: [], next: null, newest: '0.', unread: 0 });
  server.answer(getAccountInfo, account);
  server.answer(getUnread, { unread: 0 });
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(on(4, 13)));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
  localStorage.clear();
  hideSource();
});

/** The app at an address, with that page. */
function at(path: string, page: Page, { loading = false } = {}): ReactNode {
  const shown = { location: { path, search: '', index: 0 }, order: 0, page };
  return (
    <Navigation navigator={{ ...staysAt(path), shown: () => shown, loading: () => loading }}>
      <Shell />
    </Navigation>
  );
}

const Heading: Page = ({ method }) => <h1>a page {String(method)}</h1>;
const Broken: Page = () => {
  throw new Error('broken');
};

/** What stays across pages for a member is loaded after the page. */
const allPartsOf = (container: Element) => expect.poll(() => container.querySelectorAll('dialog').length).toBe(6);

// The sheet of sources and the dialog of a session's end stay once their code is there: all tests have them.
beforeAll(async () => {
  const { page, unmount } = mount(at('/orders', Heading));
  act(() => showSource('ledger'));
  await page.findByText('Where this comes from');
  act(hideSource);
  session.signIn('member01');
  act(() => endSession('otherAccount'));
  await page.findByText('Another account signed in');
  session.signOut();
  unmount();
});

test('the pages for an unknown address, for one that breaks and for one that is not loaded', async () => {
  const pages = (
    <>
      <NotFoundPage />
      <BrokenPage />
      <NotLoadedPage />
      <ErrorState />
    </>
  );
  await expectOutline(mount(pages, { path: '/unknown' }).container);
});

test('a page without a connection', async () => {
  onlineManager.setOnline(false);
  await expectOutline(mount(<NotFoundPage />, { path: '/unknown' }).container);
});

test('the shell around a page of the tabs, around another one, and around one that breaks', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container, rerender } = mount(at('/tab1', Heading, { loading: true }));
  await allPartsOf(container);
  await expectOutline(container);
  rerender(at('/tixianbank', Heading));
  await expectOutline(container);
  rerender(at('/orders', Broken));
  await expectOutline(container);
});

test('the shell of a visitor, with a new version that is ready', async () => {
  session.signOut();
  vi.spyOn(appUpdate, 'isReady').mockReturnValue(true);
  const { container, page } = mount(at('/login', Heading));
  await page.findByText('Reload');
  await expectOutline(container);
});

test('a session that has expired, and one that another account took over', async () => {
  const { container, page } = mount(at('/orders', Heading));
  await allPartsOf(container);
  act(() => endSession('otherAccount'));
  await page.findByText('Another account signed in');
  await expectOutline(container);
  act(() => endSession('expired'));
  await expectOutline(container);
});

test.each(['ledger', 'market', 'probe', 'sample'] as const)('where figures of the %s come from', async (source) => {
  session.signOut();
  const { container, page } = mount(at('/orders', Heading));
  act(() => showSource(source, source === 'probe' ? 'A note of the figure' : undefined));
  await page.findByText('Where this comes from');
  await expectOutline(container);
});

test('on any page: a new notice, which is a message only where a dialog is open', async () => {
  const { container, page } = mount(<MemberAnnouncements />, { path: '/orders' });
  await expectOutline(container);
  const [first, second] = noticesOf(() => false).notices;
  if (!first || !second) throw new Error('no notices');
  await stream.send('notice', { ...first, id: '1KDVDWMC0SXV2001' });
  await page.findByText('A heading of A night off');
  await expectOutline(container);
  await stream.send('notice', { ...second, id: '1KDVDWMC0SXV2002' });
  await page.findAllByText(/New coins/);
  await expectOutline(container);
});

test('on any page: terms to be accepted and a recovery to be called off; neither where the page shows it', async () => {
  server.answer(listDocuments, documents);
  const waiting = { approvedAt: on(4, 12, 9), takesEffectAt: on(4, 15, 9, 10), replacesPassword: false };
  server.answer(getRecovery, { waiting, freezeHoldsUntil: null });
  const anywhere = mount(<MemberAnnouncements />, { path: '/orders' });
  await anywhere.page.findByText('Accept this version');
  await expectOutline(anywhere.container);
  anywhere.unmount();
  await expectOutline(mount(<MemberAnnouncements />, { path: '/securityCenter' }).container);
});

test.each(['/orders', '/service'])('messages of customer service that come while the page is at %s', async (path) => {
  const { container } = mount(<MemberAnnouncements />, { path });
  await expectOutline(container);
  server.answer(getUnread, { unread: 3 });
  await stream.send('chat', {});
  await expectOutline(container);
});

test('the short messages of each tone', async () => {
  const { container } = mount(<p>a page</p>);
  for (const tone of ['plain', 'success', 'failure'] as const) {
    act(() => showToast(`Message: ${tone}`, tone));
    await expectOutline(container);
  }
});
