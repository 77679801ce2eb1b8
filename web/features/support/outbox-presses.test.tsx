// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listMessages, markMessagesRead, sendMessage } from '#contract/support.ts';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { getWallet } from '#contract/wallet.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { upload } from '#web/platform/api/upload.ts';
import { session } from '#web/platform/session/session.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { alerts, fill } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { Chat } from './chat.tsx';
import { Composer } from './composer.tsx';
import { keptMessages } from './kept-messages.ts';
import type { Outbox } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';

vi.mock(import('#web/platform/api/upload.ts'), () => ({ upload: vi.fn() }));

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

/** The one of the page, once it is shown. */
const own: { outbox?: Outbox } = {};

/** What is tried again by the clock does not come: on a slow machine it would, before what the test does. */
function withoutRetries(): void {
  const { setTimeout } = globalThis;
  const later = (act: () => void, ms: number) => (act === own.outbox?.flush ? 0 : setTimeout(act, ms));
  vi.stubGlobal('setTimeout', later);
}

const pin = { kind: 'plan', id: '1KDVDWMC0SXVXCS8' } as const;

function Written({ pinned }: { readonly pinned: typeof pin | null }) {
  const { outbox } = useOutbox();
  own.outbox = outbox;
  return (
    <>
      <Chat links={() => null} />
      <Composer outbox={outbox} pin={pinned} onPinUsed={() => undefined} />
    </>
  );
}

const kept = (id: string, position: number): ChatMessage => ({
  ...{ id, position, conversation: 1, author: 'member', text: `kept ${position}`, image: null, pin: null },
  ...{ articles: [], at: 0 },
});

test('a message is sent with its picture and what is pinned, waits without a connection, and is shown once', async () => {
  const request = vi.fn((_: string, work: () => Promise<void>) => work());
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  session.signIn('newcomer7');
  withoutRetries();
  const server = fakeServer();
  const messages: ChatMessage[] = [];
  const conversation = { number: 1, openedAt: 0, closedAt: null, stars: null };
  server.answerBy(listMessages, () => ({
    ...{ messages: [...messages], next: null, conversation, conversations: [conversation] },
    ...{ seen: 0, answered: 0, read: 99 },
  }));
  server.answer(markMessagesRead, { unread: 0 });
  server.refuse(getWallet, 'notPermitted', 'You may not');
  vi.mocked(upload).mockResolvedValue({ value: { id: 'IMAGE00000000001' }, message: '' } as never);
  const { page, user, container, rerender } = mount(<Written pinned={null} />);
  const write = async (words: string) => {
    fill({ Message: words });
    await user.click(page.getByRole('button', { name: 'Send' }));
  };
  const sent = () => server.requestsTo(sendMessage).map(({ fields }) => fields);
  const entries = () => page.queryAllByRole('listitem').map(({ textContent }) => textContent);
  await expect.poll(() => page.queryByLabelText('Search this chat')).toBeTruthy();

  server.loseConnection(sendMessage);
  await write('first');
  await expect.poll(entries).toEqual([expect.stringMatching(/^Youfirst.*Waits for the connection$/)]);
  await expect.poll(() => sent().length).toBe(1);
  fill({ 'Search this chat': 'other' });
  await expect.poll(() => page.queryByText('Waits for the connection')).toBeNull();
  fill({ 'Search this chat': '' });
  await expect.poll(() => page.queryByText('Waits for the connection')).toBeTruthy();
  const [{ id = '' } = {}] = sent();
  server.answerBy(sendMessage, ({ fields }) => {
    messages.unshift(kept(fields.id ?? '', messages.length + 1));
    return messages[0] as ChatMessage;
  });
  window.dispatchEvent(new Event('online'));
  await expect.poll(entries).toEqual([expect.stringMatching(/^Youkept 1.*Sent$/)]);
  expect(sent()).toEqual(Array(2).fill({ id, text: 'first' }));
  // One page of the browser sends at a time.
  expect(request).toHaveBeenCalledWith('clearlot-chat', expect.any(Function));

  server.refuse(sendMessage, 'chatMessagesOfDay', 'Too many messages today.');
  await write('second');
  await expect.poll(alerts).toEqual(['Not sent: Too many messages today. Send again Delete']);
  await user.click(page.getByRole('button', { name: 'Delete' }));
  await expect.poll(() => entries().length).toBe(1);

  server.answerBy(sendMessage, ({ fields }) => kept(fields.id ?? '', 2));
  rerender(<Written pinned={pin} />);
  const picture = new File(['picture'], 'a.png', { type: 'image/png' });
  fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [picture] } });
  await expect.poll(() => page.queryByAltText('Image')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Send' }));
  await expect
    .poll(() => sent().at(-1))
    .toEqual({
      ...{ id: expect.any(String), image: 'IMAGE00000000001', pin: 'plan', pinned: pin.id },
    });
  session.signOut();
  await expect.poll(() => page.queryByText('Waits for the connection')).toBeNull();
  queryClient.clear();
});

function Own() {
  const { outbox, waiting } = useOutbox();
  own.outbox = outbox;
  return waiting.length;
}

test('a message waits for no retry: it goes as soon as the network, or the stream, is back', async () => {
  const sources: { onopen?: () => void }[] = [];
  class Source extends EventTarget {
    constructor() {
      super();
      sources.push(this as { onopen?: () => void });
    }
    close(): void {}
  }
  vi.stubGlobal('EventSource', Source);
  session.signIn('newcomer8');
  const server = fakeServer();
  server.refuse(getWallet, 'notPermitted', 'You may not');
  const load = vi.spyOn(keptMessages, 'load');
  const loads = () => load.mock.settledResults.length;
  withoutRetries();
  mount(<Own />);
  // As it is opened, and in vain as it looks for what to send.
  await expect.poll(loads).toBe(2);
  const sent = () => server.requestsTo(sendMessage).map(({ fields }) => fields.text);
  const write = (text: string) => own.outbox?.add({ id: text.padEnd(16, '0'), text, pin: null, picture: null, at: 1 });
  const answered = () => server.answerBy(sendMessage, ({ fields }) => kept(fields.id ?? '', 1));

  server.loseConnection(sendMessage);
  await write('a');
  await expect.poll(sent).toEqual(['a']);
  answered();
  window.dispatchEvent(new Event('online'));
  await expect.poll(sent).toEqual(['a', 'a']);

  server.loseConnection(sendMessage);
  await write('b');
  await expect.poll(sent).toEqual(['a', 'a', 'b']);
  answered();
  const stop = stream.subscribe('chat', () => undefined);
  await expect.poll(() => sources.length).toBeGreaterThan(0);
  sources.at(-1)?.onopen?.();
  await expect.poll(sent).toEqual(['a', 'a', 'b', 'b']);
  stop();
});
