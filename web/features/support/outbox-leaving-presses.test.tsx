// @vitest-environment happy-dom
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sendMessage } from '#contract/support.ts';
import { getWallet } from '#contract/wallet.ts';
import { usdt } from '#core/money/amount.ts';
import { session } from '#web/platform/session/session.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { keptMessages, learnAccount } from './kept-messages.ts';
import type { Outbox } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';

vi.mock(import('./kept-messages.ts'), async (original) => {
  const kept = await original();
  return { ...kept, learnAccount: vi.fn(kept.learnAccount) };
});

beforeAll(async () => {
  await useLanguage('en');
  const request = (_: string, work: () => Promise<void>) => work();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
});
afterEach(() => session.signOut());

const own: { outbox?: Outbox } = {};

function Own() {
  const { outbox, waiting } = useOutbox();
  own.outbox = outbox;
  return waiting.length;
}

/** As the page of the chat: without a session it is the one for visitors. */
const ChatPage = () => (useUsername() === null ? null : <Own />);

const message = { id: 'left'.padEnd(16, '0'), text: 'mine alone', pin: null, picture: null, at: 1 };

test('what a member left unsent is not sent by the next one who signs in on this page', async () => {
  session.signIn('leaving1');
  const server = fakeServer();
  server.refuse(getWallet, 'notPermitted', 'You may not');
  server.endSession(sendMessage);
  const { unmount } = mount(<ChatPage />);
  await own.outbox?.add(message);
  await expect.poll(session.username).toBeNull();
  unmount();
  session.signIn('arriving1');
  window.dispatchEvent(new Event('online'));
  await pause(100);
  expect(server.requestsTo(sendMessage)).toHaveLength(1);
  expect(await keptMessages.load('name:leaving1')).toHaveLength(1);
});

test('an account that is left while its number is learned is not opened again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.mocked(learnAccount).mockReturnValueOnce(promise);
  session.signIn('leaving2');
  const server = fakeServer();
  const none = { authorization: usdt(0n), locked: usdt(0n), available: usdt(0n), incomeToday: usdt(0n) };
  server.answer(getWallet, { ...none, hasBankCard: false, hasWithdrawalPassword: false, userId: '41' });
  await keptMessages.put('41', { ...message, place: 1, image: null, problem: null });
  const { unmount } = mount(<ChatPage />);
  await expect.poll(() => vi.mocked(learnAccount).mock.calls.at(-1)).toEqual(['leaving2', '41']);
  unmount();
  session.signOut();
  session.signIn('arriving2');
  resolve();
  await pause(100);
  expect(server.requestsTo(sendMessage)).toEqual([]);
});

test('a message that is written while the earlier ones go to the account goes there as well', async () => {
  const given = Promise.withResolvers<void>();
  const { learnAccount: learn } = await vi.importActual<typeof import('./kept-messages.ts')>('./kept-messages.ts');
  vi.mocked(learnAccount).mockImplementationOnce(async (...account) => {
    await learn(...account);
    await given.promise;
  });
  session.signIn('writing1');
  const server = fakeServer();
  const none = { authorization: usdt(0n), locked: usdt(0n), available: usdt(0n), incomeToday: usdt(0n) };
  server.answer(getWallet, { ...none, hasBankCard: false, hasWithdrawalPassword: false, userId: '51' });
  server.loseConnection(sendMessage);
  const { container } = mount(<ChatPage />);
  await expect.poll(() => vi.mocked(learnAccount).mock.calls.at(-1)).toEqual(['writing1', '51']);
  await pause(50);
  await own.outbox?.add({ ...message, id: 'meanwhile'.padEnd(16, '0') });
  given.resolve();
  await expect.poll(() => keptMessages.load('51')).toHaveLength(1);
  await expect.poll(() => container.textContent).toBe('1');
  expect(await keptMessages.load('name:writing1')).toEqual([]);
});
