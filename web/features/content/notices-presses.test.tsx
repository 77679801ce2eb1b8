// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listNotices, markNoticesRead, type Notice } from '#contract/content.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { session } from '#web/platform/session/session.ts';
import { unreadStore } from '#web/platform/unread.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { type FakeStream, fakeStream } from '#web/ui/stream.fixture.ts';
import { NoticeBell } from './notice-bell.tsx';
import { NoticeList } from './notice-list.tsx';
import { NoticePopup } from './notice-popup.tsx';

let stream: FakeStream;
const scrolled: Element[] = [];

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  session.signIn('member01');
  stream = fakeStream();
  scrolled.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this);
  };
});
afterEach(() => unreadStore.set(0));

const idOf = (number: number): string => `1KDVDWMC0SXV${1_000 + number}`;
const notice = (number: number, read: boolean | null = true): Notice => {
  const text = { kind: 'paragraph' as const, text: [`Text ${number}`] };
  return { id: idOf(number), title: `Notice ${number}`, blocks: [text], publishedAt: 0, read };
};

/** Newest first, twenty a page. */
function serverOf(
  notices: readonly Notice[],
  unread: number | null = notices.filter(({ read }) => !read).length,
): FakeServer {
  const server = fakeServer();
  server.answerBy(listNotices, ({ fields: { before } }) => {
    const from = before === undefined ? 0 : notices.findIndex(({ id }) => id === before) + 1;
    return { notices: notices.slice(from, from + 20), unread };
  });
  server.answer(markNoticesRead, { unread: 0 });
  return server;
}

test('opening an unread notice marks it as read, opening a read one nothing; all can be marked at once', async () => {
  const server = serverOf([notice(3, false), notice(2, false), notice(1)]);
  const { page, user } = mount(<NoticeList wanted={null} />);
  const head = (number: number) => page.findByRole('button', { name: new RegExp(`Notice ${number}`) });
  await user.click(await head(1));
  expect(page.getByText('Text 1')).toBeTruthy();
  expect(server.requestsTo(markNoticesRead)).toEqual([]);
  await user.click(await head(1));
  expect(page.queryByText('Text 1')).toBeNull();
  await user.click(await head(2));
  expect(page.getByText('Text 2')).toBeTruthy();
  await expect.poll(() => server.requestsTo(listNotices).length).toBe(2);
  expect(server.requestsTo(markNoticesRead).map(({ fields }) => fields)).toEqual([{ id: idOf(2) }]);
  // One came that is not shown yet: it stays unread.
  const later = serverOf([notice(4, false), notice(3), notice(2), notice(1)]);
  await user.click(page.getByRole('button', { name: 'Mark all as read' }));
  await head(4);
  expect(later.requestsTo(markNoticesRead).map(({ fields }) => fields)).toEqual([{ through: idOf(3) }]);
  serverOf([notice(4), notice(3), notice(2), notice(1)]);
  await user.click(page.getByRole('button', { name: 'Mark all as read' }));
  await expect.poll(() => page.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('the notice of the address is looked for page by page, opened, scrolled to and marked', async () => {
  const server = serverOf(Array.from({ length: 45 }, (_, place) => notice(45 - place, place !== 42)));
  const { page } = mount(<NoticeList wanted={idOf(3)} />);
  await page.findByText('Text 3');
  expect(scrolled.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Notice 3')]);
  expect(server.requestsTo(markNoticesRead).map(({ fields }) => fields)).toEqual([{ id: idOf(3) }]);
  const pages = new Set(server.requestsTo(listNotices).map(({ fields }) => fields.before));
  expect([...pages]).toEqual([undefined, idOf(26), idOf(6)]);
  expect(page.queryByText('Show earlier notices')).toBeNull();
});

test('without notices the page says so, and the bell has its dot for unread notices and for own notifications', async () => {
  serverOf([]);
  const { page, rerender } = mount(
    <>
      <NoticeBell />
      <NoticeList wanted={idOf(1)} />
    </>,
  );
  await page.findByText('There are no notices yet');
  const bell = () => page.getByRole('link').getAttribute('aria-label');
  expect(bell()).toBe('Notices');
  unreadStore.set(1);
  rerender(<NoticeBell />);
  expect(bell()).toBe('Notices, some unread');
});

test('the bell counts what the server says is unread', async () => {
  serverOf([notice(1, false)]);
  const { page } = mount(<NoticeBell />);
  await expect.poll(() => page.getByRole('link').getAttribute('aria-label')).toBe('Notices, some unread');
  expect(page.getByRole('link').getAttribute('href')).toBe('/Notifications');
});

const arrives = (number: number): Promise<void> => stream.send('notice', notice(number));

test('a notice that is published while the app is open pops up once; read there it is marked, put off it is not', async () => {
  const server = serverOf([notice(1, false)]);
  const { page, user, toast } = mount(<NoticePopup />);
  await expect.poll(() => server.requestsTo(listNotices).length).toBe(1);
  expect(page.queryByRole('dialog')).toBeNull();
  await arrives(2);
  await page.findByText('Text 2');
  await user.click(page.getByRole('button', { name: 'Read later' }));
  expect(page.queryByRole('dialog')).toBeNull();
  expect(server.requestsTo(markNoticesRead)).toEqual([]);
  await arrives(2);
  await arrives(1);
  expect(page.queryByRole('dialog')).toBeNull();
  await arrives(3);
  await user.click(await page.findByRole('button', { name: 'Got it' }));
  await expect.poll(() => server.requestsTo(markNoticesRead).map(({ fields }) => fields)).toEqual([{ id: idOf(3) }]);
  expect(page.queryByRole('dialog')).toBeNull();
  expect(toast()).toBe('');
});

test('over an open dialog a notice is a short message, and a visitor marks nothing', async () => {
  session.signOut();
  const server = serverOf([]);
  const withDialog = (open: boolean) => (
    <>
      <NoticePopup />
      <dialog open={open}>Another one</dialog>
    </>
  );
  const { page, user, toast, rerender } = mount(withDialog(true));
  await arrives(4);
  await expect.poll(toast).toBe('New notice: Notice 4');
  expect(page.queryByText('Text 4')).toBeNull();
  rerender(withDialog(false));
  await arrives(5);
  await user.click(await page.findByRole('button', { name: 'Got it' }));
  expect(page.queryByText('Text 5')).toBeNull();
  expect(server.requestsTo(markNoticesRead)).toEqual([]);
});

test('what was published while the stream was down pops up once it is back; what was there before, or is read already, does not', async () => {
  const before = serverOf([notice(1, false)]);
  const { page, user } = mount(<NoticePopup />);
  await expect.poll(() => before.requestsTo(listNotices).length).toBe(1);
  const after = serverOf([notice(2, false), notice(1, false)]);
  await stream.open();
  expect(await page.findByText('Text 2')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Read later' }));
  expect(after.requestsTo(listNotices)).toHaveLength(1);
  const later = serverOf([notice(3, true), notice(2, false)]);
  await queryClient.refetchQueries();
  expect(later.requestsTo(listNotices)).toHaveLength(1);
  expect(page.queryByRole('dialog')).toBeNull();
});
