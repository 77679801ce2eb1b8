import { expect, test } from 'vitest';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { openPasswordGate } from '#server/platform/password-gate.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import {
  aDayMs,
  countOf,
  goodPassword,
  type IdentityNode,
  nameOfSession,
  newBrowser,
  openTestIdentity,
  tokenOf,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { confirmAuthenticator } from './confirm-authenticator.ts';
import { drawBackupCodes } from './factors/backup-codes.ts';
import { hasAuthenticator, requireFactor } from './factors/factor-check.ts';
import {
  actsOfMember,
  newGuarded,
  newOwner,
  outcomeOf,
  ownCall,
  tryFactor,
  wrongCodeOf,
} from './factors/second-factor.fixture.ts';
import { getSecondFactors } from './get-second-factors.ts';
import { removeAuthenticator } from './remove-authenticator.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';
import { signIn } from './sign-in.ts';
import { startAuthenticator } from './start-authenticator.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();

const minuteMs = 60_000;
const actsOf = (memberId: bigint) => actsOfMember(accounts.database, memberId);
const wrongCode = (secret: string) => wrongCodeOf(node, secret);

test('an app that is turned off by two requests at once is turned off once', async () => {
  const { call, backupCodes } = await newGuarded(node, 'Twiceoff');
  const off = (by: IdentityNode, factor = '') => removeAuthenticator(by, { password: goodPassword, factor }, call);
  // The other one is done once this one has shown the password and the factor.
  const renew: IdentityNode['sessions']['renew'] = async (...session) => {
    await off(node, backupCodes[1]);
    return await node.sessions.renew(...session);
  };
  expect(await off({ ...node, sessions: { ...node.sessions, renew } }, backupCodes[0])).toEqual({});
  expect((await actsOf(call.member.memberId)).filter((act) => act === 'authenticatorRemoved')).toHaveLength(1);
});

test('an app is on once its first code has come with the password; every other device is signed out and notified', async () => {
  const call = await newOwner(node, 'Enrols01');
  const elsewhere = newBrowser();
  await signIn(node, { username: 'Enrols01', password: goodPassword }, elsewhere);
  const { secret, address } = await startAuthenticator(node, call.member);
  expect(address).toContain(`secret=${secret}`);
  expect(await tryFactor(node, 'Enrols01', newBrowser())).toBe('signedIn');

  const factor = codeAt(secret, node.wallNow());
  const confirm = (input: { password: string; factor: string }) => outcomeOf(confirmAuthenticator(node, input, call));
  expect(await confirm({ password: 'wrong999', factor })).toBe('oldPasswordWrong');
  expect(await confirm({ password: goodPassword, factor: wrongCode(secret) })).toBe('secondFactorWrong');
  expect(await confirm({ password: goodPassword, factor: 'abcde-fgh23' })).toBe('secondFactorWrong');
  // Nor with a backup code, should one be left of an app that was set up before.
  const [left = ''] = await node.tables.transaction().execute(async (transaction) => {
    await node.acts.record(transaction, call.member.memberId, 'backupCodesRenewed');
    return await drawBackupCodes(transaction, node.backupCodeKey, call.member.memberId);
  });
  await node.acts.announce(call.member.memberId, 'backupCodesRenewed');
  expect(await confirm({ password: goodPassword, factor: left })).toBe('secondFactorWrong');
  expect(await hasAuthenticator(node.tables, call.member.memberId)).toBe(false);
  const on = await confirm({ password: goodPassword, factor });
  expect(on).toMatchObject({ sessionsEnded: 2 });
  expect(await node.sessions.find(tokenOf(elsewhere))).toBe('expired');
  // Every node closes its open pages.
  await expect.poll(() => other.ended).toContain(nameOfSession(elsewhere));
  expect(await node.sessions.find(tokenOf(call))).toMatchObject({ username: 'Enrols01' });
  expect(await hasAuthenticator(node.tables, call.member.memberId)).toBe(true);
  expect(await getSecondFactors(node.tables, call.member.memberId)).toMatchObject({
    authenticator: { since: node.wallNow(), backupCodesLeft: 10 },
  });
  expect(await actsOf(call.member.memberId)).toEqual(['authenticatorSet', 'backupCodesRenewed']);
  expect(await confirm({ password: goodPassword, factor: codeAt(secret, node.wallNow()) })).toBe('authenticatorSet');
  expect(await outcomeOf(startAuthenticator(node, call.member))).toBe('authenticatorSet');
});

test('a setup ends after a quarter of an hour, beginning anew ends the one before and forgives no wrong code', async () => {
  const call = await newOwner(node, 'Setup001');
  const confirm = (secret: string, factor = codeAt(secret, node.wallNow())) =>
    outcomeOf(confirmAuthenticator(node, { password: goodPassword, factor }, call));
  expect(await confirm('A'.repeat(32))).toBe('authenticatorExpired');
  const first = await startAuthenticator(node, call.member);
  const second = await startAuthenticator(node, call.member);
  expect(await confirm(first.secret)).toBe('secondFactorWrong');
  for (let count = 0; count < 4; count += 1) {
    const { secret } = await startAuthenticator(node, call.member);
    expect(await confirm(secret, wrongCode(secret))).toBe('secondFactorWrong');
  }
  const third = await startAuthenticator(node, call.member);
  expect(await confirm(third.secret)).toBe('secondFactorLocked');
  accounts.passTime(minuteMs);
  expect(await confirm(second.secret)).toBe('secondFactorWrong');
  accounts.passTime(15 * minuteMs);
  expect(await confirm(third.secret)).toBe('authenticatorExpired');
  const fourth = await startAuthenticator(node, call.member);
  accounts.passTime(15 * minuteMs);
  expect(await confirm(fourth.secret)).toMatchObject({ sessionsEnded: 0 });
});

test('two first codes at the same moment turn the app on once', async () => {
  const call = await newOwner(node, 'Enrols02');
  const { secret } = await startAuthenticator(node, call.member);
  const factor = codeAt(secret, node.wallNow());
  const confirm = (on: IdentityNode) => outcomeOf(confirmAuthenticator(on, { password: goodPassword, factor }, call));
  const outcomes = await Promise.all([confirm(node), confirm(other), confirm(node)]);
  expect(outcomes.filter((outcome) => outcome === 'authenticatorSet')).toHaveLength(2);
  expect(await getSecondFactors(node.tables, call.member.memberId)).toMatchObject({
    authenticator: { backupCodesLeft: 10 },
  });
});

test('the second factor is asked for after the right password and shows before it in nothing', async () => {
  const { secret } = await newGuarded(node, 'Guarded1');
  await newOwner(node, 'Unguard1');
  accounts.passTime(minuteMs);
  const story = async (username: string): Promise<string[]> => {
    const browser = newBrowser();
    const factor = codeAt(secret, node.wallNow());
    return [
      await tryFactor(node, username, browser, undefined, 'wrong999'),
      await tryFactor(other, username, browser, factor, 'wrong999'),
      await tryFactor(node, username, browser, 'nonsense', 'wrong999'),
      await tryFactor(node, username, browser, undefined, 'wrong999'),
    ];
  };
  const answers = await story('Guarded1');
  expect(answers).toEqual(['wrongCredentials', 'wrongCredentials', 'wrongCredentials', 'captchaMissing']);
  expect(await story('Unguard1')).toEqual(answers);
  expect(await story('Nobody01')).toEqual(answers);
  accounts.passTime(aDayMs + minuteMs);
  const browser = newBrowser();
  expect(await tryFactor(node, 'Guarded1', browser)).toBe('secondFactorNeeded');
  expect(browser.jar.has(sessionCookieName)).toBe(false);
  expect(await tryFactor(node, 'Guarded1', browser, codeAt(secret, node.wallNow()))).toBe('signedIn');
  expect(await tryFactor(node, 'Unguard1', newBrowser(), '123456')).toBe('signedIn');
});

test('a code is good for one sign-in: seen over a shoulder it is worth nothing, on any node, also at the same moment', async () => {
  const { secret } = await newGuarded(node, 'Replay01');
  // The code that turned the app on was used by that.
  expect(await tryFactor(node, 'Replay01', newBrowser(), codeAt(secret, node.wallNow()))).toBe('secondFactorWrong');
  const next = codeAt(secret, node.wallNow() + 30_000);
  const answers = await Promise.all(
    [node, other, node, other].map((on) => tryFactor(on, 'Replay01', newBrowser(), next)),
  );
  expect(answers.sort()).toEqual(['secondFactorWrong', 'secondFactorWrong', 'secondFactorWrong', 'signedIn']);
  expect(await tryFactor(other, 'Replay01', newBrowser(), next)).toBe('secondFactorWrong');
});

test('who knows the password guesses five codes, and then waits longer each time; the owner is notified once', async () => {
  const { call, secret } = await newGuarded(node, 'Guessed1');
  accounts.passTime(minuteMs);
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      tryFactor(at % 2 ? node : other, 'Guessed1', newBrowser(), wrongCode(secret)),
    ),
  );
  expect(guesses.filter((answer) => answer === 'secondFactorWrong')).toHaveLength(5);
  expect(guesses.filter((answer) => answer === 'secondFactorLocked')).toHaveLength(35);
  const right = () => tryFactor(node, 'Guessed1', newBrowser(), codeAt(secret, node.wallNow()));
  expect(await right()).toBe('secondFactorLocked');
  accounts.passTime(15_000);
  expect(await tryFactor(node, 'Guessed1', newBrowser(), wrongCode(secret))).toBe('secondFactorWrong');
  accounts.passTime(29_000);
  expect(await right()).toBe('secondFactorLocked');
  accounts.passTime(1_000);
  expect(await right()).toBe('signedIn');
  expect(await tryFactor(node, 'Guessed1', newBrowser(), wrongCode(secret))).toBe('secondFactorWrong');
  expect((await actsOf(call.member.memberId)).filter((act) => act === 'secondFactorLocked')).toHaveLength(1);
  await Promise.all([node.signIns.close(), other.signIns.close()]);
  const sql = `select result, count(*)::int as count from sign_in where member_id = $1 group by result order by result`;
  const { rows } = await accounts.database.pool.query(sql, [call.member.memberId]);
  expect(rows).toContainEqual({ result: 'wrongFactor', count: 7 });
  expect(rows).toContainEqual({ result: 'signedIn', count: 1 });
});

test('who knows the password and guesses codes locks out neither a session nor a device that has signed in before', async () => {
  const { call, secret, backupCodes } = await newGuarded(node, 'Guessed2');
  const known = newBrowser();
  expect(await tryFactor(node, 'Guessed2', known, backupCodes[0])).toBe('signedIn');
  accounts.passTime(minuteMs);
  const lockOut = async () => {
    while ((await tryFactor(other, 'Guessed2', newBrowser(), wrongCode(secret))) !== 'secondFactorLocked');
  };
  await lockOut();
  const renew = (factor: string) => outcomeOf(renewBackupCodes(node, { password: goodPassword, factor }, call));
  for (let count = 0; count < 4; count += 1) expect(await renew(wrongCode(secret))).toBe('secondFactorWrong');
  expect(await tryFactor(node, 'Guessed2', known, codeAt(secret, node.wallNow()))).toBe('signedIn');
  // Its own wrong codes lock each of them alone, and a right one forgives its own.
  expect(await renew(wrongCode(secret))).toBe('secondFactorWrong');
  accounts.passTime(14_000);
  expect(await renew(wrongCode(secret))).toBe('secondFactorLocked');
  accounts.passTime(minuteMs);
  const renewed = await renew(codeAt(secret, node.wallNow()));
  expect(renewed).toMatchObject({ backupCodes: expect.any(Array) });
  await lockOut();
  for (let count = 0; count < 5; count += 1)
    expect(await tryFactor(node, 'Guessed2', known, wrongCode(secret))).toBe('secondFactorWrong');
  expect(await tryFactor(other, 'Guessed2', known, wrongCode(secret))).toBe('secondFactorLocked');
  expect(await renew(wrongCode(secret))).toBe('secondFactorWrong');
});

test('devices that a thief made known before the app was set up guess no faster together than strangers', async () => {
  await newOwner(node, 'Guessed3');
  const thieves = Array.from({ length: 25 }, newBrowser);
  for (const thief of thieves) expect(await tryFactor(node, 'Guessed3', thief)).toBe('signedIn');
  const owner = newBrowser();
  await tryFactor(node, 'Guessed3', owner);
  const call = await ownCall(node, owner);
  const { secret } = await startAuthenticator(node, call.member);
  const factor = codeAt(secret, node.wallNow());
  const { backupCodes } = await confirmAuthenticator(node, { password: goodPassword, factor }, call);
  const answers: string[] = [];
  for (const [at, thief] of thieves.entries()) {
    // A right code of the owner forgives them nothing.
    if (at === 20) expect(await tryFactor(node, 'Guessed3', owner, backupCodes[0])).toBe('signedIn');
    for (let count = 0; count < 4; count += 1)
      answers.push(await tryFactor(node, 'Guessed3', thief, wrongCode(secret)));
  }
  expect(answers.filter((answer) => answer === 'secondFactorWrong')).toHaveLength(96);
  expect(answers.slice(96)).toEqual(Array(4).fill('secondFactorLocked'));
});

test('codes checked side by side are taken one after the other: one use, and five guesses', async () => {
  const { call, secret } = await newGuarded(node, 'SideSide');
  // The gate of one node lets the checks of a member take turns: these are of eight.
  const gates = await Promise.all(Array.from({ length: 8 }, () => openPasswordGate()));
  const passwordsOf = (at: number) => gates[at % gates.length] ?? node.passwords;
  const send = (code: string) =>
    Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        outcomeOf(
          requireFactor({ ...(at % 2 ? node : other), passwords: passwordsOf(at) }, call.member.memberId, code, []),
        ),
      ),
    );
  const countOfEach = (outcomes: (boolean | string)[], outcome: boolean | string) =>
    outcomes.filter((each) => each === outcome).length;
  const used = await send(codeAt(secret, node.wallNow() + 30_000));
  expect(countOfEach(used, true)).toBe(1);
  accounts.passTime(aDayMs + minuteMs);
  await requireFactor(node, call.member.memberId, codeAt(secret, node.wallNow()), []);
  const guessed = await send(wrongCode(secret));
  expect(countOfEach(guessed, 'secondFactorWrong')).toBe(5);
  expect(countOfEach(guessed, 'secondFactorLocked')).toBe(11);
});

test('turning the app off takes password and code, and ends its backup codes; its secret never comes back', async () => {
  const { call, secret, backupCodes } = await newGuarded(node, 'TurnsOff');
  accounts.passTime(minuteMs);
  const turnOff = (password: string, factor: string) =>
    outcomeOf(removeAuthenticator(node, { password, factor }, call));
  expect(await turnOff('wrong999', backupCodes[0] ?? '')).toBe('oldPasswordWrong');
  expect(await turnOff(goodPassword, '')).toBe('secondFactorWrong');
  expect(await turnOff(goodPassword, backupCodes[0] ?? '')).toEqual({});
  expect(await turnOff(goodPassword, codeAt(secret, node.wallNow()))).toBe('authenticatorUnset');
  expect(await tryFactor(node, 'TurnsOff', newBrowser())).toBe('signedIn');
  expect(await actsOf(call.member.memberId)).toEqual(['authenticatorRemoved', 'authenticatorSet', 'backupCodeUsed']);
  const left = `select 1 from backup_code where member_id = ${call.member.memberId}`;
  expect((await accounts.database.pool.query(left)).rows).toEqual([]);
  const again = await startAuthenticator(node, call.member);
  expect(again.secret).not.toBe(secret);
});

test('a copy of the database has neither secrets nor backup codes, and another key opens nothing', async () => {
  const { secret, backupCodes } = await newGuarded(node, 'Copied01');
  const { rows } = await accounts.database.pool.query(
    `select encode(sealed, 'escape') as text from authenticator
     union all select encode(code_hash, 'escape') from backup_code`,
  );
  const copy = JSON.stringify(rows);
  expect(copy).not.toContain(secret);
  expect(backupCodes.filter((code) => copy.includes(code.replace('-', '')))).toEqual([]);
  const stranger = { ...node, factorSeal: createSecretSeal(Buffer.alloc(32, 9)) };
  await expect(tryFactor(stranger, 'Copied01', newBrowser(), '123456')).rejects.toThrow();
  expect(await countOf(accounts.database, 'authenticator')).toBeGreaterThan(5);
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await accounts.compareActs();
  expect(announced).toEqual(recorded);
});
