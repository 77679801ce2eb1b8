import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#server/platform/http/binding.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import {
  type Browser,
  createBrowser,
  fixedAnswer,
  getProvenCaptcha,
  goodPassword,
  openTestIdentity,
  registerMember,
  type TestIdentity,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { changeLoginPassword } from './change-login-password.ts';
import { listSessions } from './list-sessions.ts';
import { listSignIns } from './list-sign-ins.ts';
import { revokeSession } from './revoke-session.ts';

let accounts: TestIdentity;

beforeAll(async () => {
  accounts = await openTestIdentity();
});
afterAll(() => accounts.close());

type OwnCall = Browser & Pick<Call, 'member'>;

const tokenOf = (browser: Browser): string => browser.jar.get(sessionCookieName) ?? '';

/** The call as the server sees it: the browser with its member. */
async function own(browser: Browser, node = accounts.node): Promise<OwnCall> {
  const member = await node.sessions.find(tokenOf(browser));
  if (typeof member === 'string') throw new Error(`not signed in: ${member}`);
  return { ...browser, member };
}

async function change(browser: Browser, oldpassword: string, password: string, more: object = {}) {
  const { node } = accounts;
  await getProvenCaptcha(node, browser);
  const form = { oldpassword, password, repassword: password, code: fixedAnswer, ...more };
  return changeLoginPassword(node, form, await own(browser));
}

const revoke = async (session: string, browser: Browser) =>
  revokeSession(accounts.node, { session, login: goodPassword }, await own(browser));

/** The member signed in on three devices. */
async function threeDevices(username: string): Promise<[Browser, Browser, Browser]> {
  const first = await registerMember(accounts.node, username);
  const [second, third] = [createBrowser('198.51.100.2'), createBrowser('198.51.100.3')];
  for (const browser of [second, third]) {
    accounts.passTime(1_000);
    await trySignIn(accounts.node, username, goodPassword, browser);
  }
  return [first, second, third];
}

test('a new login password counts at once, the old one no more, and the other devices are signed out on every node', async () => {
  const other = await accounts.addNode();
  const [first, second, third] = await threeDevices('changer1');
  await own(second, other);
  expect(await change(first, goodPassword, 'newotter1')).toEqual({ sessionsEnded: 2 });
  expect(await accounts.node.sessions.find(tokenOf(first))).toMatchObject({ username: 'changer1' });
  await expect.poll(() => other.sessions.find(tokenOf(second))).toBe('expired');
  expect(await accounts.node.sessions.find(tokenOf(third))).toBe('expired');
  expect(await trySignIn(accounts.node, 'changer1', goodPassword, createBrowser())).toBe('wrongCredentials');
  expect(await trySignIn(accounts.node, 'changer1', 'newotter1', createBrowser())).toBe('signedIn');
  const { rows } = await accounts.database.pool.query(
    `select act from security_act join member on member.id = member_id where username = 'changer1'`,
  );
  expect(rows).toEqual([{ act: 'loginPasswordChanged' }]);
});

test('a wrong old password, a used code and two different new ones change nothing', async () => {
  const browser = await registerMember(accounts.node, 'changer2');
  await expect(change(browser, 'wrong123', 'newotter1')).rejects.toMatchObject({ code: 'oldPasswordWrong' });
  await expect(change(browser, goodPassword, 'newotter1', { repassword: 'newotter2' })).rejects.toMatchObject({
    code: 'passwordsDiffer',
    message: 'passwordsDiffer',
  });
  await expect(change(browser, goodPassword, 'newotter1', { code: 'WRONG' })).rejects.toMatchObject({
    code: 'captchaWrong',
  });
  const form = { oldpassword: goodPassword, password: 'newotter1', repassword: 'newotter1', code: fixedAnswer };
  await expect(changeLoginPassword(accounts.node, form, await own(browser))).rejects.toMatchObject({
    code: 'captchaWrong',
  });
  expect(await trySignIn(accounts.node, 'changer2', goodPassword, createBrowser())).toBe('signedIn');
});

test('guessing the old password is locked like guessing at the sign-in, and counts apart from it', async () => {
  const browser = await registerMember(accounts.node, 'changer3', createBrowser('203.0.113.99'));
  const answers: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    answers.push(
      await change(browser, 'wrong123', 'newotter1').then(
        () => 'changed',
        (error: Error) => error.message,
      ),
    );
  }
  expect(answers).toEqual([...Array.from({ length: 5 }, () => 'oldPasswordWrong'), 'signInLocked']);
  const elsewhere = createBrowser('198.51.100.77');
  expect(await trySignIn(accounts.node, 'changer3', goodPassword, elsewhere)).toBe('signedIn');
  // The owner's other session is not locked either.
  expect(await change(elsewhere, goodPassword, 'heron55new')).toEqual({ sessionsEnded: 1 });
});

test('the password that is set already is no change', async () => {
  const browser = await registerMember(accounts.node, 'changer4');
  await expect(change(browser, goodPassword, goodPassword)).rejects.toMatchObject({ code: 'passwordUnchanged' });
});

test('devices are listed with where they are, one is signed out by its id, and nobody else’s', async () => {
  const [first, second, third] = await threeDevices('devices1');
  const stranger = await registerMember(accounts.node, 'devices2');
  const list = await listSessions(accounts.node.sessions, await own(first));
  expect(list.map(({ address, current }) => [address, current])).toEqual([
    ['198.51.100.3', false],
    ['198.51.100.2', false],
    ['203.0.113.7', true],
  ]);
  const text = JSON.stringify(list);
  for (const browser of [first, second, third]) expect(text).not.toContain(tokenOf(browser));
  const [id = '', own1 = ''] = [list[0]?.id, list[2]?.id];
  await expect(revoke(id, stranger)).rejects.toMatchObject({ code: 'sessionUnknown' });
  await expect(revoke(own1, first)).rejects.toMatchObject({ code: 'sessionUnknown' });
  expect(await revoke(id, first)).toEqual({ sessionsEnded: 1 });
  await expect(revoke(id, first)).rejects.toMatchObject({ code: 'sessionUnknown' });
  expect(await accounts.node.sessions.find(tokenOf(third))).toBe('expired');
  expect(await revoke('others', first)).toEqual({ sessionsEnded: 1 });
  expect(await revoke('others', first)).toEqual({ sessionsEnded: 0 });
  expect(await listSessions(accounts.node.sessions, await own(first))).toHaveLength(1);
  expect(await accounts.node.sessions.find(tokenOf(stranger))).toMatchObject({ username: 'devices2' });
});

test('sign-ins and failed tries stand in the history of their account alone', async () => {
  const browser = await registerMember(accounts.node, 'history1');
  const { member } = await own(browser);
  accounts.passTime(1_000);
  await trySignIn(accounts.node, 'HISTORY1', 'wrong123', createBrowser('198.51.100.9'));
  await accounts.node.signIns.close();
  accounts.passTime(1_000);
  await trySignIn(accounts.node, 'history1', goodPassword, createBrowser('198.51.100.8'));
  await trySignIn(accounts.node, 'nobody99', goodPassword, createBrowser());
  await accounts.node.signIns.close();
  const history = await listSignIns(accounts.node.tables, member.memberId, null);
  expect(history.map(({ result, address }) => [result, address])).toEqual([
    ['signedIn', '198.51.100.8'],
    ['wrongPassword', '198.51.100.9'],
    ['registered', '203.0.113.7'],
  ]);
  const rest = await listSignIns(accounts.node.tables, member.memberId, history[0]?.id ?? '');
  expect(rest).toEqual(history.slice(1));
  const stranger = await own(await registerMember(accounts.node, 'history2'));
  await expect(listSignIns(accounts.node.tables, stranger.member.memberId, history[0]?.id ?? '')).rejects.toMatchObject(
    { code: 'signInUnknown' },
  );
});
