// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listMessages, markMessagesRead, sendMessage } from '#contract/support.ts';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { getWallet } from '#contract/wallet.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { upload } from '#web/platform/api/upload.ts';
import { session } from '#web/platform/session/session.ts';
import { alerts, fill } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { Chat } from './chat.tsx';
import { Composer } from './composer.tsx';
import { useOutbox } from './use-outbox.ts';

vi.mock(import('#web/platform/api/upload.ts'), () => ({ upload: vi.fn() }));

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

const pin = { kind: 'plan', id: '1KDVDWMC0SXVXCS8' } as const;

function Written({ pinned }: { readonly pinned: typeof pin | null }) {
  const { outbox } = useOutbox();
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
  const request = (_: string, work: () => Promise<void>) => work();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  session.signIn('newcomer7');
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
