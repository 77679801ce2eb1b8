// @vitest-environment happy-dom
import { afterEach, beforeEach, test, vi } from 'vitest';
import { listHelp } from '#contract/content.ts';
import { getReplyTimes, listMessages, markMessagesRead, rateConversation } from '#contract/support.ts';
import { pinKinds } from '#contract/support-schemas.ts';
import { AskAbout } from '#web/features/support/ask-about.tsx';
import { memoryStore, page as outboxPage } from '#web/features/support/outbox.fixture.ts';
import type { WaitingMessage as Waiting } from '#web/features/support/outbox.ts';
import { ReplyTimes } from '#web/features/support/reply-times.tsx';
import { WaitingMessage } from '#web/features/support/waiting-message.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { session } from '#web/platform/session/session.ts';
import { fill, press } from '#web/ui/form/filled.fixture.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import { entries } from './samples-content.fixture.ts';
import * as samples from './samples-news.fixture.ts';
import { on } from './samples-security.fixture.ts';
import { Page as ServicePage } from './service.tsx';

const { outbox } = outboxPage(memoryStore(), async () => undefined);
const waits = vi.hoisted(() => ({ messages: [] as Waiting[] }));

vi.mock('#web/features/support/use-outbox.ts', () => ({
  useOutbox: () => ({ outbox, waiting: waits.messages }),
}));

let server: FakeServer;

asMember((fake) => {
  server = fake;
  Element.prototype.scrollIntoView = () => undefined;
  server.answer(listHelp, entries);
  server.answer(getReplyTimes, samples.times);
  server.answer(listMessages, samples.chat);
  server.answer(markMessagesRead, { unread: 0 });
});
beforeEach(() => {
  waits.messages = [];
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(on(4, 13));
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => void vi.useRealTimers());

const shown = (search = '') => mount(<ServicePage />, { path: `/service${search}` });

const unsent = (place: number) => ({ place, image: null });

/** Messages on this phone: one waits, one was refused, one has a picture and an object. */
const waiting: Waiting[] = [
  {
    id: 'id-3',
    text: 'Third, refused',
    pin: null,
    picture: null,
    at: on(4, 13, 9, 3),
    problem: 'Too many today.',
    ...unsent(3),
  },
  { id: 'id-1', text: 'First, waits', pin: null, picture: null, at: on(4, 13, 9, 1), problem: null, ...unsent(1) },
  {
    ...{ id: 'id-2', text: '', pin: { kind: 'holding', id: 'HD8DVDWMC0SXVXCS' }, at: on(4, 13, 9, 2), problem: null },
    picture: new Blob(['x'], { type: 'image/png' }),
    ...unsent(2),
  },
];

test('the chat with messages of every kind and state, and those that wait on the phone', async () => {
  waits.messages = waiting;
  await expectOutline(shown().container);
});

test('the chat whose conversation has ended, and a rating that is refused', async () => {
  const { chat } = samples;
  const conversation = { ...(chat.conversation as NonNullable<typeof chat.conversation>), closedAt: on(4, 12, 20, 3) };
  const conversations = [conversation, ...chat.conversations.slice(1)];
  server.answer(listMessages, { ...chat, next: null, conversation, conversations });
  const { container, page } = shown();
  await expectOutline(container);
  server.refuse(rateConversation, 'conversationRated', 'It is rated already');
  await press('Search this chat').catch(() => undefined);
  await press('2 of 5 stars');
  await page.findAllByText('It is rated already');
  await expectOutline(container);
});

test('a chat that was never begun, about an object; what is typed can be sent', async () => {
  server.answer(listMessages, { ...samples.chat, messages: [], next: null, conversation: null, conversations: [] });
  const { container } = shown('?about=plan.1KDVDWMC0SXVXCS8');
  await expectOutline(container);
  fill({ Message: 'a\u0007b' });
  await expectOutline(container);
  await press('Send');
  await expectOutline(container);
});

test('what the chat is searched for, and nothing', async () => {
  const [, message] = samples.chat.messages;
  server.answerBy(listMessages, ({ fields }) => {
    if (fields.search === undefined) return samples.chat;
    return { ...samples.chat, messages: fields.search === 'fees' && message ? [message] : [], next: null };
  });
  const { container, page } = shown();
  await page.findByText('About plan');
  fill({ 'Search this chat': 'fees' });
  await vi.waitFor(() => page.queryByText('About plan') && Promise.reject(new Error('not searched yet')));
  await expectOutline(container);
  fill({ 'Search this chat': 'nothing' });
  await page.findByText('No message contains this');
  await expectOutline(container);
});

test('the chat and the times that cannot be read', async () => {
  server.refuse(listMessages, 'notPermitted', 'Not now');
  server.refuse(getReplyTimes, 'notPermitted', 'No times');
  await expectOutline(shown().container);
});

test('the service of a visitor', async () => {
  session.signOut();
  await expectOutline(shown().container);
});

test('the times of replies: none measured, and none unanswered', async () => {
  const none = { count: 0, medianSeconds: null, percentile95Seconds: null, unanswered: 2, waiting: 5 };
  server.answer(getReplyTimes, none);
  const { container, unmount } = mount(<ReplyTimes />);
  await expectOutline(container);
  unmount();
  queryClient.clear();
  server.answer(getReplyTimes, { ...samples.times, count: 1, medianSeconds: 9, unanswered: 0, waiting: 0 });
  await expectOutline(mount(<ReplyTimes />).container);
});

test('the questions about an object of every kind', async () => {
  const asked = pinKinds.map((kind, place) => <AskAbout key={kind} pin={{ kind, id: `PN${place}DVDWMC0SXVXC` }} />);
  await expectOutline(mount(asked).container);
});

test('a message that waits on the phone, alone', async () => {
  await expectOutline(
    mount(waiting.map((one) => <WaitingMessage key={one.id} message={one} outbox={outbox} />)).container,
  );
});
