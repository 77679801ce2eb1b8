import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recoveryFreezeMs } from '#core/recovery/rules.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import {
  type Browser,
  createBrowser,
  fixedAnswer,
  getProvenCaptcha,
  goodPassword,
  type IdentityNode,
  openTestIdentity,
  type TestIdentity,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { addPasskey } from './add-passkey.ts';
import { newGuarded, newOwner, origin, outcomeOf, tryFactor } from './factors/second-factor.fixture.ts';
import { listSignIns } from './list-sign-ins.ts';
import { createDevice } from './passkeys/passkey-device.fixture.ts';
import { resetLoginPassword } from './reset-login-password.ts';
import { resetLoginPasswordByPasskey } from './reset-login-password-by-passkey.ts';
import { startPasskey } from './start-passkey.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';

let accounts: TestIdentity;
let node: IdentityNode;
let other: IdentityNode;
beforeAll(async () => {
  accounts = await openTestIdentity();
  node = accounts.node;
  other = await accounts.addNode();
});
afterAll(() => accounts.close());

let lastAddress = 0;
const newBrowser = (): Browser => createBrowser(`198.51.100.${++lastAddress}`);
const newPassword = 'newer88bird';
const stepMs = 30_000;

type Shown = { readonly factor: string; readonly next?: string };

async function reset(username: string, shown: Shown, browser = newBrowser(), on = node, password = newPassword) {
  await getProvenCaptcha(on, browser);
  const form = { username, ...shown, password, repassword: password, code: fixedAnswer };
  const outcome = await outcomeOf(resetLoginPassword(on, form, browser));
  return typeof outcome === 'string' ? outcome : 'signedIn';
}

/** The code of now and the one after it, as they stand once the second is shown. */
function pairOf(secret: string): Shown {
  const factor = codeAt(secret, node.wallNow());
  accounts.passTime(stepMs);
  return { factor, next: codeAt(secret, node.wallNow()) };
}

async function actsOf(memberId: bigint): Promise<string[]> {
  const sql = 'select act from security_act where member_id = $1';
  const { rows } = await accounts.database.pool.query<{ act: string }>(sql, [memberId]);
  return rows.map(({ act }) => act);
}

async function passwordHashOf(memberId: bigint): Promise<string> {
  const sql = 'select password_hash from member where id = $1';
  const { rows } = await accounts.database.pool.query<{ password_hash: string }>(sql, [memberId]);
  return rows[0]?.password_hash ?? '';
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  typeof (await node.sessions.find(browser.jar.get(sessionCookieName) ?? '')) === 'object';

test('two codes in a row replace the password, end every session, begin one, freeze for a day and are recorded', async () => {
  const { call, secret } = await newGuarded(node, 'Forgot01');
  const { memberId } = call.member;
  const elsewhere = newBrowser();
  accounts.passTime(2 * stepMs);
  expect(await tryFactor(node, 'Forgot01', elsewhere, codeAt(secret, node.wallNow()))).toBe('signedIn');
  accounts.passTime(2 * stepMs);
  const browser = newBrowser();
  const used: unknown[] = [];
  const noting = { ...node, proofUsed: async (...proof: unknown[]) => void used.push(proof) };
  expect(await reset('Forgot01', pairOf(secret), browser, noting)).toBe('signedIn');
  // It is not lost: a recovery that says so ends.
  expect(used).toEqual([[memberId, 'factor']]);
  expect([await isSignedIn(call), await isSignedIn(elsewhere), await isSignedIn(browser)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await node.sessions.list(memberId)).toHaveLength(1);
  expect(await actsOf(memberId)).toContain('loginPasswordReset');
  await node.signIns.close();
  expect((await listSignIns(node.tables, memberId, null)).map(({ result }) => result)).toContain('signedInByReset');
  const { rows } = await accounts.database.pool.query('select holds_until from account_freeze where member_id = $1', [
    memberId,
  ]);
  expect(rows).toEqual([{ holds_until: new Date(node.wallNow() + recoveryFreezeMs) }]);
  accounts.passTime(2 * stepMs);
  const factor = codeAt(secret, node.wallNow());
  expect(await tryFactor(node, 'Forgot01', newBrowser(), factor)).toBe('wrongCredentials');
  expect(await tryFactor(node, 'Forgot01', newBrowser(), factor, newPassword)).toBe('signedIn');
});

test('one code, two of different minutes, used ones and those of another account do not', async () => {
  const { call, secret } = await newGuarded(node, 'Onecode1');
  const { secret: others, backupCodes } = await newGuarded(node, 'Onecode2');
  const before = await passwordHashOf(call.member.memberId);
  accounts.passTime(4 * stepMs);
  const now = node.wallNow();
  const codeOf = (steps: number) => codeAt(secret, now + steps * stepMs);
  expect(await reset('Onecode1', { factor: codeOf(0) })).toBe('secondFactorMissing');
  const wrong: Shown[] = [
    { factor: codeOf(0), next: codeOf(0) },
    { factor: codeOf(1), next: codeOf(0) },
    { factor: codeOf(-1), next: codeOf(1) },
    { factor: codeOf(-3), next: codeOf(-2) },
    { factor: codeAt(others, now - stepMs), next: codeAt(others, now) },
    { factor: codeOf(-1), next: backupCodes[0] ?? '' },
    { factor: backupCodes[0] ?? '' },
    { factor: 'nonsense' },
  ];
  for (const shown of wrong) expect(await reset('Onecode1', shown), JSON.stringify(shown)).toBe('resetRefused');
  await node.signIns.close();
  const tries = await listSignIns(node.tables, call.member.memberId, null);
  expect(tries.map(({ result }) => result)).toContain('wrongReset');
  expect(await passwordHashOf(call.member.memberId)).toBe(before);
  expect(await isSignedIn(call)).toBe(true);
  const spent = pairOf(secret);
  expect(await reset('Onecode1', spent)).toBe('signedIn');
  expect(await reset('Onecode1', spent)).toBe('resetRefused');
});

test('a reset of somebody else’s account, of an unknown one and of one without an app is refused alike', async () => {
  const plain = await newOwner(node, 'Plainly1');
  await newGuarded(node, 'Guarded1');
  const outcomes: string[] = [];
  const statements = new Map<string, string[]>();
  const { pool } = accounts.database;
  for (const username of ['Plainly1', 'Guarded1', 'Nobody01']) {
    const own: string[] = [];
    const tables = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void own.push(query.sql),
    });
    await reset(username, { factor: 'bbbbb-bbbbb' }, newBrowser(), { ...node, tables });
    await reset(username, { factor: '234567', next: '765432' }, newBrowser(), { ...node, tables });
    statements.set(username, own);
  }
  // The same statements for each: the time reveals no more than the refusal.
  expect(statements.get('Plainly1')).toEqual(statements.get('Nobody01'));
  expect(statements.get('Guarded1')).toEqual(statements.get('Nobody01'));
  expect(statements.get('Nobody01')?.length).toBeGreaterThan(10);
  for (const username of ['Plainly1', 'Guarded1', 'Nobody01']) {
    outcomes.push(await reset(username, { factor: 'aaaaa-aaaaa' }));
    outcomes.push(await reset(username, { factor: '123456', next: '654321' }));
    outcomes.push(await reset(username, { factor: '123456' }));
  }
  expect(new Set([outcomes[0], outcomes[3], outcomes[6]])).toEqual(new Set(['resetRefused']));
  expect(new Set([outcomes[1], outcomes[4], outcomes[7]])).toEqual(new Set(['resetRefused']));
  expect(new Set([outcomes[2], outcomes[5], outcomes[8]])).toEqual(new Set(['secondFactorMissing']));
  expect(await isSignedIn(plain)).toBe(true);
});

test('of five resets with one backup code at once on two nodes one succeeds', async () => {
  const { call, backupCodes } = await newGuarded(node, 'Together');
  const factor = backupCodes[0] ?? '';
  const outcomes = await Promise.all(
    [node, other, node, other, node].map((on, at) =>
      reset('Together', { factor }, newBrowser(), on, `newer88bird${at}`),
    ),
  );
  expect(outcomes.sort()).toEqual(['resetRefused', 'resetRefused', 'resetRefused', 'resetRefused', 'signedIn']);
  expect(await node.sessions.list(call.member.memberId)).toHaveLength(1);
  expect((await actsOf(call.member.memberId)).filter((act) => act === 'loginPasswordReset')).toHaveLength(1);
});

test('a crash before the commit leaves code, password and sessions as they were; after it the new password signs in', async () => {
  const { call, backupCodes } = await newGuarded(node, 'Crashed1');
  const factor = backupCodes[0] ?? '';
  const before = await passwordHashOf(call.member.memberId);
  const endOthers: IdentityNode['sessions']['endOthers'] = () => Promise.reject(new Error('crashed'));
  const crashing = { ...node, sessions: { ...node.sessions, endOthers } };
  await expect(reset('Crashed1', { factor }, newBrowser(), crashing)).rejects.toThrow('crashed');
  expect(await passwordHashOf(call.member.memberId)).toBe(before);
  expect(await isSignedIn(call)).toBe(true);
  const start: IdentityNode['sessions']['start'] = () => Promise.reject(new Error('crashed'));
  const later = { ...node, sessions: { ...node.sessions, start } };
  await expect(reset('Crashed1', { factor }, newBrowser(), later)).rejects.toThrow('crashed');
  expect(await isSignedIn(call)).toBe(false);
  expect(await tryFactor(node, 'Crashed1', newBrowser(), backupCodes[1], newPassword)).toBe('signedIn');
});

test('a sign-in with the old password that is under way during a reset leaves no session', async () => {
  const { call, backupCodes } = await newGuarded(node, 'Overtak3');
  const browser = newBrowser();
  const proofUsed: IdentityNode['proofUsed'] = async (_, proof) => {
    if (proof === 'factor') await reset('Overtak3', { factor: backupCodes[0] ?? '' }, newBrowser(), other);
  };
  const overtaken = { ...node, proofUsed };
  expect(await tryFactor(overtaken, 'Overtak3', browser, backupCodes[1])).toBe('wrongCredentials');
  expect(await node.sessions.list(call.member.memberId)).toHaveLength(1);
});

test('wrong resets lock by account and network, apart from sign-ins and from the app’s own codes', async () => {
  const { secret, backupCodes } = await newGuarded(node, 'Locked01');
  const guesser = newBrowser();
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await reset('Locked01', { factor: 'aaaaa-aaaaa' }, guesser)).toBe('resetRefused');
  }
  expect(await reset('Locked01', { factor: backupCodes[0] ?? '' }, guesser)).toBe('signInLocked');
  expect(await reset('Nobody02', { factor: 'aaaaa-aaaaa' }, guesser)).toBe('resetRefused');
  accounts.passTime(2 * stepMs);
  // The owner signs in and resets elsewhere.
  expect(await tryFactor(node, 'Locked01', newBrowser(), codeAt(secret, node.wallNow()))).toBe('signedIn');
  expect(await reset('Locked01', { factor: backupCodes[0] ?? '' })).toBe('signedIn');
  await newGuarded(node, 'Locked02');
  const stranger = newBrowser();
  for (let tries = 0; tries < 5; tries += 1) {
    await getProvenCaptcha(node, stranger);
    await trySignIn(node, 'Locked02', 'wrong999', stranger, fixedAnswer);
  }
  expect(await reset('Locked02', { factor: 'aaaaa-aaaaa' }, stranger)).toBe('resetRefused');
});

test('a new password that is the name, known to everybody or typed differently is refused before anything is spent', async () => {
  const { backupCodes } = await newGuarded(node, 'Renames1');
  const shown = { factor: backupCodes[0] ?? '' };
  expect(await reset('Renames1', shown, newBrowser(), node, 'renames1')).toBe('passwordIsUsername');
  expect(await reset('Renames1', shown, newBrowser(), node, 'Qwerty123')).toBe('passwordKnown');
  const form = { username: 'Renames1', ...shown, password: newPassword, repassword: goodPassword, code: fixedAnswer };
  expect(await outcomeOf(resetLoginPassword(node, form, newBrowser()))).toBe('passwordsDiffer');
  expect(await outcomeOf(resetLoginPassword(node, { ...form, repassword: newPassword }, newBrowser()))).toBe(
    'captchaWrong',
  );
  expect(await reset('Renames1', shown)).toBe('signedIn');
});

test('a passkey replaces the password; a stranger’s does so for the stranger’s account alone', async () => {
  const call = await newOwner(node, 'Keyhold1');
  const stranger = await newOwner(node, 'Keyhold2');
  const device = createDevice();
  const creation = await startPasskey(node, { password: goodPassword }, call);
  await addPasskey(node, { name: 'phone', credential: device.make(creation) }, call);
  const visitor = { ...newBrowser(), origin };
  const form = { password: newPassword, repassword: newPassword, code: fixedAnswer };
  await getProvenCaptcha(node, visitor);
  const forged = createDevice().use(await startPasskeySignIn(node, visitor));
  expect(await outcomeOf(resetLoginPasswordByPasskey(node, { credential: forged, ...form }, visitor))).toBe(
    'passkeyRefused',
  );
  await getProvenCaptcha(node, visitor);
  const named = { credential: device.use(await startPasskeySignIn(node, visitor)), code: fixedAnswer };
  const asNamed = { password: 'keyhold1', repassword: 'keyhold1' };
  expect(await outcomeOf(resetLoginPasswordByPasskey(node, { ...named, ...asNamed }, visitor))).toBe(
    'passwordIsUsername',
  );
  await getProvenCaptcha(node, visitor);
  const credential = device.use(await startPasskeySignIn(node, visitor));
  expect(await resetLoginPasswordByPasskey(node, { credential, ...form }, visitor)).toEqual({ username: 'Keyhold1' });
  expect([await isSignedIn(call), await isSignedIn(stranger), await isSignedIn(visitor)]).toEqual([false, true, true]);
  expect(await trySignIn(node, 'Keyhold1', newPassword, newBrowser())).toBe('signedIn');
  await getProvenCaptcha(node, visitor);
  expect(await outcomeOf(resetLoginPasswordByPasskey(node, { credential, ...form }, visitor))).toBe('passkeyExpired');
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await accounts.compareActs();
  expect(announced).toEqual(recorded);
});
