// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  type ChatLog,
  getChatTranscript,
  listMessages,
  markMessagesRead,
  rateConversation,
} from '#contract/support.ts';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { invalidate } from '#web/platform/api/read-key.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { session } from '#web/platform/session/session.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { saveFile } from '#web/ui/feedback/save-file.ts';
import { alerts, fill } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { AskAbout } from './ask-about.tsx';
import { Chat } from './chat.tsx';
import { Message } from './message.tsx';
import { memoryStore, page as outboxPage, written } from './outbox.fixture.ts';
import { WaitingMessage } from './waiting-message.tsx';

const own = outboxPage(memoryStore(), async () => 1).outbox;

vi.mock('./use-outbox.ts', async () => {
  const { useStore } = await import('#web/platform/use-store.ts');
  return { useOutbox: () => ({ outbox: own, waiting: useStore(own.subscribe, own.messages) }) };
});
vi.mock(import('#web/ui/feedback/save-file.ts'), () => ({ saveBlob: vi.fn(), saveFile: vi.fn() }));

beforeAll(() => useLanguage('en'));
afterEach(() => {
  session.signOut();
  vi.clearAllMocks();
});

const at = new Date(2026, 4, 1, 10).getTime();
const message = (position: number, author: ChatMessage['author'], conversation = 1): ChatMessage => ({
  ...{ position, id: `message-${position}-0000000`, conversation, author, text: `text ${position}` },
  ...{ image: null, pin: null, articles: [], at },
});
const ended = { number: 1, openedAt: at, closedAt: at, stars: null };
const open = { number: 2, openedAt: at, closedAt: null, stars: null };
const log = (messages: readonly ChatMessage[], more: Partial<ChatLog> = {}): ChatLog => ({
  ...{ messages: [...messages], next: null, conversation: open, conversations: [ended, open] },
  ...{ seen: 0, answered: 0, read: 9, ...more },
});

function shown(answer: (fields: Readonly<Record<string, string>>) => ChatLog) {
  session.signIn('newcomer7');
  const server = fakeServer();
  server.answerBy(listMessages, ({ fields }) => answer(fields));
  server.answer(markMessagesRead, { unread: 0 });
  const mounted = mount(<Chat links={(ids) => <i>{ids.join()}</i>} />);
  const { page, user } = mounted;
  const press = (name: string) => user.click(page.getByRole('button', { name }));
  const entries = () => page.queryAllByRole('listitem').map(({ textContent }) => textContent);
  return { ...mounted, server, press, entries };
}

test('the chat is read from the oldest message down, each with how far it came; what is shown is marked as read', async () => {
  const messages = [message(5, 'member', 2), message(4, 'operator', 2), message(3, 'member'), message(2, 'member')];
  let read = 4;
  const { server, entries, press } = shown((fields) =>
    fields.before === '2' ? log([message(1, 'operator')]) : log(messages, { next: 2, seen: 4, answered: 2, read }),
  );
  await expect.poll(() => entries().length).toBe(5);
  expect(entries()).toEqual([
    'Youtext 2May 1, 10:00Answered',
    'Youtext 3May 1, 10:00Seen',
    expect.stringContaining('This conversation has ended'),
    'Customer servicetext 4May 1, 10:00',
    'Youtext 5May 1, 10:00Sent',
  ]);
  read = 5;
  await expect.poll(() => server.requestsTo(listMessages).length).toBe(2);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(server.requestsTo(markMessagesRead).map(({ fields }) => fields)).toEqual([{ through: '5' }]);
  await press('Earlier messages');
  await expect.poll(() => entries()[0]).toBe('Customer servicetext 1May 1, 10:00');
});

test('messages that come while the page is hidden are unread until it is seen', async () => {
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const unread = () => log([message(1, 'operator')], { read: 0 });
  const left = shown(unread);
  await expect.poll(() => left.entries().length).toBe(2);
  left.unmount();
  const { server, entries } = shown(unread);
  const marked = () => server.requestsTo(markMessagesRead).map(({ fields }) => fields);
  await expect.poll(() => entries().length).toBe(2);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(marked()).toEqual([]);
  visible.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(marked).not.toEqual([]);
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  // By the chat that is open, and not by one that was left.
  expect(marked()).toEqual([{ through: '1' }]);
  visible.mockRestore();
});

test('a mark that did not arrive is made again with the next reading of the chat, and one that arrived is not', async () => {
  const { server } = shown(() => log([message(1, 'operator')], { read: 0 }));
  server.loseConnection(markMessagesRead);
  const marks = () => server.requestsTo(markMessagesRead).length;
  const rest = () => expect.poll(() => queryClient.isFetching() + queryClient.isMutating()).toBe(0);
  const readAgain = async () => {
    await invalidate(queryClient, listMessages);
    await rest();
  };
  await expect.poll(marks).toBe(1);
  await rest();
  await readAgain();
  await expect.poll(marks).toBe(2);
  await rest();
  server.answer(markMessagesRead, { unread: 0 });
  await readAgain();
  await expect.poll(marks).toBe(3);
  await rest();
  await readAgain();
  expect(marks()).toBe(3);
});

test('the chat is read every five seconds while the stream is behind, and once more when it is back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const state = vi.spyOn(stream, 'state').mockReturnValue('behind');
  const { server, rerender, entries } = shown(() => log([message(1, 'operator')], { read: 1 }));
  const reads = () => server.requestsTo(listMessages).length;
  await expect.poll(() => entries().length).toBe(2);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(reads()).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  await expect.poll(reads).toBe(2);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  state.mockReturnValue('live');
  rerender(<Chat links={() => null} />);
  await expect.poll(reads).toBe(3);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  rerender(<Chat links={() => null} />);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reads()).toBe(3);
  vi.useRealTimers();
  state.mockRestore();
});

test('a search shows what contains it, with no ends of conversations, and says where nothing does', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { server, page, entries } = shown(({ search }) => {
    if (search === undefined) return log([message(2, 'member', 2), message(1, 'operator')], { read: 2 });
    return log(search === 'fees' ? [message(1, 'operator')] : [], { next: search === 'fees' ? 7 : null });
  });
  await expect.poll(() => entries().length).toBe(3);
  // The newest message is in sight, and stays out of the way of a search.
  expect(scrolled.mock.calls).toEqual([[{ block: 'end' }]]);
  fill({ 'Search this chat': ' fees ' });
  await expect.poll(() => entries().length).toBe(1);
  expect(server.requestsTo(listMessages).at(-1)?.fields).toEqual({ search: 'fees' });
  expect(page.getByRole('button', { name: 'Search earlier messages' })).toBeTruthy();
  fill({ 'Search this chat': 'nothing' });
  await expect.poll(() => page.queryByText('No message contains this')).toBeTruthy();
  expect(page.getByText('nothing')).toBeTruthy();
  expect(server.requestsTo(markMessagesRead)).toEqual([]);
  expect(scrolled).toHaveBeenCalledTimes(1);
  scrolled.mockRestore();
});

test('a chat that was never begun invites to write, and one that cannot be read says so', async () => {
  const { server, page, unmount } = shown(() => log([], { conversation: null, conversations: [] }));
  await expect.poll(() => page.queryByText('Write to us')).toBeTruthy();
  expect(page.queryByLabelText('Search this chat') ?? page.queryByRole('button')).toBeNull();
  unmount();
  session.signIn('other88');
  server.refuse(listMessages, 'notPermitted', 'You may not');
  mount(<Chat links={() => null} />);
  await expect.poll(alerts).toEqual([expect.stringContaining('You may not')]);
  expect(page.queryByText('Write to us')).toBeNull();
});

test('an ended conversation is rated once with the stars that were pressed, and saved as a file', async () => {
  let stars: number | null = null;
  const { server, page, press, toast } = shown(() =>
    log([message(2, 'operator')], { conversation: ended, conversations: [{ ...ended, stars }] }),
  );
  await expect.poll(() => page.queryByRole('button', { name: '4 of 5 stars' })).toBeTruthy();
  expect(page.getAllByRole('button', { name: /of 5 stars/ })).toHaveLength(5);
  server.refuse(rateConversation, 'serverBusy', 'Busy at the moment');
  await press('4 of 5 stars');
  await expect.poll(toast).toBe('Busy at the moment');
  const held = server.hold(rateConversation, { ...ended, stars: 4 });
  await press('4 of 5 stars');
  await press('5 of 5 stars');
  stars = 4;
  held.release();
  await expect.poll(() => page.queryByText('You gave it 4 of 5 stars.')).toBeTruthy();
  expect(server.requestsTo(rateConversation).map(({ fields }) => fields)).toEqual(
    Array(2).fill({ conversation: '1', stars: '4' }),
  );

  server.refuse(getChatTranscript, 'conversationUnknown', 'No such conversation');
  await press('Save this conversation');
  await expect.poll(toast).toBe('No such conversation');
  const pinned: ChatMessage = { ...message(2, 'member'), image: 'IMG7', pin: { kind: 'plan', id: '1KDVDWMC0SXVXCS8' } };
  const help: ChatMessage = { ...message(3, 'automatic'), text: '', articles: ['fees'] };
  server.answer(getChatTranscript, { conversation: ended, messages: [pinned, help], next: null });
  await press('Save this conversation');
  await expect.poll(() => vi.mocked(saveFile).mock.calls.length).toBe(1);
  const [name, type, text] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect([name, type]).toEqual(['clearlot-chat.txt', 'text/plain;charset=utf-8']);
  expect(text).toMatch(
    /^Customer service · Clearlot\n\n.*10:00.* · You\ntext 2\n\[Image IMG7\]\n\[Plan 1KDVDWMC0SXVXCS8\]\n\n.* · Automatic answer\nNobody has written this: these help.*\n\/faq\?id=fees\n$/,
  );
  expect(server.requestsTo(getChatTranscript).at(-1)?.fields).toEqual({ conversation: '1' });
});

test('a message that waits says so; a refused one says why, and is sent again or deleted by one press', async () => {
  const { page, user, rerender } = mount(null);
  const [retry, discard] = [vi.spyOn(own, 'retry'), vi.spyOn(own, 'discard')];
  const waiting = { ...written(at, 'hello'), place: 1, image: null, problem: null };
  rerender(<WaitingMessage message={waiting} outbox={own} />);
  expect(page.getByRole('listitem').textContent).toBe('YouhelloMay 1, 10:00Waits for the connection');
  // Of an earlier version.
  rerender(<WaitingMessage message={{ ...waiting, problem: 'Too long.' }} outbox={own} />);
  expect(alerts()).toEqual(['Not sent: Too long. Send again Delete']);
  const refused = { ...waiting, problem: 'No!', refusal: { code: 'messageInvalid', locale: 'en' } as const };
  rerender(<WaitingMessage message={refused} outbox={own} />);
  expect(alerts()).toEqual(['Not sent: No! Send again Delete']);
  await act(() => useLanguage('jp'));
  expect(alerts()[0]).toContain(errorText('messageInvalid'));
  await act(() => useLanguage('en'));
  await user.click(page.getByRole('button', { name: 'Send again' }));
  expect([retry.mock.calls, discard.mock.calls]).toEqual([[[refused]], []]);
  await user.click(page.getByRole('button', { name: 'Delete' }));
  expect(discard.mock.calls).toEqual([[refused]]);
});

test('a message that was sent here is not drawn behind the newest once they have filled the page that is read', async () => {
  let newest = 1;
  const { page, entries } = shown(() => {
    const first = Math.max(1, newest - 49);
    const messages = Array.from({ length: newest - first + 1 }, (_, place) => message(newest - place, 'member', 2));
    return log(messages, { next: first > 1 ? first : null });
  });
  await expect.poll(() => entries().length).toBe(1);
  await own.open('ann');
  await own.add({ ...written(at, 'text 1'), id: message(1, 'member').id });
  await expect.poll(() => own.messages().length).toBe(1);
  expect(entries().length).toBe(1);
  newest = 51;
  await queryClient.invalidateQueries();
  await expect.poll(() => page.queryByText('text 51')).toBeTruthy();
  expect(entries()).toHaveLength(50);
  expect(page.queryByText('Waits for the connection')).toBeNull();
  await own.open(null);
});

test('a message shows its picture in full at a press, and leads to what is pinned; asking leads to the chat with it', async () => {
  const pin = { kind: 'withdrawal', id: '1KDVDWMC0SXVXCS8' } as const;
  const { page, user, went } = mount(
    <>
      <Message message={{ ...message(1, 'member'), image: 'IMG7', pin }} links={() => null} />
      <AskAbout pin={pin} />
    </>,
  );
  await user.click(page.getByRole('link', { name: /Withdrawal 1KDVDWMC/ }));
  await user.click(page.getByRole('link', { name: 'Ask customer service about this' }));
  expect(went).toEqual([
    ...['/withdrawSuccess?withdrawal=1KDVDWMC0SXVXCS8', '/service?about=withdrawal.1KDVDWMC0SXVXCS8'],
  ]);
  await user.click(page.getByRole('button', { name: 'Show the image' }));
  expect(page.getByAltText('Image').getAttribute('src')).toContain('IMG7');
});
