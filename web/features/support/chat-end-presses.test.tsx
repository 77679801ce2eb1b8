// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ChatLog, listMessages, markMessagesRead } from '#contract/support.ts';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { invalidate } from '#web/platform/api/read-key.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { Chat } from './chat.tsx';
import { memoryStore, page as outboxPage, written } from './outbox.fixture.ts';

const own = outboxPage(memoryStore(), () => new Promise(() => {})).outbox;

vi.mock('./use-outbox.ts', async () => {
  const { useStore } = await import('#web/platform/use-store.ts');
  return { useOutbox: () => ({ outbox: own, waiting: useStore(own.subscribe, own.messages) }) };
});

/** Whether the end of the chat is on the screen, as the browser says it. */
let see: (isIntersecting: boolean) => Promise<void>;
/** Makes the chat so high, as the browser reports it before it looks where the end is. */
let grow: (height: number) => void;
const scrolled = vi.fn();

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        see = (isIntersecting) =>
          act(async () => callback([{ isIntersecting } as IntersectionObserverEntry], this as never));
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  let height = 0;
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
  const watching = new Set<() => void>();
  grow = (next) => {
    height = next;
    for (const report of watching) report();
  };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly report: () => void;
      constructor(callback: () => void) {
        this.report = callback;
      }
      observe(): void {
        watching.add(this.report);
      }
      disconnect(): void {
        watching.delete(this.report);
      }
    },
  );
});
afterEach(() => {
  session.signOut();
  scrolled.mockReset();
  vi.restoreAllMocks();
});

const message = (position: number): ChatMessage => ({
  ...{ position, id: `message-${position}-0000000`, conversation: 1, author: 'operator', text: `text ${position}` },
  ...{ image: null, pin: null, articles: [], at: 0 },
});

function shown() {
  session.signIn('newcomer7');
  const server = fakeServer();
  let newest = 2;
  const open = { number: 1, openedAt: 0, closedAt: null, stars: null };
  server.answerBy(
    listMessages,
    (): ChatLog => ({
      ...{ messages: Array.from({ length: newest }, (_, place) => message(newest - place)), next: null },
      ...{ conversation: open, conversations: [open], seen: 0, answered: 0, read: 0 },
    }),
  );
  server.answer(markMessagesRead, { unread: 0 });
  const mounted = mount(<Chat links={() => null} />);
  const come = async (): Promise<void> => {
    newest += 1;
    await act(() => invalidate(queryClient, listMessages));
    await mounted.page.findByText(`text ${newest}`);
  };
  const cue = () => mounted.page.queryByRole('button', { name: 'New messages' });
  const marked = () => server.requestsTo(markMessagesRead).map(({ fields }) => fields.through);
  return { ...mounted, come, cue, marked };
}

test('a new message scrolls a chat whose end is on the screen', async () => {
  const { page, come, cue, marked } = shown();
  await page.findByText('text 2');
  expect(scrolled).toHaveBeenCalledTimes(1);
  await see(true);
  await come();
  expect(scrolled).toHaveBeenCalledTimes(2);
  expect(cue()).toBeNull();
  await expect.poll(marked).toEqual(['2', '3']);
});

test('while older messages are read a new one scrolls nothing: a button leads to it, and it is unread until then', async () => {
  const { page, user, come, cue, marked } = shown();
  await page.findByText('text 2');
  await see(false);
  scrolled.mockReset();
  await come();
  expect(scrolled).not.toHaveBeenCalled();
  expect(marked()).toEqual(['2']);
  await user.click(cue() as HTMLElement);
  expect(scrolled.mock.calls).toEqual([[{ block: 'end' }]]);
  await see(true);
  expect(cue()).toBeNull();
  await expect.poll(marked).toEqual(['2', '3']);
});

test('what grows late keeps the end of a chat on the screen, and scrolls nobody who reads older messages', async () => {
  const { page } = shown();
  await page.findByText('text 2');
  await see(true);
  grow(300);
  scrolled.mockReset();
  grow(420);
  expect(scrolled.mock.calls).toEqual([[{ block: 'end' }]]);
  grow(400);
  expect(scrolled).toHaveBeenCalledTimes(1);
  await see(false);
  grow(500);
  expect(scrolled).toHaveBeenCalledTimes(1);
});

test('an own message is scrolled to from wherever one reads', async () => {
  const { page } = shown();
  await page.findByText('text 2');
  await see(false);
  scrolled.mockReset();
  await own.open('ann');
  await act(() => own.add(written(1, 'mine')));
  await page.findByText('mine');
  expect(scrolled).toHaveBeenCalledTimes(1);
  await own.open(null);
});
