import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPasskey } from '#server/features/identity/add-passkey.ts';
import { orLogRefusal } from '#server/features/identity/enter.ts';
import { newOwner, origin, outcomeOf } from '#server/features/identity/factors/second-factor.fixture.ts';
import { createDevice } from '#server/features/identity/passkeys/passkey-device.fixture.ts';
import { signInWithPasskey } from '#server/features/identity/sign-in-with-passkey.ts';
import { startPasskey } from '#server/features/identity/start-passkey.ts';
import { startPasskeySignIn } from '#server/features/identity/start-passkey-sign-in.ts';
import { refusalOf } from '#server/platform/refusal.ts';
import { recordSecurityLog } from '#server/platform/security-log.fixture.ts';
import { createBrowser, fixedAnswer, goodPassword, openTestIdentity } from './identity.fixture.ts';
import { type HttpNodes, openHttpNodes, Phone } from './identity-nodes.fixture.ts';

const recorded = recordSecurityLog();
const { take } = recorded;
let accounts: HttpNodes;
beforeAll(async () => {
  accounts = await openHttpNodes(recorded.securityLog);
});
afterAll(async () => {
  await accounts.close();
  recorded.securityLog.close();
});

const events = (): unknown[] =>
  take().map(({ event, way, reason, subject, act }) => [event, way ?? reason ?? subject ?? act]);
const secrets = new Set<string>(['wrong999', goodPassword, 'secret11', fixedAnswer]);

function remember(phone: Phone): void {
  for (const value of phone.cookies.values()) secrets.add(value);
}

test('registration, sign-in and a change of the password are one line each', async () => {
  const phone = new Phone(accounts.nodes[0]);
  await phone.register('Logged01');
  expect(events()).toEqual([['signedIn', 'newAccount']]);
  remember(phone);
  await phone.post('/Login/walletLogin', { username: 'Logged01', password: goodPassword });
  expect(events()).toEqual([['signedIn', 'password']]);
  remember(phone);
  await phone.drawCaptcha();
  const change = { oldpassword: goodPassword, password: 'secret11', repassword: 'secret11', code: fixedAnswer };
  expect((await phone.post('/User/uppassword', change)).status).toBe(200);
  remember(phone);
  expect(events()).toEqual([['securityAct', 'loginPasswordChanged']]);
});

test('wrong passwords are refused once in the log, then counted, and the lock-out is a line', async () => {
  const phone = new Phone(accounts.nodes[0]);
  await phone.register('Logged02');
  const guesser = new Phone(accounts.nodes[0]);
  take();
  for (let tries = 0; tries < 6; tries += 1) {
    await guesser.drawCaptcha();
    await guesser.post('/Login/walletLogin', { username: 'Logged02', password: 'wrong999', code: fixedAnswer });
  }
  remember(guesser);
  const lines = take();
  expect(lines.map(({ event }) => event)).toEqual(['signInRefused', 'lockOutBegun']);
  expect(lines[0]).toMatchObject({ way: 'password', reason: 'wrongCredentials', network: '127.0.0.1' });
  expect(lines[1]).toMatchObject({ subject: 'account', account: lines[0]?.account });
});

test('a wrong password in a session, a call without one and refused input are logged as what they are', async () => {
  const phone = new Phone(accounts.nodes[0]);
  await phone.register('Logged03');
  remember(phone);
  take();
  await phone.drawCaptcha();
  const change = { oldpassword: 'wrong999', password: 'secret11', repassword: 'secret11', code: fixedAnswer };
  await phone.post('/User/uppassword', change);
  expect(take()).toMatchObject([
    { event: 'reauthenticationRefused', reason: 'oldPasswordWrong', member: expect.stringMatching(/^\d+$/) },
  ]);
  await new Phone(accounts.nodes[0]).get('/user/center');
  expect(events()).toEqual([['authorizationRefused', 'notSignedIn']]);
  for (let tries = 0; tries < 30; tries += 1) await phone.post('/User/uppassword', { oldpassword: goodPassword });
  expect(take()).toMatchObject([{ event: 'inputRefused', operation: 'changeLoginPassword', times: 1 }]);
});

test('a passkey’s sign-in and its refusal are one line each', async () => {
  const identity = await openTestIdentity();
  const node = { ...identity.node, securityLog: recorded.securityLog };
  const call = await newOwner(node, 'Logged04');
  const device = createDevice();
  await addPasskey(
    node,
    { name: 'phone', credential: device.make(await startPasskey(node, { password: goodPassword }, call)) },
    call,
  );
  take();
  const visitor = { ...createBrowser('198.51.100.9'), origin };
  const credential = device.use(await startPasskeySignIn(node, visitor));
  await signInWithPasskey(node, { credential }, visitor);
  expect(events()).toEqual([['signedIn', 'passkey']]);
  expect(await outcomeOf(signInWithPasskey(node, { credential }, visitor))).toBe('passkeyExpired');
  expect(events()).toEqual([['signInRefused', 'passkey']]);
  await identity.close();
});

test('a sign-in that is asked for a captcha, or for another try, is refused nothing that the log has', async () => {
  const written: unknown[] = [];
  const securityLog = { ...recorded.securityLog, writeBounded: (...line: unknown[]) => void written.push(line) };
  const caller = { address: '198.51.100.10' };
  for (const code of ['captchaMissing', 'serverBusy', 'signInLocked'] as const) {
    const refused = Promise.reject(refusalOf(code));
    expect(await outcomeOf(orLogRefusal(securityLog, { way: 'password' }, caller, refused))).toBe(code);
  }
  expect(written).toEqual([['signInRefused', { way: 'password', ...caller, reason: 'signInLocked' }]]);
});

test('no line of these tests holds a password, a captcha, a name or a cookie', () => {
  const text = recorded.text();
  expect(text.split('\n').length).toBeGreaterThan(10);
  expect(secrets.size).toBeGreaterThan(8);
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toContain('Logged0');
});
