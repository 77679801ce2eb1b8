import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { endedOrBlocked } from '#server/test/blocked.fixture.ts';
import {
  type Browser,
  fixedAnswer,
  getProvenCaptcha,
  goodPassword,
  type IdentityNode,
  newBrowser,
  openTestIdentity,
  tokenOf,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { changeLoginPassword } from './change-login-password.ts';
import { confirmAuthenticator } from './confirm-authenticator.ts';
import { endAccount } from './end-account.ts';
import { hasAuthenticator } from './factors/factor-check.ts';
import { newGuarded, newOwner, type OwnCall, outcomeOf, ownCall, tryFactor } from './factors/second-factor.fixture.ts';
import { findMember } from './members/member-store.ts';
import { reauthenticate } from './passwords/reauthenticate.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';
import { startAuthenticator } from './start-authenticator.ts';
import { replay, replayer } from './ways-in.fixture.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const changed = { oldpassword: goodPassword, password: 'newotter1', repassword: 'newotter1', code: fixedAnswer };

/** A thief who knows the login password, signed in on a browser of their own. */
async function thiefOf(username: string, factor?: string): Promise<OwnCall> {
  const browser = newBrowser();
  expect(await tryFactor(node, username, browser, factor)).toBe('signedIn');
  return await ownCall(node, browser);
}

/**
 * What became of the thief's act, which had the old password checked while the owner's change, which signs the thief out, was under way:
 * `before` the sessions were ended, or after that and before the commit.
 */
async function whileSignedOut(
  owner: OwnCall,
  act: () => Promise<unknown>,
  { isBefore = true, factor }: { readonly isBefore?: boolean; readonly factor?: string } = {},
): Promise<unknown> {
  const [isReached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pause = async (): Promise<void> => {
    isReached.resolve();
    await goOn.promise;
  };
  const endOthers: typeof node.sessions.endOthers = async (...given) => {
    if (isBefore) await pause();
    const ended = await node.sessions.endOthers(...given);
    if (!isBefore) await pause();
    return ended;
  };
  await getProvenCaptcha(node, owner);
  const changing = changeLoginPassword(
    { ...node, sessions: { ...node.sessions, endOthers } },
    { ...changed, ...(factor === undefined ? {} : { factor }) },
    owner,
  );
  await isReached.promise;
  accounts.passTime(60_000);
  const acting = outcomeOf(act());
  await untilLockWait(accounts.database.pool, acting);
  goOn.resolve();
  expect(await changing).toEqual({ sessionsEnded: 1 });
  return await acting;
}

test('a thief whom a new password signs out sets no app of their own', async () => {
  const owner = await newOwner(node, 'Owner001');
  const thief = await thiefOf('Owner001');
  const { secret } = await startAuthenticator(node, thief.member);
  const confirm = () => {
    const form = { password: goodPassword, factor: codeAt(secret, node.wallNow()) };
    return confirmAuthenticator(node, form, thief);
  };
  expect(await whileSignedOut(owner, confirm)).toBe('sessionExpired');
  expect(await hasAuthenticator(node.tables, owner.member.memberId)).toBe(false);
  expect(await node.sessions.find(tokenOf(owner))).toMatchObject({ username: 'Owner001' });
});

test('a thief whom a new password signs out deletes no account', async () => {
  const owner = await newOwner(node, 'Owner002');
  const thief = { ...(await thiefOf('Owner002')), clearCache: () => undefined };
  const { memberId } = thief.member;
  const deletion = async () => {
    await reauthenticate(node, { password: goodPassword, factor: undefined }, thief);
    await endAccount(node, thief, async (within) => {
      await sql`insert into member_deletion (member_id) values (${memberId})`.execute(within);
    });
  };
  expect(await whileSignedOut(owner, deletion)).toBe('sessionExpired');
  expect(await findMember(node.tables, 'Owner002')).toBeDefined();
  const { rows } = await sql`select from member_deletion`.execute(node.tables);
  expect(rows).toEqual([]);
});

test('a thief whom a new password signs out gets no backup codes', async () => {
  const { call: owner, secret } = await newGuarded(node, 'Owner003');
  accounts.passTime(60_000);
  const thief = await thiefOf('Owner003', codeAt(secret, node.wallNow()));
  accounts.passTime(60_000);
  const renew = () => {
    const form = { password: goodPassword, factor: codeAt(secret, node.wallNow()) };
    return renewBackupCodes(node, form, thief);
  };
  expect(await whileSignedOut(owner, renew, { factor: codeAt(secret, node.wallNow()) })).toBe('sessionExpired');
});

test('the old password that is checked while a new one signs the device out proves nothing more', async () => {
  const owner = await newOwner(node, 'Owner004');
  const thief = await thiefOf('Owner004');
  const prove = () => reauthenticate(node, { password: goodPassword, factor: undefined }, thief);
  expect(await whileSignedOut(owner, prove, { isBefore: false })).toBe('sessionExpired');
});

test('two acts of one browser at once both count, though one of them alone renews its session', async () => {
  const owner = await newOwner(node, 'Owner005');
  const prove = () => outcomeOf(reauthenticate(node, { password: goodPassword, factor: undefined }, owner));
  const renew: typeof node.sessions.renew = async (...given) => {
    await node.sessions.renew(...given);
    return null;
  };
  const late = { ...node, sessions: { ...node.sessions, renew } };
  const lost = outcomeOf(reauthenticate(late, { password: goodPassword, factor: undefined }, owner));
  expect(await lost).toMatch(/^\$argon2id\$/);
  expect(await prove()).toMatch(/^\$argon2id\$/);
});

/** What became of a sign-in that had its password and factor checked after `end` had ended the sessions, and before its commit. */
async function enteringAmid(
  browser: Browser,
  end: (node: IdentityNode) => Promise<unknown>,
  enter: () => Promise<string>,
): Promise<string> {
  const [isEnded, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const endOthers: typeof node.sessions.endOthers = async (...given) => {
    const ended = await node.sessions.endOthers(...given);
    isEnded.resolve();
    await goOn.promise;
    return ended;
  };
  const ending = end({ ...node, sessions: { ...node.sessions, endOthers } });
  await isEnded.promise;
  const entering = enter();
  await endedOrBlocked(accounts.database.pool, entering);
  goOn.resolve();
  await ending;
  const outcome = await entering;
  return (await node.sessions.find(tokenOf(browser))) === 'none' ? outcome : `${outcome}, with a session`;
}

test('a sign-in with the old password leaves no session, however late in the change of it', async () => {
  const owner = await newOwner(node, 'Owner006');
  await getProvenCaptcha(node, owner);
  const browser = newBrowser();
  const change = (on: IdentityNode) => changeLoginPassword(on, changed, owner);
  const outcome = await enteringAmid(browser, change, () => tryFactor(node, 'Owner006', browser));
  expect(outcome).toBe('wrongCredentials');
  expect(await node.sessions.list(owner.member.memberId)).toHaveLength(1);
});

/** Turns on an app whose secret the owner has. */
async function turningOnAnApp(owner: OwnCall): Promise<(on: IdentityNode) => Promise<unknown>> {
  const { secret } = await startAuthenticator(node, owner.member);
  return (on) => confirmAuthenticator(on, { password: goodPassword, factor: codeAt(secret, node.wallNow()) }, owner);
}

test('a sign-in by password alone leaves no session, however late in the turning on of an app', async () => {
  const owner = await newOwner(node, 'Owner007');
  const turnOn = await turningOnAnApp(owner);
  const browser = newBrowser();
  const outcome = await enteringAmid(browser, turnOn, () => tryFactor(node, 'Owner007', browser));
  expect(outcome).toBe('secondFactorNeeded');
  expect(await node.sessions.list(owner.member.memberId)).toHaveLength(1);
});

test('the form of a registration leaves no session, however late in the turning on of an app', async () => {
  const owner = await newOwner(node, 'Owner008');
  const turnOn = await turningOnAnApp(owner);
  const browser = replayer(owner);
  const outcome = await enteringAmid(browser, turnOn, () => replay(node, browser, 'Owner008'));
  expect(outcome).toBe('usernameTaken');
  expect(await node.sessions.list(owner.member.memberId)).toHaveLength(1);
});
