// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest';
import { getLoginState } from '#contract/identity.ts';
import { type AccountInfo, getAccountInfo } from '#contract/profile-account.ts';
import { fakeServer } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { session } from '../session/session.ts';
import { queryClient } from './query-client.ts';
import { readKey } from './read-key.ts';
import { restoreSession } from './restore-session.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

const profile: AccountInfo = {
  ...{ username: 'zoe12345', nickname: '', realname: '', timezone: 'UTC', locale: 'en', registeredAt: 0 },
  ...{ hasWithdrawalPassword: false, hasBankCard: false, frozen: false, hasAuthenticator: false },
};

test('a browser that is signed in signs its new tab in, with the profile that was read for it', async () => {
  const server = fakeServer();
  server.answer(getLoginState, true);
  server.answer(getAccountInfo, profile);
  expect(await restoreSession()).toBe(true);
  expect(session.username()).toBe('zoe12345');
  expect(queryClient.getQueryData(readKey(getAccountInfo, {}))).toEqual(profile);
});

test('one that is not is left alone, and one that could not be asked is asked again', async () => {
  const server = fakeServer();
  server.answer(getLoginState, false);
  expect([await restoreSession(), session.username(), server.requests.length]).toEqual([true, null, 1]);
  server.answer(getLoginState, true);
  server.loseConnection(getAccountInfo);
  expect([await restoreSession(), session.username()]).toEqual([false, null]);
});

test('a member who signed in meanwhile stays', async () => {
  const server = fakeServer();
  server.answer(getLoginState, true);
  server.answerBy(getAccountInfo, () => {
    session.signIn('another1');
    return profile;
  });
  expect([await restoreSession(), session.username()]).toEqual([true, 'another1']);
  expect(queryClient.getQueryData(readKey(getAccountInfo, {}))).toBeUndefined();
});
