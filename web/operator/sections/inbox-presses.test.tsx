// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { getReplyTimes } from '#contract/support.ts';
import {
  answerConversation,
  assignConversation,
  closeConversation,
  getChatRatings,
  type InboxEntry,
  listConversations,
  listSnippets,
  markConversationSeen,
  openPinnedObject,
  readConversation,
} from '#contract/support-inbox.ts';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { setServerWallClock } from '#web/platform/product-clock.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { forgetKeptState } from '../ui/kept-state.ts';
import { Conversation } from './conversation.tsx';
import { Inbox } from './inbox.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);
afterEach(() => {
  forgetKeptState();
  vi.restoreAllMocks();
});

const member = '1111222233334444';
const at = Date.UTC(2026, 4, 1);
const open = { number: 2, openedAt: at, closedAt: null, stars: null };
const over = { number: 1, openedAt: at, closedAt: Date.UTC(2026, 3, 2), stars: 4 };

const message: ChatMessage = {
  ...{ position: 7, id: 'm7', conversation: 2, author: 'member', text: 'Where is it?', image: null, pin: null },
  ...{ articles: [], at },
};

type Chat = OutputOf<typeof readConversation>;

const chat: Chat = {
  messages: [
    message,
    { ...message, position: 6, author: 'automatic', text: '', articles: ['deposits', 'limits'] },
    { ...message, position: 5, conversation: 1, text: 'Thanks', image: 'IMG1', pin: { kind: 'plan', id: 'PLAN56789' } },
  ],
  ...{ next: null, conversation: open, conversations: [over, open], assigned: null, operators: ['anna', 'bert'] },
  ...{ waitingSince: at, locale: 'jp', seen: 5, answered: 5, read: 5 },
};

const snippets = [
  { id: '000000000000000A', locale: 'jp' as const, title: 'Hello', text: 'こんにちは', hash: 'a'.repeat(64) },
  { id: '000000000000000B', locale: 'en' as const, title: 'Bye', text: 'Good bye', hash: 'b'.repeat(64) },
];

function support(shown: Chat = chat) {
  const server = operatorServer('support');
  server.answer(readConversation, shown);
  server.answer(listSnippets, snippets);
  server.answer(markConversationSeen, { seen: 7 });
  server.answer(answerConversation, { ...message, position: 8, author: 'operator' });
  return server;
}

test('a chat stands oldest first, each message with its author, and what was opened is marked as seen once', async () => {
  const before = { ...message, position: 4, conversation: 1, text: 'It came' };
  const server = support({ ...chat, messages: [...chat.messages, before] });
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(page.words).toContain('Where is it?');
  const items = [...page.container.querySelectorAll('ol > li')].map((one) => one.textContent ?? '');
  expect(items).toHaveLength(5);
  expect(items[0]).toContain('It came');
  expect(items[1]).toContain('Thanks');
  expect(items[2]).toMatch(/^Conversation ended · .*2026.* · Rating: 4 of 5$/);
  expect(items[3]).toContain('deposits, limits');
  expect(items[4]).toContain('Where is it?');
  expect(page.container.querySelector('li img')?.getAttribute('src')).toBe(`/api/operator/chat/image/${member}-IMG1`);
  await expect
    .poll(() => server.requestsTo(markConversationSeen).map(({ fields }) => fields))
    .toEqual([{ member, through: '7' }]);
  server.answer(openPinnedObject, {
    ...{ kind: 'plan', id: 'PLAN56789', amount: usdt(5_000_000n), state: 'settled', income: usdt(-250_000n) },
    ...{ detail: 'BTC ×10', at },
  });
  await page.press('Plan PLAN5678');
  await expect.poll(() => page.facts('Amount')).toEqual(['5.00 USDT']);
  expect([page.facts('Income'), page.facts('State')]).toEqual([['−0.25 USDT'], ['Settled']]);
  expect(server.requestsTo(openPinnedObject)[0]?.fields).toEqual({ member, position: '5' });
  await page.press('Plan PLAN5678');
  expect(page.facts('Amount')).toEqual([]);
  queryClient.removeQueries({ queryKey: [openPinnedObject.path] });
  server.answer(openPinnedObject, {
    ...{ kind: 'plan', id: 'PLAN56789', amount: usdt(5_000_000n), state: 'running', income: null },
    ...{ detail: 'BTC ×10', at },
  });
  await page.press('Plan PLAN5678');
  await expect.poll(() => page.facts('State')).toEqual(['Running']);
  expect(page.facts('Income')).toEqual([]);
});

test('nothing is marked as seen before the page is in sight, nor again what was seen', async () => {
  const server = support({ ...chat, seen: 7 });
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(page.words).toContain('Where is it?');
  page.unmount();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  server.answer(readConversation, chat);
  const hidden = mountDesk(<Conversation member="5555222233334444" />);
  await expect.poll(hidden.words).toContain('Where is it?');
  expect(server.requestsTo(markConversationSeen)).toEqual([]);
  // Once it comes into sight.
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect
    .poll(() => server.requestsTo(markConversationSeen).map(({ fields }) => fields))
    .toEqual([{ member: '5555222233334444', through: '7' }]);
});

test('an answer is sent to what was read, under one id until it arrived, and its words are kept until then', async () => {
  const server = support();
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(() => page.hasButton('Send')).toBe(true);
  expect(page.button('Send').disabled).toBe(true);
  await expect.poll(page.words).toContain('Choose a snippet');
  expect([...page.field('Snippet').querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    ...['Choose a snippet', 'Hello'],
  ]);
  await page.choose('Snippet', '000000000000000A');
  expect(page.field('Answer').value).toBe('こんにちは');
  await page.choose('Snippet', '000000000000000A');
  expect(page.field('Answer').value).toBe('こんにちは\nこんにちは');
  await page.write('Answer', 'It is on its way');
  page.rerender(<p>another section</p>);
  page.rerender(<Conversation member={member} />);
  expect(page.field('Answer').value).toBe('It is on its way');
  server.loseConnection(answerConversation);
  await page.press('Send');
  await expect.poll(page.alerts).toHaveLength(1);
  const held = server.hold(answerConversation, { ...message, position: 8, author: 'operator' });
  const reads = server.requestsTo(readConversation).length;
  await page.press('Send');
  await page.press('Send');
  expect(page.field('Answer').readOnly).toBe(true);
  held.release();
  await expect.poll(() => page.field('Answer').value).toBe('');
  await expect.poll(() => server.requestsTo(readConversation).length).toBeGreaterThan(reads);
  await page.write('Answer', 'It is on its way');
  await page.press('Send');
  await expect.poll(() => server.requestsTo(answerConversation).length).toBe(3);
  const [lost, again, another] = server.requestsTo(answerConversation).map(({ fields }) => fields);
  expect(again).toEqual({ member, text: 'It is on its way', through: '7', id: lost?.id });
  expect(another?.id).not.toBe(again?.id);
});

test('a conversation is taken, given away, given back, and closed', async () => {
  const server = support();
  server.answer(assignConversation, { assigned: 'anna' });
  server.answer(closeConversation, over);
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(() => page.hasButton('Take it')).toBe(true);
  expect(page.field('Assigned to').value).toBe('');
  server.answer(readConversation, { ...chat, assigned: 'carl' });
  await page.press('Take it');
  await expect.poll(() => page.hasButton('Take it over')).toBe(true);
  expect(page.field('Assigned to').value).toBe('carl');
  server.answer(readConversation, { ...chat, assigned: 'anna' });
  await page.choose('Assigned to', 'bert');
  await expect.poll(() => page.hasButton('Take it over')).toBe(false);
  server.refuse(assignConversation, 'conversationClosed', 'This conversation has ended');
  await page.choose('Assigned to', '');
  await expect.poll(page.alerts).toEqual(['This conversation has ended']);
  expect(server.requestsTo(assignConversation).map(({ fields }) => fields)).toEqual([
    { member, to: 'anna' },
    { member, to: 'bert' },
    { member },
  ]);
  await page.press('Close the conversation');
  expect(server.requestsTo(closeConversation)).toEqual([]);
  server.answer(readConversation, { ...chat, conversation: { ...open, closedAt: at } });
  await page.confirm('Close the conversation');
  await expect.poll(() => page.hasButton('Send')).toBe(false);
  expect(server.requestsTo(closeConversation)[0]?.fields).toEqual({
    member,
    conversation: String(open.number),
    through: '7',
  });
});

test('a search shows what contains the words, without the ends of conversations, and says where nothing does', async () => {
  const server = support();
  server.answerBy(readConversation, ({ fields }) => {
    if (fields.before === '3') return { ...chat, messages: [{ ...message, position: 1, text: 'oldest' }], next: null };
    if (fields.search === 'thanks') return { ...chat, messages: chat.messages.slice(2), next: 3 };
    return fields.search === undefined ? chat : { ...chat, messages: [] };
  });
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(page.words).toContain('Where is it?');
  await page.write('Search this chat', ' thanks ');
  await expect.poll(page.words).not.toContain('Where is it?');
  await expect.poll(page.words).toContain('Thanks');
  expect(page.words()).not.toContain('Conversation ended');
  expect(page.hasButton('Send')).toBe(true);
  await page.press('Search earlier messages');
  await expect.poll(page.words).toContain('oldest');
  await page.write('Search this chat', 'nowhere');
  await expect.poll(page.words).toContain('No message contains this.');
  // What is answered is the newest message, whatever was searched for.
  await page.write('Answer', 'It is on its way');
  await page.press('Send');
  await expect.poll(() => server.requestsTo(answerConversation)[0]?.fields.through).toBe('7');
});

test('the queues are read one at a time, each line with its member, wait and rating', async () => {
  const server = support();
  server.answer(getReplyTimes, { count: 0, medianSeconds: null, percentile95Seconds: null, unanswered: 0, waiting: 0 });
  server.answer(getChatRatings, { ended: 0, stars: [0, 0, 0, 0, 0] });
  const entry: InboxEntry = {
    ...{ member, locale: 'jp', conversation: open, waitingSince: at, assigned: 'bert', unseen: 3 },
    newest: message,
  };
  // The console's own clock is wrong: how long a member waits is counted by the server's.
  setServerWallClock(new Date(at + 120_000).toUTCString());
  const answered = { ...entry, member: '5555222233334444', waitingSince: null, assigned: null, conversation: over };
  server.answerBy(listConversations, ({ fields }) =>
    fields.queue === 'waiting'
      ? { conversations: [fields.before ? answered : entry], next: fields.before ? null : '1.2', waiting: 2 }
      : { conversations: [{ ...answered, newest: { ...message, text: '' } }], next: null, waiting: 2 },
  );
  const page = mountDesk(<Inbox />, '/operator/inbox');
  await expect.poll(() => page.rows('Conversations')).toHaveLength(1);
  const waits = expect.stringMatching(/^2m, since .*202\d/);
  const line = [member, waits, 'Where is it?', '3', 'bert', '日本語', 'Not rated'];
  expect(page.rows('Conversations')).toEqual([line]);
  expect(page.container.querySelector('table a')?.getAttribute('href')).toBe(`/operator/inbox/${member}`);
  await page.press('Show more');
  await expect
    .poll(() => server.requestsTo(listConversations).at(-1)?.fields)
    .toEqual({ queue: 'waiting', before: '1.2' });
  await page.press('Closed');
  await expect.poll(() => page.rows('Conversations')[0]?.[0]).toBe('5555222233334444');
  expect(page.rows('Conversations')[0]?.slice(1)).toEqual(['Answered', 'Member', '3', 'None', '日本語', '4 of 5']);
  expect(page.words()).not.toContain('Search this chat');
});
