// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { listSnippets, markConversationSeen, readConversation } from '#contract/support-inbox.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { forgetKeptState } from '../ui/kept-state.ts';
import { Conversation } from './conversation.tsx';

/** So long that nothing is read again meanwhile. */
const againMs = 3_600_000;
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);
afterEach(() => {
  forgetKeptState();
  vi.useRealTimers();
});

const conversation = { number: 1, openedAt: 0, closedAt: null, stars: null };
const chat: OutputOf<typeof readConversation> = {
  messages: [
    {
      ...{ position: 7, id: 'm7', conversation: 1, author: 'member', text: 'Where is it?', image: null, pin: null },
      ...{ articles: [], at: 0 },
    },
  ],
  ...{ next: null, conversation, conversations: [conversation], assigned: null, operators: [], waitingSince: 0 },
  ...{ locale: 'en', seen: 5, answered: 5, read: 5 },
};

test('a mark that did not arrive is sent again, until it has or the chat is left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = operatorServer('support');
  server.answer(readConversation, chat);
  server.answer(listSnippets, []);
  server.loseConnection(markConversationSeen);
  const shown = () => mountDesk(<Conversation member="1111222233334444" />);
  const marks = () => server.requestsTo(markConversationSeen).length;
  const areMarks = (count: number) => vi.waitFor(() => expect(marks()).toBe(count));
  const page = shown();
  await areMarks(1);
  await vi.advanceTimersByTimeAsync(againMs);
  await areMarks(2);
  server.answer(markConversationSeen, { seen: 7 });
  await vi.advanceTimersByTimeAsync(againMs);
  await areMarks(3);
  await vi.advanceTimersByTimeAsync(9 * againMs);
  expect(marks()).toBe(3);
  page.unmount();
  server.loseConnection(markConversationSeen);
  const left = shown();
  await areMarks(4);
  left.unmount();
  await vi.advanceTimersByTimeAsync(9 * againMs);
  expect(marks()).toBe(4);
});
