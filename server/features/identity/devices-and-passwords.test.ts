import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { networkOf } from '#server/platform/network.ts';
import {
  type Browser,
  createBrowser,
  fixedAnswer,
  getProvenCaptcha,
  goodPassword,
  nameOfSession,
  openTestIdentity,
  registerMember,
  tokenOf,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { readLoad } from './captcha/captcha-load.ts';
import { changeLoginPassword } from './change-login-password.ts';
import { ownCall } from './factors/second-factor.fixture.ts';
import { listSessions } from './list-sessions.ts';
import { listSignIns } from './list-sign-ins.ts';
import { revokeSession } from './revoke-session.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;

async function change(browser: Browser, oldpassword: string, password: string, more: object = {}, on = node) {
  await getProvenCaptcha(on, browser);
  const form = { oldpassword, password, repassword: password, code: fixedAnswer, ...more };
  return changeLoginPassword(on, form, await ownCall(on, browser));
}

const revoke = async (session: string, browser: Browser, login = goodPassword) =>
  revokeSession(node, { session, login }, await ownCall(node, browser));

/** The member signed in on three devices. */
async function threeDevices(username: string): Promise<[Browser, Browser, Browser]> {
  const first = await registerMember(node, username);
  const [second, third] = [createBrowser('198.51.100.2'), createBrowser('198.51.100.3')];
  for (const browser of [second, third]) {
    accounts.passTime(1_000);
    await trySignIn(node, username, goodPassword, browser);
  }
  return [first, second, third];
}

test('a new login password counts at once, the old one no more, and the other devices are signed out on every node', async () => {
  const other = await accounts.addNode();
  const [first, second, third] = await threeDevices('changer1');
  await ownCall(other, second);
  expect(await change(first, goodPassword, 'newotter1')).toEqual({ sessionsEnded: 2 });
  expect(await node.sessions.find(tokenOf(first))).toMatchObject({ username: 'changer1' });
  await expect.poll(() => other.sessions.find(tokenOf(second))).toBe('expired');
  // Where it closes their open pages.
  await expect.poll(() => other.ended).toContain(nameOfSession(second));
  expect(await node.sessions.find(tokenOf(third))).toBe('expired');
  expect(await trySignIn(node, 'changer1', goodPassword, createBrowser())).toBe('wrongCredentials');
  expect(await trySignIn(node, 'changer1', 'newotter1', createBrowser())).toBe('signedIn');
  const { rows } = await accounts.database.pool.query(
    `select act from security_act join member on member.id = member_id where username = 'changer1'`,
  );
  expect(rows).toEqual([{ act: 'loginPasswordChanged' }]);
});

test('of two new passwords at once, on two nodes, one counts', async () => {
  const { pool } = accounts.database;
  const [first, second] = await threeDevices('changer12');
  const other = await accounts.addNode();
  // Both have found the old password right when the first of them is written.
  const holding = await pool.connect();
  await holding.query('begin');
  await holding.query("select from member where username = 'changer12' for no key update");
  const changes = [change(first, goodPassword, 'newotter1'), change(second, goodPassword, 'newotter2', {}, other)];
  const answers = Promise.allSettled(changes);
  await untilLockWait(pool, answers, 2);
  await holding.query('rollback');
  holding.release();
  expect((await answers).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a wrong old password, a used code and two different new ones change nothing', async () => {
  const browser = await registerMember(node, 'changer2');
  await expect(change(browser, 'wrong123', 'newotter1')).rejects.toMatchObject({ code: 'oldPasswordWrong' });
  await expect(change(browser, goodPassword, 'newotter1', { repassword: 'newotter2' })).rejects.toMatchObject({
    code: 'passwordsDiffer',
    message: 'passwordsDiffer',
  });
  const network = networkOf(browser.address);
  const failures = async () => (await readLoad(node.tables, network, node.wallNow())).network;
  const before = await failures();
  await expect(change(browser, goodPassword, 'newotter1', { code: 'WRONG' })).rejects.toMatchObject({
    code: 'captchaWrong',
  });
  // It makes the work of the network harder, as one of a visitor does.
  expect(await failures()).toBe(before + 1);
  const form = { oldpassword: goodPassword, password: 'newotter1', repassword: 'newotter1', code: fixedAnswer };
  await expect(changeLoginPassword(node, form, await ownCall(node, browser))).rejects.toMatchObject({
    code: 'captchaWrong',
  });
  expect(await trySignIn(node, 'changer2', goodPassword, createBrowser())).toBe('signedIn');
});

test('a crash before the commit leaves the old password and the other devices as they were', async () => {
  const [first, second] = await threeDevices('changer9');
  const endOthers: typeof node.sessions.endOthers = () => Promise.reject(new Error('crashed'));
  const crashing = { ...node, sessions: { ...node.sessions, endOthers } };
  await getProvenCaptcha(node, first);
  const form = { oldpassword: goodPassword, password: 'newotter1', repassword: 'newotter1', code: fixedAnswer };
  await expect(changeLoginPassword(crashing, form, await ownCall(node, first))).rejects.toThrow('crashed');
  expect(await node.sessions.find(tokenOf(second))).toMatchObject({ username: 'changer9' });
  expect(await trySignIn(node, 'changer9', goodPassword, createBrowser())).toBe('signedIn');
});

test('guessing the old password is locked like guessing at the sign-in, and counts apart from it', async () => {
  const browser = await registerMember(node, 'changer3', createBrowser('203.0.113.99'));
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
  expect(await trySignIn(node, 'changer3', goodPassword, elsewhere)).toBe('signedIn');
  // The owner's other session is not locked either.
  expect(await change(elsewhere, goodPassword, 'heron55new')).toEqual({ sessionsEnded: 1 });
});

test('the password that is set already is no change', async () => {
  const browser = await registerMember(node, 'changer4');
  await expect(change(browser, goodPassword, goodPassword)).rejects.toMatchObject({ code: 'passwordUnchanged' });
});

test('the own name and a password that everybody knows are refused as the new password', async () => {
  const browser = await registerMember(node, 'Renamed1');
  await expect(change(browser, goodPassword, 'renamed1')).rejects.toMatchObject({ code: 'passwordIsUsername' });
  await expect(change(browser, goodPassword, 'Qwerty123')).rejects.toMatchObject({ code: 'passwordKnown' });
});

test('devices are listed with where they are, one is signed out by its id, and nobody else’s', async () => {
  const [first, second, third] = await threeDevices('devices1');
  const stranger = await registerMember(node, 'devices2');
  const list = await listSessions(node.sessions, await ownCall(node, first));
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
  // Before the password is looked at.
  await expect(revoke(own1, first, 'wrong123')).rejects.toMatchObject({ code: 'sessionUnknown' });
  expect(await revoke(id, first)).toEqual({ sessionsEnded: 1 });
  await expect(revoke(id, first)).rejects.toMatchObject({ code: 'sessionUnknown' });
  expect(await node.sessions.find(tokenOf(third))).toBe('expired');
  expect(await revoke('others', first)).toEqual({ sessionsEnded: 1 });
  for (const gone of [second, third]) await expect.poll(() => node.ended).toContain(nameOfSession(gone));
  expect(await revoke('others', first)).toEqual({ sessionsEnded: 0 });
  expect(await listSessions(node.sessions, await ownCall(node, first))).toHaveLength(1);
  expect(await node.sessions.find(tokenOf(stranger))).toMatchObject({ username: 'devices2' });
});

test('sign-ins and failed tries stand in the history of their account alone', async () => {
  const browser = await registerMember(node, 'history1');
  const { member } = await ownCall(node, browser);
  accounts.passTime(1_000);
  await trySignIn(node, 'HISTORY1', 'wrong123', createBrowser('198.51.100.9'));
  await node.signIns.close();
  accounts.passTime(1_000);
  await trySignIn(node, 'history1', goodPassword, createBrowser('198.51.100.8'));
  await trySignIn(node, 'nobody99', goodPassword, createBrowser());
  await node.signIns.close();
  const history = await listSignIns(node.tables, member.memberId, null);
  expect(history.map(({ result, address }) => [result, address])).toEqual([
    ['signedIn', '198.51.100.8'],
    ['wrongPassword', '198.51.100.9'],
    ['registered', '203.0.113.7'],
  ]);
  const rest = await listSignIns(node.tables, member.memberId, history[0]?.id ?? '');
  expect(rest).toEqual(history.slice(1));
  const stranger = await ownCall(node, await registerMember(node, 'history2'));
  await expect(listSignIns(node.tables, stranger.member.memberId, history[0]?.id ?? '')).rejects.toMatchObject({
    code: 'signInUnknown',
  });
});

test('a node that stops waits until the failed tries are in the history', async () => {
  const { pool, owner } = accounts.database;
  const browser = await registerMember(node, 'history3');
  const { member } = await ownCall(node, browser);
  const other = await accounts.addNode();
  const holding = await owner.connect();
  let isClosed = false;
  await holding.query('begin; lock table sign_in in share mode');
  try {
    accounts.passTime(1_000);
    await trySignIn(other, 'history3', 'wrong123', createBrowser('198.51.100.9'));
    const closing = other.signIns.close().then(() => {
      isClosed = true;
    });
    await untilLockWait(pool, closing);
    expect(isClosed).toBe(false);
  } finally {
    await holding.query('rollback');
    holding.release();
  }
  await expect.poll(() => isClosed).toBe(true);
  const history = await listSignIns(node.tables, member.memberId, null);
  expect(history.map(({ result }) => result)).toEqual(['wrongPassword', 'registered']);
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await accounts.compareActs();
  expect(announced).toEqual(recorded);
});
