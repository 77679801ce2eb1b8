// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
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
  removeSnippet,
  saveSnippet,
} from '#contract/support-inbox.ts';
import { type ChatMessage, pinKinds } from '#contract/support-schemas.ts';
import { usdt } from '#core/money/amount.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { forgetKeptState } from '../ui/kept-state.ts';
import { Conversation } from './conversation.tsx';
import { Inbox } from './inbox.tsx';
import { may } from './samples-money.fixture.ts';
import { Snippets } from './snippets.tsx';

beforeAll(useConsoleInEnglish);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(may(10, 12));
});
afterEach(() => {
  forgetKeptState();
  vi.useRealTimers();
});

const member = '1111222233334444';
const open = { number: 3, openedAt: may(4), closedAt: null, stars: null };
const rated = { number: 1, openedAt: may(1), closedAt: may(2, 3, 4, 5), stars: 4 };
const unrated = { number: 2, openedAt: may(2), closedAt: may(3, 4, 5, 6), stars: null };

const message: ChatMessage = {
  ...{ position: 9, id: 'm9', conversation: 3, author: 'member', text: 'Where is it?', image: null, pin: null },
  ...{ articles: [], at: may(9, 1, 2, 3) },
};

type Chat = OutputOf<typeof readConversation>;

const chat: Chat = {
  messages: [
    message,
    { ...message, position: 8, author: 'operator', text: '<b>Soon</b>', at: may(8, 2, 3, 4) },
    { ...message, position: 7, author: 'automatic', text: '', articles: ['deposits', 'limits'], at: may(7, 3, 4, 5) },
    ...pinKinds.map((kind, place) => ({
      ...{ ...message, position: 6 - place, conversation: place < 2 ? 2 : 1, text: place === 1 ? '' : `About ${kind}` },
      ...{
        pin: { kind, id: `${kind}56789`.toUpperCase() },
        image: place === 1 ? 'IMG1' : null,
        at: may(6 - place, place),
      },
    })),
  ],
  ...{
    next: 1,
    conversation: open,
    conversations: [unrated, rated, open],
    assigned: null,
    operators: ['bert', 'anna'],
  },
  ...{ waitingSince: may(9), locale: 'jp', seen: 5, answered: 5, read: 5 },
};

const snippets = [
  { id: '000000000000000C', locale: 'jp' as const, title: 'Hello', text: 'こんにちは', hash: 'c'.repeat(64) },
  { id: '000000000000000A', locale: 'en' as const, title: 'Bye', text: 'Good bye', hash: 'a'.repeat(64) },
  { id: '000000000000000B', locale: 'jp' as const, title: 'Again', text: 'また\nね', hash: 'b'.repeat(64) },
];

function support(shown: Chat = chat) {
  const server = operatorServer('support');
  server.answer(readConversation, shown);
  server.answer(listSnippets, snippets);
  server.answer(markConversationSeen, { seen: 9 });
  return server;
}

test('a chat with everything that a message can have, and all kinds of pins open', async () => {
  const server = support();
  const incomes = [2_000_001n, -3_000_002n, null, 0n, null];
  const states = ['settled', 'seen', 'refused', 'matured', 'running'] as const;
  server.answerBy(openPinnedObject, ({ fields }) => {
    const place = 6 - Number(fields.position);
    const income = incomes[place] ?? null;
    return {
      ...{ kind: pinKinds[place] ?? 'plan', id: `PIN${place}`, amount: place === 1 ? null : usdt(BigInt(place) * 7n) },
      ...{ state: states[place] ?? 'running', income: income === null ? null : usdt(income) },
      ...{ detail: `detail ${place}`, at: may(1, place, 1, 2) },
    };
  });
  const desk = mountDesk(<Conversation member={member} />);
  await expect.poll(() => desk.hasButton('Take it')).toBe(true);
  await expect.poll(desk.words).toContain('Choose a snippet');
  await expectOutline(desk.container);
  const pins = [...desk.container.querySelectorAll<HTMLButtonElement>('ol button')];
  for (const pin of pins) await desk.user.click(pin);
  await expect.poll(() => desk.facts('State')).toHaveLength(5);
  await expectOutline(desk.container.querySelector('ol') as Element);
});

test('a chat that another operator has, and an answer that is refused', async () => {
  const server = support({ ...chat, messages: [message], next: null, assigned: 'carl', locale: 'en' });
  server.refuse(answerConversation, 'conversationClosed', 'This conversation has ended');
  server.refuse(assignConversation, 'operatorUnknown', 'There is no such operator');
  const desk = mountDesk(<Conversation member={member} />);
  await expect.poll(() => desk.hasButton('Take it over')).toBe(true);
  await expect.poll(desk.words).toContain('Choose a snippet');
  await desk.choose('Snippet', '000000000000000A');
  await expectOutline(desk.container);
  await desk.press('Send');
  await expect.poll(desk.alerts).toHaveLength(1);
  await desk.press('Take it over');
  await expect.poll(desk.alerts).toHaveLength(2);
  await expectOutline(desk.container);
});

test('the own chat and the dialog that closes it', async () => {
  const server = support({ ...chat, messages: [message], next: null, assigned: 'anna' });
  server.refuse(closeConversation, 'conversationClosed', 'This conversation has ended');
  const desk = mountDesk(<Conversation member={member} />);
  await expect.poll(() => desk.hasButton('Send')).toBe(true);
  await expect.poll(desk.words).toContain('Choose a snippet');
  await expectOutline(desk.container);
  await desk.press('Close the conversation');
  await expectOutline(desk.openDialog());
  await desk.confirm('Close the conversation');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
});

test('a chat that has ended; a search in it, and one that finds nothing', async () => {
  const ended = { ...chat, conversation: { ...open, closedAt: may(9, 8), stars: 2 } };
  const server = support();
  server.answerBy(readConversation, ({ fields }) =>
    fields.search === undefined
      ? { ...ended, conversations: [unrated, rated, ended.conversation] }
      : { ...ended, messages: fields.search === 'soon' ? chat.messages.slice(1, 4) : [], next: null },
  );
  const desk = mountDesk(<Conversation member={member} />);
  await expect.poll(desk.words).toContain('Where is it?');
  await expectOutline(desk.container);
  await desk.write('Search this chat', 'soon');
  await expect.poll(desk.words).not.toContain('Where is it?');
  await expect.poll(desk.words).toContain('Soon');
  await expectOutline(desk.container);
  await desk.write('Search this chat', 'nowhere');
  await expect.poll(desk.words).toContain('No message contains this.');
  await expectOutline(desk.container);
});

test('a chat that is not known', async () => {
  const server = operatorServer('support');
  server.refuse(readConversation, 'chatUnknown', 'There is no such chat');
  await expectOutline(mountDesk(<Conversation member={member} />).container);
});

const entry: InboxEntry = {
  ...{ member, locale: 'jp', conversation: open, waitingSince: may(10, 11, 58, 3), assigned: 'bert', unseen: 3 },
  newest: message,
};

function queues() {
  const server = support();
  server.answer(getReplyTimes, {
    ...{ count: 12_345, medianSeconds: 61.4, percentile95Seconds: 90_061, unanswered: 1_234, waiting: 7 },
  });
  server.answer(getChatRatings, { ended: 4_000, stars: [10, 20, 300, 40, 1_630] });
  return server;
}

test('each queue of the inbox, with what is measured and the snippets', async () => {
  const server = queues();
  const other = { ...entry, member: '5555222233334444', assigned: null, locale: 'tc' as const, unseen: 1_234 };
  server.answerBy(listConversations, ({ fields }) => ({
    conversations: [
      { ...entry, newest: { ...message, text: `${fields.queue} ${'long '.repeat(30)}` } },
      {
        ...{ ...other, waitingSince: null, conversation: { ...rated, stars: 5 } },
        newest: { ...message, text: '', author: 'operator' as const },
      },
      {
        ...{ ...entry, member: '3333222233334444', waitingSince: may(8, 1, 2, 3), unseen: 0, locale: 'zh' as const },
        ...{ conversation: unrated, newest: { ...message, text: '', author: 'automatic' as const } },
      },
    ],
    ...{ next: fields.queue === 'open' ? '1.2' : null, waiting: 2 },
  }));
  const desk = mountDesk(<Inbox />, '/operator/inbox');
  await expect.poll(() => desk.facts('Median').length + desk.rows('Snippets').length).toBeGreaterThan(2);
  await expect.poll(() => desk.rows('Conversations')).toHaveLength(3);
  await expectOutline(desk.container);
  for (const queue of ['Mine', 'Open', 'Closed']) {
    await desk.press(queue);
    await expect.poll(() => desk.rows('Conversations')[0]?.[2]).toContain(queue.toLowerCase());
    await expectOutline(desk.card('Conversations'));
  }
});

test('an inbox with nothing in it, nothing measured and no snippets', async () => {
  const server = queues();
  server.answer(listConversations, { conversations: [], next: null, waiting: 0 });
  server.answer(getReplyTimes, { count: 0, medianSeconds: null, percentile95Seconds: null, unanswered: 0, waiting: 0 });
  server.answer(getChatRatings, { ended: 0, stars: [0, 0, 0, 0, 0] });
  server.answer(listSnippets, []);
  const desk = mountDesk(<Inbox />, '/operator/inbox');
  await expectOutline(desk.container);
});

test('an inbox that is refused', async () => {
  const server = operatorServer('owner');
  server.refuse(listConversations, 'queueUnknown', 'No queue');
  server.refuse(getReplyTimes, 'fieldInvalid', 'No times');
  server.refuse(getChatRatings, 'fieldInvalid', 'No ratings');
  server.refuse(listSnippets, 'fieldInvalid', 'No snippets');
  await expectOutline(mountDesk(<Inbox />, '/operator/inbox').container);
});

test('a snippet that is written, changed and refused, and the dialog that removes one', async () => {
  const server = support();
  server.refuse(saveSnippet, 'snippetUnknown', 'This snippet does not exist');
  server.refuse(removeSnippet, 'snippetUnknown', 'This snippet is gone');
  const desk = mountDesk(<Snippets />);
  await expect.poll(() => desk.rows('Snippets')).toHaveLength(3);
  await desk.write('Title', 'Wait');
  await desk.choose('Language', 'zh');
  await desk.user.type(desk.field('Text'), 'One moment');
  await expectOutline(desk.container);
  await desk.press('Change', 1);
  await desk.press('Save the snippet');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.container);
  await desk.press('Remove', 2);
  await desk.confirm('Remove');
  await expect.poll(desk.alerts).toHaveLength(2);
  await expectOutline(desk.openDialog());
});
