import { expect, test } from 'vitest';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import {
  getProvenCaptcha,
  goodPassword,
  type IdentityNode,
  newBrowser,
  openTestIdentity,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { addPasskey } from './add-passkey.ts';
import { changeLoginPassword } from './change-login-password.ts';
import { newGuarded, newOwner, recoverFactors } from './factors/second-factor.fixture.ts';
import { createDevice } from './passkeys/passkey-device.fixture.ts';
import { signOut } from './sign-out.ts';
import { startPasskey } from './start-passkey.ts';
import { historyOf, lockOut, replay, replayer } from './ways-in.fixture.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();

const minuteMs = 60_000;

test('a form whose response was lost signs in once within minutes, and stands in the history like any sign-in', async () => {
  const call = await newOwner(node, 'Retries1');
  const browser = replayer(call);
  accounts.passTime(4 * minuteMs);
  expect(await replay(other, browser, 'Retries1')).toBe('signedIn');
  expect(await historyOf(node, call)).toEqual([`registered ${call.address}`, `signedIn ${browser.address}`]);
  expect(await replay(node, replayer(call), 'Retries1')).toBe('usernameTaken');
  expect(await replay(node, replayer(call), 'Retries1', 'wrong999')).toBe('usernameTaken');
  expect(await historyOf(node, call)).toHaveLength(2);
});

test('of five retries at the same moment on two nodes one signs in', async () => {
  const call = await newOwner(node, 'Retries2');
  const outcomes = await Promise.all(
    [node, other, node, other, node].map((on) => replay(on, replayer(call), 'Retries2')),
  );
  expect(outcomes.filter((outcome) => outcome === 'signedIn')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'usernameTaken')).toHaveLength(4);
  expect(await node.sessions.list(call.member.memberId)).toHaveLength(2);
});

test('a retry waits for another one that is under way, and then finds it', async () => {
  const call = await newOwner(node, 'Retries3');
  let second: Promise<string> | undefined;
  const isWaiting = async (): Promise<boolean> => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await accounts.database.pool.query(waiting)).rows.length > 0;
  };
  const start: IdentityNode['sessions']['start'] = async (...beginning) => {
    let isDone = false;
    second = replay(other, replayer(call), 'Retries3').finally(() => {
      isDone = true;
    });
    while (!isDone && !(await isWaiting())) await new Promise(setImmediate);
    return await node.sessions.start(...beginning);
  };
  const slow = { ...node, sessions: { ...node.sessions, start } };
  expect(await replay(slow, replayer(call), 'Retries3')).toBe('signedIn');
  expect(await second).toBe('usernameTaken');
});

test('after five minutes the form is refused like any taken name', async () => {
  const call = await newOwner(node, 'Replays1');
  accounts.passTime(5 * minuteMs);
  expect(await replay(node, replayer(call), 'Replays1')).toBe('usernameTaken');
  const stranger = newBrowser();
  await getProvenCaptcha(node, stranger);
  expect(await replay(node, stranger, 'Replays1')).toBe('usernameTaken');
});

test('the form does not sign in from a browser that did not register with it, though the password is right', async () => {
  const call = await newOwner(node, 'Replay10');
  // It has spent a captcha of its own.
  const stranger = replayer(await newOwner(node, 'Replay11'));
  expect(await replay(node, stranger, 'Replay10')).toBe('captchaWrong');
  expect(await historyOf(node, call)).toEqual([`registered ${call.address}`]);
});

test('with an authenticator app or a passkey set, the form does not sign in', async () => {
  const { call } = await newGuarded(node, 'Replays2');
  expect(await replay(node, replayer(call), 'Replays2')).toBe('usernameTaken');
  const holder = await newOwner(node, 'Replays3');
  const creation = await startPasskey(node, { password: goodPassword }, holder);
  await addPasskey(node, { name: 'phone', credential: createDevice().make(creation) }, holder);
  expect(await replay(node, replayer(holder), 'Replays3')).toBe('usernameTaken');
});

test('a factor of which no security act is recorded closes the form as well', async () => {
  await allowChangesWithoutHistory(accounts.database.owner);
  const acts = { record: async () => undefined, announce: async () => undefined };
  const { call } = await newGuarded({ ...node, acts }, 'Silent01');
  expect(await replay(node, replayer(call), 'Silent01')).toBe('usernameTaken');
  // No session was begun and ended again.
  expect(await historyOf(node, call)).toEqual([`registered ${call.address}`]);
  const holder = await newOwner(node, 'Silent02');
  const creation = await startPasskey(node, { password: goodPassword }, holder);
  await addPasskey({ ...node, acts }, { name: 'phone', credential: createDevice().make(creation) }, holder);
  expect(await replay(node, replayer(holder), 'Silent02')).toBe('usernameTaken');
  expect(await historyOf(node, holder)).toEqual([`registered ${holder.address}`]);
});

test('a recovery takes the factors away, and the form still does not sign in', async () => {
  const { call } = await newGuarded(node, 'Replays4');
  await recoverFactors(node, call.member.memberId);
  expect(await replay(node, replayer(call), 'Replays4')).toBe('usernameTaken');
});

test('after a change of the password the form signs in with neither password', async () => {
  const call = await newOwner(node, 'Replays5');
  const browser = replayer(call);
  await getProvenCaptcha(node, call);
  const change = { oldpassword: goodPassword, password: 'secret11', repassword: 'secret11', code: node.fixedAnswer };
  await changeLoginPassword(node, change, call);
  expect(await replay(node, browser, 'Replays5')).toBe('usernameTaken');
  expect(await replay(node, browser, 'Replays5', 'secret11')).toBe('usernameTaken');
});

test('after a sign-out or another sign-in the form does not sign in', async () => {
  const call = await newOwner(node, 'Replays6');
  const browser = replayer(call);
  await signOut(node.sessions, call);
  expect(await replay(node, browser, 'Replays6')).toBe('usernameTaken');
  const twice = await newOwner(node, 'Replays7');
  expect(await trySignIn(other, 'Replays7', goodPassword, newBrowser())).toBe('signedIn');
  expect(await replay(node, replayer(twice), 'Replays7')).toBe('usernameTaken');
});

test('a lock-out refuses the form, and wrong passwords in it are counted, noted and lock', async () => {
  const locked = await newOwner(node, 'Replays8');
  const device = replayer(locked);
  await lockOut(node, 'Replays8', device);
  expect(await replay(node, device, 'Replays8')).toBe('signInLocked');
  const guessed = await newOwner(node, 'Replays9');
  const thief = replayer(guessed);
  for (let tries = 0; tries < 3; tries += 1)
    expect(await replay(node, thief, 'Replays9', 'wrong999')).toBe('captchaWrong');
  // The sign-in is what asks for a captcha now on this device, and the form cannot give another one.
  expect(await replay(node, replayer(guessed), 'Replays9')).toBe('captchaWrong');
  expect(await trySignIn(node, 'Replays9', goodPassword, replayer(guessed))).toBe('captchaMissing');
  const noted = (await historyOf(node, guessed)).filter((entry) => entry === `wrongPassword ${thief.address}`);
  expect(noted).toHaveLength(3);
});
