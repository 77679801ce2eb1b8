import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import { endedOrBlocked } from '#server/test/blocked.fixture.ts';
import {
  type Browser,
  fixedAnswer,
  getProvenCaptcha,
  goodPassword,
  type IdentityNode,
  newBrowser,
  openTestIdentity,
  trySignIn,
  trySignInWithCode,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { addPasskey } from './add-passkey.ts';
import { changeLoginPassword } from './change-login-password.ts';
import {
  newGuarded,
  newOwner,
  type OwnCall,
  origin,
  outcomeOf,
  recoverFactors,
} from './factors/second-factor.fixture.ts';
import { getSecondFactors } from './get-second-factors.ts';
import { createDevice } from './passkeys/passkey-device.fixture.ts';
import { recoveryEffects } from './recovery/recovery-effects.ts';
import { removePasskey } from './remove-passkey.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';
import { resetLoginPassword } from './reset-login-password.ts';
import { resetLoginPasswordByPasskey } from './reset-login-password-by-passkey.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { startPasskey } from './start-passkey.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';
import { historyOf, lockOut, replay, replayer } from './ways-in.fixture.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();

test('a password that is changed while a sign-in with it is under way leaves no session', async () => {
  const call = await newOwner(node, 'Overtake');
  const proofUsed = async () => {
    await getProvenCaptcha(other, call);
    const change = { oldpassword: goodPassword, password: 'secret11', repassword: 'secret11', code: node.fixedAnswer };
    await changeLoginPassword(other, change, call);
  };
  const browser = newBrowser();
  expect(await trySignIn({ ...node, proofUsed }, 'Overtake', goodPassword, browser)).toBe('wrongCredentials');
  expect(browser.jar.has(sessionCookieName)).toBe(false);
  expect(await node.sessions.list(call.member.memberId)).toHaveLength(1);
});

/** A member with a passkey, and what removes it. */
async function newHolder(username: string) {
  const call = await newMember('passkey', username, false);
  const [passkey] = (await getSecondFactors(node.tables, call.member.memberId)).passkeys;
  const remove = () => removePasskey(other, { passkey: passkey?.id ?? '', login: goodPassword }, call);
  return { call, remove };
}

test.each(['passkey', 'passkeyReset'])('a passkey removed after it was shown opens nothing, by %s', async (way) => {
  const { call, remove } = await newHolder(`${way}Gone`);
  const browser = newBrowser();
  const overtaken = { ...node, proofUsed: async () => void (await remove()) };
  expect(await waysIn[way]?.enter(call, browser, overtaken)).toBe('passkeyRefused');
  expect(browser.jar.has(sessionCookieName)).toBe(false);
  expect(await node.sessions.list(call.member.memberId)).toHaveLength(1);
  expect(await trySignIn(node, `${way}Gone`, goodPassword, newBrowser())).toBe('signedIn');
});

test('the removal of a passkey waits for a sign-in with it, whose device the owner then finds in the list', async () => {
  const { call, remove } = await newHolder('OvertakeKey');
  const removed: Promise<unknown>[] = [];
  const listed: number[] = [];
  const start: IdentityNode['sessions']['start'] = async (...beginning) => {
    const removal = remove().then(async () => listed.push((await node.sessions.list(call.member.memberId)).length));
    removed.push(removal);
    await endedOrBlocked(accounts.database.pool, removal);
    return await node.sessions.start(...beginning);
  };
  const slow = { ...node, sessions: { ...node.sessions, start } };
  expect(await waysIn.passkey?.enter(call, newBrowser(), slow)).toBe('signedIn');
  await Promise.all(removed);
  expect(listed).toEqual([2]);
});

interface WayIn {
  readonly history: string;
  readonly whileLocked: string;
  readonly withFactorSet: string;
  /** The member's sessions afterwards, of two; a reset ends the others. */
  readonly sessions?: 1;
  /** Tries to sign in to the account of the call from the browser. */
  readonly enter: (call: OwnCall, browser: Browser, on?: IdentityNode) => Promise<string>;
}

const devices = new Map<string, ReturnType<typeof createDevice>>();
const backupCodesOf = new Map<string, readonly string[]>();

const replacement = { password: 'newer88bird', repassword: 'newer88bird', code: fixedAnswer };

/** A recovery opens no session (account-recovery.test.ts); operators have ways of their own (ways-in-of-operators.test.ts). */
const waysIn: Readonly<Record<string, WayIn>> = {
  password: {
    history: 'signedIn',
    whileLocked: 'signInLocked',
    withFactorSet: 'secondFactorNeeded',
    enter: ({ member }, browser) => trySignInWithCode(node, member.username, goodPassword, browser),
  },
  registrationRetry: {
    history: 'signedIn',
    whileLocked: 'signInLocked',
    withFactorSet: 'usernameTaken',
    enter: ({ member }, browser) => replay(node, browser, member.username),
  },
  // It cannot be guessed and its device has verified its user.
  passkey: {
    history: 'signedInByPasskey',
    whileLocked: 'signedIn',
    withFactorSet: 'signedIn',
    enter: async ({ member }, browser, on = node) => {
      const visitor = { ...browser, origin };
      const request = await startPasskeySignIn(on, visitor);
      const credential = deviceOf(member.username).use(request);
      const outcome = await outcomeOf(signInWithPasskey(on, { credential }, visitor));
      return typeof outcome === 'string' ? outcome : 'signedIn';
    },
  },
  // Counted apart from sign-ins, whose failures it follows; reset-login-password.test.ts locks it out.
  reset: {
    history: 'signedInByReset',
    whileLocked: 'signedIn',
    withFactorSet: 'signedIn',
    sessions: 1,
    enter: async ({ member: { username } }, browser) => {
      await getProvenCaptcha(node, browser);
      const factor = backupCodesOf.get(username)?.[1] ?? '';
      const outcome = await outcomeOf(resetLoginPassword(node, { username, factor, ...replacement }, browser));
      return typeof outcome === 'string' ? outcome : 'signedIn';
    },
  },
  passkeyReset: {
    history: 'signedInByReset',
    whileLocked: 'signedIn',
    withFactorSet: 'signedIn',
    sessions: 1,
    enter: async ({ member: { username } }, browser, on = node) => {
      const visitor = { ...browser, origin };
      await getProvenCaptcha(on, visitor);
      const request = await startPasskeySignIn(on, visitor);
      const credential = deviceOf(username).use(request);
      const outcome = await outcomeOf(resetLoginPasswordByPasskey(on, { credential, ...replacement }, visitor));
      return typeof outcome === 'string' ? outcome : 'signedIn';
    },
  },
};

function deviceOf(username: string): ReturnType<typeof createDevice> {
  const device = devices.get(username);
  if (!device) throw new Error('no passkey');
  return device;
}

async function newMember(way: string, username: string, isGuarded: boolean): Promise<OwnCall> {
  const guarded = isGuarded || way === 'reset' ? await newGuarded(node, username) : null;
  backupCodesOf.set(username, guarded?.backupCodes ?? []);
  const call = guarded?.call ?? (await newOwner(node, username));
  if (!way.startsWith('passkey')) return call;
  const device = createDevice();
  devices.set(username, device);
  const factor = guarded?.backupCodes[0];
  const creation = await startPasskey(node, { password: goodPassword, ...(factor ? { factor } : {}) }, call);
  await addPasskey(node, { name: 'phone', credential: device.make(creation) }, call);
  return call;
}

test.each(Object.entries(waysIn))('by %s: lock-out, second factor, one session and the history', async (way, rules) => {
  const name = way.replace('passkey', 'key').slice(0, 8);
  const free = await newMember(way, `${name}Free`, false);
  const browser = replayer(free);
  expect(await rules.enter(free, browser)).toBe('signedIn');
  expect(await historyOf(node, free)).toContain(`${rules.history} ${browser.address}`);
  expect(await node.sessions.list(free.member.memberId)).toHaveLength(rules.sessions ?? 2);

  const locked = await newMember(way, `${name}Lock`, false);
  const device = replayer(locked);
  await lockOut(node, `${name}Lock`, device);
  expect(await rules.enter(locked, device)).toBe(rules.whileLocked);

  const guarded = await newMember(way, `${name}Fact`, true);
  expect(await rules.enter(guarded, replayer(guarded))).toBe(rules.withFactorSet);
});

test('a passkey that is added waits for another of its member, so that both count', async () => {
  const call = await newOwner(node, 'Waiting1');
  const creation = await startPasskey(node, { password: goodPassword }, call);
  const adding = await node.tables.transaction().execute(async (holding) => {
    await lockInTransaction(holding, 'passkeysOfMember', call.member.memberId);
    const begun = addPasskey(node, { name: 'phone', credential: createDevice().make(creation) }, call);
    await untilLockWait(accounts.database.pool, begun);
    return { begun };
  });
  expect(await adding.begun).toMatchObject({ name: 'phone' });
});

test('a passkey that is being added while a recovery signs every device out is none', async () => {
  const call = await newOwner(node, 'Recovered');
  const { memberId } = call.member;
  const creation = await startPasskey(node, { password: goodPassword }, call);
  const { lock, removeFactors, endSessions } = recoveryEffects(node.sessions, async () => undefined);
  const { adding, ended } = await node.tables.transaction().execute(async (recovering) => {
    await lock(recovering as never, memberId);
    await removeFactors(recovering as never, memberId);
    const begun = outcomeOf(addPasskey(node, { name: 'phone', credential: createDevice().make(creation) }, call));
    await endedOrBlocked(accounts.database.pool, begun);
    return { adding: begun, ended: await endSessions(recovering as never, memberId) };
  });
  await ended.announce();
  expect(await adding).toBe('passkeyExpired');
  expect((await getSecondFactors(node.tables, memberId)).passkeys).toEqual([]);
});

test('an app that is turned off while its backup codes are renewed gets none', async () => {
  const { call, secret } = await newGuarded(node, 'Renewing');
  accounts.passTime(60_000);
  const renew: IdentityNode['sessions']['renew'] = async (...given) => {
    await recoverFactors(node, call.member.memberId);
    return await node.sessions.renew(...given);
  };
  const factor = codeAt(secret, node.wallNow());
  const off = { ...node, sessions: { ...node.sessions, renew } };
  expect(await outcomeOf(renewBackupCodes(off, { password: goodPassword, factor }, call))).toBe('authenticatorUnset');
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await accounts.compareActs();
  expect(announced).toEqual(recorded);
});
