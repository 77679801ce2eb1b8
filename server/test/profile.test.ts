import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuarded } from '#server/features/identity/factors/second-factor.fixture.ts';
import { getAccountInfo } from '#server/features/profile/get-account-info.ts';
import { updateProfile } from '#server/features/profile/update-profile.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import { type Browser, openTestIdentity, registerMember, type TestIdentity } from './identity.fixture.ts';

let accounts: TestIdentity;

beforeAll(async () => {
  accounts = await openTestIdentity();
});
afterAll(() => accounts.close());

const tokenOf = (browser: Browser): string => browser.jar.get(sessionCookieName) ?? '';

/** The call as the server sees it: the browser with its member. */
async function own(browser: Browser, node = accounts.node) {
  const member = await node.sessions.find(tokenOf(browser));
  if (typeof member === 'string') throw new Error(`not signed in: ${member}`);
  return { ...browser, member };
}

test('the profile changes what is given, and sessions know it at once on every node', async () => {
  const other = await accounts.addNode();
  const browser = await registerMember(accounts.node, 'profile1');
  const { member } = await own(browser, other);
  const profile = await updateProfile(accounts.node.profile, member.memberId, {
    nickname: '  Ann   L. ',
    realname: 'Nguyễn Văn A',
    timezone: 'Asia/Bangkok',
    locale: 'thai',
  });
  expect(profile).toMatchObject({
    username: 'profile1',
    nickname: 'Ann L.',
    realname: 'Nguyễn Văn A',
    timezone: 'Asia/Bangkok',
    locale: 'thai',
    hasWithdrawalPassword: false,
    hasBankCard: false,
    frozen: false,
  });
  const changed = { timeZone: 'Asia/Bangkok', locale: 'thai' };
  expect(await accounts.node.sessions.find(tokenOf(browser))).toMatchObject(changed);
  await expect.poll(() => other.sessions.find(tokenOf(browser))).toMatchObject(changed);
  expect(await updateProfile(accounts.node.profile, member.memberId, { realname: '' })).toMatchObject({
    realname: '',
    nickname: 'Ann L.',
    locale: 'thai',
  });
});

test('a zone that the database or we do not know is refused', async () => {
  const { member } = await own(await registerMember(accounts.node, 'profile2'));
  for (const timezone of ['Mars/Olympus', 'asia', 'posixrules', 'Foo3', 'localtime']) {
    await expect(updateProfile(accounts.node.profile, member.memberId, { timezone }), timezone).rejects.toMatchObject({
      code: 'timeZoneUnknown',
    });
  }
});

test('the profile says whether an authenticator app is set up', async () => {
  const { member } = await own(await registerMember(accounts.node, 'profile3'));
  expect(await getAccountInfo(accounts.node.profile, member.memberId)).toMatchObject({ hasAuthenticator: false });
  const { call } = await newGuarded(accounts.node, 'profile4');
  expect(await getAccountInfo(accounts.node.profile, call.member.memberId)).toMatchObject({ hasAuthenticator: true });
});
