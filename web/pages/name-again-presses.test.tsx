// @vitest-environment happy-dom
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type AccountInfo, getAccountInfo } from '#contract/profile-account.ts';
import { sendMessage } from '#contract/support.ts';
import { getWallet } from '#contract/wallet.ts';
import { usdt } from '#core/money/amount.ts';
import { enter } from '#web/features/identity/queries/sign-in.ts';
import { pushChoice } from '#web/features/notifications/push-choice.ts';
import { MemberPreferences } from '#web/features/profile/member-preferences.tsx';
import { type KeptBalance, readKeptBalance, writeKeptBalance } from '#web/features/proofs/kept-balance.ts';
import { keepDraft, keptDraft } from '#web/features/support/chat-draft.ts';
import { keptMessages, learnAccount } from '#web/features/support/kept-messages.ts';
import { useOutbox } from '#web/features/support/use-outbox.ts';
import { keptEntriesOf } from '#web/features/weight/kept-entries.ts';
import { useKeptCheck } from '#web/features/weight/queries.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { forgetAccount } from './forget-account.ts';

const account: AccountInfo = {
  ...{ username: 'newcomer7', nickname: '', realname: '', timezone: 'UTC', locale: 'en', registeredAt: 1_000 },
  ...{ hasWithdrawalPassword: false, hasBankCard: false, frozen: false, hasAuthenticator: false },
};
const kept: KeptBalance = { transferId: '12', at: 900, balances: new Map([['available', 5n]]) };

let server: FakeServer;
beforeEach(async () => {
  await useLanguage('en');
  server = fakeServer();
  onTestFinished(() => session.signOut());
});

function Faults() {
  const { data } = useKeptCheck('newcomer7', { score: 0, entries: [], isComplete: true });
  return data ? data.faults.map(({ kind }) => kind).join() : 'not looked';
}

const Own = () => useOutbox().waiting.length;

/** The account signs in on this phone, and what it is becomes known. */
async function signedIn(registeredAt: number) {
  enter('newcomer7');
  server.answer(getAccountInfo, { ...account, registeredAt });
  const asked = server.requestsTo(getAccountInfo).length;
  const { unmount } = mount(<MemberPreferences />);
  await expect.poll(() => server.requestsTo(getAccountInfo).length).toBe(asked + 1);
  await pause(50);
  unmount();
}

test('what this phone keeps under a name is not held against another account of that name', async () => {
  vi.stubGlobal('indexedDB', memoryDatabases());
  await signedIn(1_000);
  await writeKeptBalance('newcomer7', kept);
  await writeKeptBalance('other88', kept);
  for (const name of ['newcomer7', 'other88']) pushChoice.set(name, true);
  await keptEntriesOf('newcomer7').write([{ id: 'E1', points: 5, at: 900 }]);
  keepDraft('my own words');
  session.signOut();
  await signedIn(1_000);
  expect(await readKeptBalance('newcomer7')).toEqual(kept);
  expect(keptDraft()).toBe('my own words');
  expect(pushChoice.isOn('newcomer7')).toBe(true);
  session.signOut();
  // The account was deleted on another device, and the name taken again.
  await signedIn(2_000);
  expect(await readKeptBalance('newcomer7')).toBeNull();
  expect(keptDraft()).toBe('');
  expect(await keptEntriesOf('newcomer7').read()).toEqual([]);
  expect(await readKeptBalance('other88')).toEqual(kept);
  expect(['newcomer7', 'other88'].map(pushChoice.isOn)).toEqual([false, true]);
});

test('what was held against the kept values of an earlier account before this one was known is looked at again', async () => {
  vi.stubGlobal('indexedDB', memoryDatabases());
  await signedIn(1_000);
  await keptEntriesOf('newcomer7').write([{ id: 'E1', points: 5, at: 900 }]);
  enter('newcomer7');
  const held = server.hold(getAccountInfo, { ...account, registeredAt: 2_000 });
  mount(<MemberPreferences />);
  const { container } = mount(<Faults />);
  await expect.poll(() => container.textContent).toBe('missing');
  held.release();
  await expect.poll(() => container.textContent).toBe('');
});

test('what this phone keeps under a name stays where the server answers for another member, who has signed in on another tab', async () => {
  vi.stubGlobal('indexedDB', memoryDatabases());
  await signedIn(1_000);
  await writeKeptBalance('newcomer7', kept);
  enter('newcomer7');
  server.answer(getAccountInfo, { ...account, username: 'other88', registeredAt: 2_000 });
  const asked = server.requestsTo(getAccountInfo).length;
  mount(<MemberPreferences />);
  await expect.poll(() => server.requestsTo(getAccountInfo).length).toBe(asked + 1);
  await pause(50);
  expect(await readKeptBalance('newcomer7')).toEqual(kept);
});

test('what an earlier account of the name left unsent is not sent by the one that signs in', async () => {
  const request = (_: string, work: () => Promise<void>) => work();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  await learnAccount('newcomer7', '31');
  const left = { id: 'left'.padEnd(16, '0'), text: 'mine alone', pin: null, picture: null, at: 1 };
  await keptMessages.put('31', { ...left, place: 1, image: null, problem: null });
  enter('newcomer7');
  const wallet = { authorization: usdt(0n), locked: usdt(0n), available: usdt(0n), incomeToday: usdt(0n) };
  const number = server.hold(getWallet, {
    ...{ ...wallet, hasBankCard: false, hasWithdrawalPassword: false, userId: '77' },
  });
  const { container } = mount(<Own />);
  await pause(100);
  number.release();
  await pause(100);
  expect([container.textContent, server.requestsTo(sendMessage)]).toEqual(['0', []]);
  expect(await keptMessages.load('31')).toHaveLength(1);
});

test('what a deleted account had typed into the chat is not there for the next one of its name', async () => {
  session.signIn('newcomer7');
  keepDraft('my own words');
  expect(keptDraft()).toBe('my own words');
  vi.stubGlobal('indexedDB', memoryDatabases());
  await forgetAccount('other88');
  expect(keptDraft()).toBe('my own words');
  await forgetAccount('newcomer7');
  expect(keptDraft()).toBe('');
});
