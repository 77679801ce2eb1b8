// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, test, vi } from 'vitest';
import {
  acceptTerms,
  getDocument,
  getHelp,
  listDocuments,
  listHelp,
  listNotices,
  listRules,
  listTips,
} from '#contract/content.ts';
import { beginReading, finishReading, listTasks } from '#contract/tasks.ts';
import { HelpAccordion } from '#web/features/content/help-accordion.tsx';
import { NoticeBell } from '#web/features/content/notice-bell.tsx';
import { TermsPrompt } from '#web/features/content/terms-prompt.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { session } from '#web/platform/session/session.ts';
import { unreadStore } from '#web/platform/unread.ts';
import { fill, press } from '#web/ui/form/filled.fixture.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { Page as HelpPage } from './help.tsx';
import { asMember } from './member-page.fixture.ts';
import { Page as NoticesPage } from './notices.tsx';
import * as samples from './samples-content.fixture.ts';
import { tasks } from './samples-rewards.fixture.ts';
import { on } from './samples-security.fixture.ts';
import { Page as TermsPage } from './terms.tsx';
import { Page as TipsPage } from './tips.tsx';

let server: FakeServer;
const asVisitor = () => session.signOut();

asMember((fake) => {
  server = fake;
  server.answerBy(listHelp, ({ fields }) => (fields.search === undefined ? samples.entries : samples.found));
  server.answer(getHelp, samples.article);
  server.answer(listRules, samples.rules);
  server.answer(listTips, samples.tips);
  server.answer(
    listNotices,
    samples.noticesOf((isRead) => isRead),
  );
  server.answer(listDocuments, samples.documents);
  server.answerBy(getDocument, ({ fields }) => samples.documentOf(Number(fields.version ?? 7)));
  server.answer(listTasks, { ...tasks, tasks: tasks.tasks.map((task) => ({ ...task, state: 'collected' as const })) });
});
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(on(4, 21));
});
afterEach(() => {
  vi.useRealTimers();
  unreadStore.set(0);
});

test('the help texts by their groups', async () => {
  await expectOutline(mount(<HelpPage />, { path: '/faq' }).container);
});

test('the help of a visitor, with the rules, and where its search leads', async () => {
  asVisitor();
  const { container, page } = mount(<HelpPage />, { path: '/faq' });
  await expectOutline(container);
  fill({ 'Search help, rules, terms and notices': 'plan' });
  await page.findByText('Nothing is settled');
  await expectOutline(container);
});

test('what a member finds in the help, and nothing', async () => {
  const { container, page } = mount(<HelpPage />, { path: '/faq' });
  await page.findByText('In short');
  fill({ 'Search help, rules, terms and notices': 'plan' });
  await page.findByText('Nothing is settled');
  await expectOutline(container);
  server.answer(listHelp, []);
  fill({ 'Search help, rules, terms and notices': 'xyz' });
  await page.findByText(/xyz/);
  await expectOutline(container);
});

test('no help at all, and help that cannot be read', async () => {
  server.answer(listHelp, []);
  const { container, unmount } = mount(<HelpPage />, { path: '/faq' });
  await expectOutline(container);
  unmount();
  server.refuse(getHelp, 'notPermitted', 'Not now');
  await expectOutline(mount(<HelpPage />, { path: '/faq?id=withdrawals' }).container);
});

test('one help text, and its reading while the task is open', async () => {
  server.answer(listTasks, tasks);
  server.answer(beginReading, { reading: 'reading-00001', seconds: 25 });
  const { container, page } = mount(<HelpPage />, { path: '/faq?id=first-steps' });
  await page.findByText(/25/);
  await expectOutline(container);
});

test('a reading that has counted, and one that was refused', async () => {
  server.answer(listTasks, tasks);
  server.answer(beginReading, { reading: 'reading-00001', seconds: 0 });
  server.answer(finishReading, { isNew: true });
  const { container, page, unmount } = mount(<HelpPage />, { path: '/faq?id=first-steps' });
  await page.findByText(/^Read/);
  await expectOutline(container);
  unmount();
  server.refuse(finishReading, 'readingTooShort', 'That was too short');
  const refused = mount(<HelpPage />, { path: '/faq?id=first-steps' });
  await refused.page.findByText('That was too short');
  await expectOutline(refused.container);
});

test.each(['id=unknown-text', 'id=%3F', 'rule=engine', 'rule=unknown-rule'])('the help at %s', async (search) => {
  asVisitor();
  server.refuse(getHelp, 'helpUnknown', 'No such text');
  await expectOutline(mount(<HelpPage />, { path: `/faq?${search}` }).container);
});

test('the first help texts on the start page, one of them opened', async () => {
  const { container } = mount(<HelpAccordion />);
  await expectOutline(container);
  await press('In short');
  await expectOutline(container);
});

test('the tips, and none', async () => {
  const { container, unmount } = mount(<TipsPage />, { path: '/Tips?id=paper-money' });
  await expectOutline(container);
  unmount();
  server.answer(listTips, []);
  queryClient.clear();
  await expectOutline(mount(<TipsPage />, { path: '/Tips' }).container);
});

test('the documents of a member, and those of a visitor', async () => {
  const { container, unmount } = mount(<TermsPage />, { path: '/auth' });
  await expectOutline(container);
  unmount();
  asVisitor();
  server.answer(
    listDocuments,
    samples.documents.map((one) => ({ ...one, accepted: null })),
  );
  await expectOutline(mount(<TermsPage />, { path: '/auth' }).container);
});

test('the documents of a member who accepted none', async () => {
  server.answer(
    listDocuments,
    samples.documents.map((one) => ({ ...one, accepted: null })),
  );
  await expectOutline(mount(<TermsPage />, { path: '/auth' }).container);
});

test('a document whose version is not accepted yet, refused; the same for a visitor', async () => {
  server.refuse(acceptTerms, 'documentOutdated', 'There is a newer one');
  const { container, page, unmount } = mount(<TermsPage />, { path: '/auth?id=risk' });
  await page.findByText('Accept this version');
  await expectOutline(container);
  await press('Accept this version');
  await page.findByText('There is a newer one');
  await expectOutline(container);
  unmount();
  asVisitor();
  await expectOutline(mount(<TermsPage />, { path: '/auth?id=risk' }).container);
});

test('a document whose version is accepted', async () => {
  server.answer(getDocument, { ...samples.documentOf(7), id: 'terms', version: 4 });
  await expectOutline(mount(<TermsPage />, { path: '/auth?id=terms' }).container);
});

test.each(['id=risk&version=5', 'id=risk&version=0', 'id=other'])('a document at %s', async (search) => {
  await expectOutline(mount(<TermsPage />, { path: `/auth?${search}` }).container);
});

test('the notices of a visitor, one of them opened by its address', async () => {
  asVisitor();
  server.answer(
    listNotices,
    samples.noticesOf(() => null),
  );
  await expectOutline(mount(<NoticesPage />, { path: '/Notifications?id=1KDVDWMC0SXV1002' }).container);
});

test('no notices for a visitor', async () => {
  asVisitor();
  server.answer(listNotices, { notices: [], unread: null });
  await expectOutline(mount(<NoticesPage />, { path: '/Notifications' }).container);
});

test('the bell with unread notices, with unread notifications alone, and with neither', async () => {
  const { container, rerender } = mount(<NoticeBell />);
  await expectOutline(container);
  server.answer(
    listNotices,
    samples.noticesOf(() => true),
  );
  queryClient.clear();
  unreadStore.set(1);
  rerender(<NoticeBell key="again" />);
  await expectOutline(container);
  act(() => unreadStore.set(0));
  await expectOutline(container);
});

test('new terms are asked for: what changed since the accepted version', async () => {
  const { container, page } = mount(<TermsPrompt isHeldBack={false} />);
  await page.findByText('Accept this version');
  await expectOutline(container);
});

test('terms that were never accepted are asked for as a whole', async () => {
  server.answer(
    listDocuments,
    samples.documents.map((one) => ({ ...one, accepted: null })),
  );
  const { container, page } = mount(<TermsPrompt isHeldBack={false} />);
  await page.findByText('Accept this version');
  await expectOutline(container);
});
