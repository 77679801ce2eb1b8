import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '#server/platform/session.ts';
import {
  type Browser,
  createBrowser,
  getProvenCaptcha,
  goodPassword,
  type IdentityNode,
  openTestIdentity,
  registrationOf,
  type TestIdentity,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { addPasskey } from './add-passkey.ts';
import { changeLoginPassword } from './change-login-password.ts';
import { confirmAuthenticator } from './confirm-authenticator.ts';
import { codeAt } from './factors/authenticator-code.ts';
import { removeFactors } from './factors/remove-factors.ts';
import { newGuarded, newOwner, type OwnCall, origin, outcomeOf } from './factors/second-factor.fixture.ts';
import { listSignIns } from './list-sign-ins.ts';
import { createDevice } from './passkeys/passkey-device.fixture.ts';
import { register } from './register.ts';
import { deviceCookieName } from './sessions/identity-cookies.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { signOut } from './sign-out.ts';
import { startAuthenticator } from './start-authenticator.ts';
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

const minuteMs = 60_000;
let lastAddress = 0;
const newAddress = (): string => `198.51.100.${++lastAddress}`;

/** Another browser with the same cookies but no session: where a stolen form is sent from. */
function replayer(browser: Browser): Browser {
  const thief = createBrowser(newAddress());
  for (const [name, value] of browser.jar) if (name !== sessionCookieName) thief.jar.set(name, value);
  return thief;
}

async function replay(browser: Browser, username: string, password = goodPassword, on = node): Promise<string> {
  const form = { ...registrationOf(username), password, repassword: password };
  const outcome = await outcomeOf(register(on, form, browser));
  const isIn = browser.jar.has(sessionCookieName);
  if (typeof outcome === 'string') return isIn ? `${outcome}, but signed in` : outcome;
  return isIn ? 'signedIn' : 'welcomed, but not signed in';
}

async function historyOf({ member }: OwnCall): Promise<string[]> {
  await node.signIns.close();
  const entries = await listSignIns(node.tables, member.memberId, null);
  return entries.map(({ result, address }) => `${result} ${address}`).sort();
}

/** Locks sign-ins to that account out on the device of the browser, whose captcha it leaves alone. */
async function lockOut(username: string, { address, jar }: Browser): Promise<void> {
  const guesser = createBrowser(address);
  guesser.jar.set(deviceCookieName, jar.get(deviceCookieName) ?? '');
  for (let tries = 0; tries < 5; tries += 1) {
    await getProvenCaptcha(node, guesser);
    await trySignIn(node, username, 'wrong999', guesser, node.fixedAnswer);
  }
}

test('a form whose response was lost signs in once within minutes, and stands in the history like any sign-in', async () => {
  const call = await newOwner(node, 'Retries1');
  const browser = replayer(call);
  accounts.passTime(4 * minuteMs);
  expect(await replay(browser, 'Retries1', goodPassword, other)).toBe('signedIn');
  expect(await historyOf(call)).toEqual([`registered ${call.address}`, `signedIn ${browser.address}`]);
  expect(await replay(replayer(call), 'Retries1')).toBe('usernameTaken');
  expect(await replay(replayer(call), 'Retries1', 'wrong999')).toBe('usernameTaken');
  expect(await historyOf(call)).toHaveLength(2);
});

test('of five retries at the same moment on two nodes one signs in', async () => {
  const call = await newOwner(node, 'Retries2');
  const outcomes = await Promise.all(
    [node, other, node, other, node].map((on) => replay(replayer(call), 'Retries2', goodPassword, on)),
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
    second = replay(replayer(call), 'Retries3', goodPassword, other).finally(() => {
      isDone = true;
    });
    while (!isDone && !(await isWaiting())) await new Promise(setImmediate);
    return await node.sessions.start(...beginning);
  };
  const slow = { ...node, sessions: { ...node.sessions, start } };
  expect(await replay(replayer(call), 'Retries3', goodPassword, slow)).toBe('signedIn');
  expect(await second).toBe('usernameTaken');
});

test('after five minutes the form is refused like any taken name', async () => {
  const call = await newOwner(node, 'Replays1');
  accounts.passTime(5 * minuteMs);
  expect(await replay(replayer(call), 'Replays1')).toBe('usernameTaken');
  const stranger = createBrowser(newAddress());
  await getProvenCaptcha(node, stranger);
  expect(await replay(stranger, 'Replays1')).toBe('usernameTaken');
});

test('with an authenticator app or a passkey set, the form does not sign in', async () => {
  const { call } = await newGuarded(node, 'Replays2');
  expect(await replay(replayer(call), 'Replays2')).toBe('usernameTaken');
  const holder = await newOwner(node, 'Replays3');
  const creation = await startPasskey(node, { password: goodPassword }, holder);
  await addPasskey(node, { name: 'phone', credential: createDevice().make(creation) }, holder);
  expect(await replay(replayer(holder), 'Replays3')).toBe('usernameTaken');
});

test('a factor of which no security act is recorded closes the form as well', async () => {
  const acts = { record: async () => undefined, announce: async () => undefined };
  const { call } = await newGuarded({ ...node, acts }, 'Silent01');
  expect(await replay(replayer(call), 'Silent01')).toBe('usernameTaken');
  const holder = await newOwner(node, 'Silent02');
  const creation = await startPasskey(node, { password: goodPassword }, holder);
  await addPasskey({ ...node, acts }, { name: 'phone', credential: createDevice().make(creation) }, holder);
  expect(await replay(replayer(holder), 'Silent02')).toBe('usernameTaken');
});

test('an app that is turned on while a retry is under way leaves it no session', async () => {
  const call = await newOwner(node, 'Overtak2');
  const { secret } = await startAuthenticator(node, call.member);
  const start: IdentityNode['sessions']['start'] = async (...beginning) => {
    const factor = codeAt(secret, node.wallNow());
    await confirmAuthenticator(other, { password: goodPassword, factor }, call);
    return await node.sessions.start(...beginning);
  };
  const overtaken = { ...node, sessions: { ...node.sessions, start } };
  expect(await replay(replayer(call), 'Overtak2', goodPassword, overtaken)).toBe('usernameTaken');
  expect(await node.sessions.list(call.member.memberId)).toHaveLength(1);
});

test('the own name and a password that everybody knows are refused as the new password', async () => {
  const call = await newOwner(node, 'Renamed1');
  const change = { oldpassword: goodPassword, password: 'renamed1', repassword: 'renamed1', code: node.fixedAnswer };
  expect(await outcomeOf(changeLoginPassword(node, change, call))).toBe('passwordIsUsername');
  const known = { ...change, password: 'Qwerty123', repassword: 'Qwerty123' };
  expect(await outcomeOf(changeLoginPassword(node, known, call))).toBe('passwordKnown');
});

test('a recovery takes the factors away, and the form still does not sign in', async () => {
  const { call } = await newGuarded(node, 'Replays4');
  await node.tables.transaction().execute((transaction) => removeFactors(transaction, call.member.memberId));
  expect(await replay(replayer(call), 'Replays4')).toBe('usernameTaken');
});

test('after a change of the password the form signs in with neither password', async () => {
  const call = await newOwner(node, 'Replays5');
  const browser = replayer(call);
  await getProvenCaptcha(node, call);
  const change = { oldpassword: goodPassword, password: 'secret11', repassword: 'secret11', code: node.fixedAnswer };
  await changeLoginPassword(node, change, call);
  expect(await replay(browser, 'Replays5')).toBe('usernameTaken');
  expect(await replay(browser, 'Replays5', 'secret11')).toBe('usernameTaken');
});

test('after a sign-out or another sign-in the form does not sign in', async () => {
  const call = await newOwner(node, 'Replays6');
  const browser = replayer(call);
  await signOut(node.sessions, call);
  expect(await replay(browser, 'Replays6')).toBe('usernameTaken');
  const twice = await newOwner(node, 'Replays7');
  expect(await trySignIn(other, 'Replays7', goodPassword, createBrowser(newAddress()))).toBe('signedIn');
  expect(await replay(replayer(twice), 'Replays7')).toBe('usernameTaken');
});

test('a lock-out refuses the form, and wrong passwords in it are counted, noted and lock', async () => {
  const locked = await newOwner(node, 'Replays8');
  const device = replayer(locked);
  await lockOut('Replays8', device);
  expect(await replay(device, 'Replays8')).toBe('signInLocked');
  const guessed = await newOwner(node, 'Replays9');
  const thief = replayer(guessed);
  for (let tries = 0; tries < 3; tries += 1) expect(await replay(thief, 'Replays9', 'wrong999')).toBe('captchaWrong');
  // The sign-in is what asks for a captcha now on this device, and the form cannot give another one.
  expect(await replay(replayer(guessed), 'Replays9')).toBe('captchaWrong');
  expect(await trySignIn(node, 'Replays9', goodPassword, replayer(guessed))).toBe('captchaMissing');
  const noted = (await historyOf(guessed)).filter((entry) => entry === `wrongPassword ${thief.address}`);
  expect(noted).toHaveLength(3);
});

test('a password that is changed while a sign-in with it is under way leaves no session', async () => {
  const call = await newOwner(node, 'Overtake');
  const start: IdentityNode['sessions']['start'] = async (...beginning) => {
    await getProvenCaptcha(other, call);
    const change = { oldpassword: goodPassword, password: 'secret11', repassword: 'secret11', code: node.fixedAnswer };
    await changeLoginPassword(other, change, call);
    return await node.sessions.start(...beginning);
  };
  const browser = createBrowser(newAddress());
  const overtaken = { ...node, sessions: { ...node.sessions, start } };
  expect(await trySignIn(overtaken, 'Overtake', goodPassword, browser)).toBe('wrongCredentials');
  expect(browser.jar.has(sessionCookieName)).toBe(false);
  expect(await node.sessions.list(call.member.memberId)).toHaveLength(1);
});

interface WayIn {
  readonly history: string;
  readonly whileLocked: string;
  readonly withFactorSet: string;
  /** Tries to sign in to the account of the call from the browser. */
  readonly enter: (call: OwnCall, browser: Browser) => Promise<string>;
}

const devices = new Map<string, ReturnType<typeof createDevice>>();

/** Recovery and operators open no session: a recovery ends all of them, and its member signs in by one of these. */
const waysIn: Readonly<Record<string, WayIn>> = {
  password: {
    history: 'signedIn',
    whileLocked: 'signInLocked',
    withFactorSet: 'secondFactorNeeded',
    enter: async ({ member }, browser) => {
      await getProvenCaptcha(node, browser);
      return await trySignIn(node, member.username, goodPassword, browser, node.fixedAnswer);
    },
  },
  registrationRetry: {
    history: 'signedIn',
    whileLocked: 'signInLocked',
    withFactorSet: 'usernameTaken',
    enter: ({ member }, browser) => replay(browser, member.username),
  },
  // It cannot be guessed and its device has verified its user.
  passkey: {
    history: 'signedInByPasskey',
    whileLocked: 'signedIn',
    withFactorSet: 'signedIn',
    enter: async ({ member }, browser) => {
      const visitor = { ...browser, origin };
      const request = await startPasskeySignIn(node, visitor);
      const device = devices.get(member.username);
      if (!device) throw new Error('no passkey');
      const outcome = await outcomeOf(signInWithPasskey(node, { credential: device.use(request) }, visitor));
      return typeof outcome === 'string' ? outcome : 'signedIn';
    },
  },
};

async function newMember(way: string, username: string, isGuarded: boolean): Promise<OwnCall> {
  const guarded = isGuarded ? await newGuarded(node, username) : null;
  const call = guarded?.call ?? (await newOwner(node, username));
  if (way !== 'passkey') return call;
  const device = createDevice();
  devices.set(username, device);
  const factor = guarded?.backupCodes[0];
  const creation = await startPasskey(node, { password: goodPassword, ...(factor ? { factor } : {}) }, call);
  await addPasskey(node, { name: 'phone', credential: device.make(creation) }, call);
  return call;
}

test.each(Object.entries(waysIn))('by %s: lock-out, second factor, one session and the history', async (way, rules) => {
  const name = way.slice(0, 6);
  const free = await newMember(way, `${name}Free`, false);
  const browser = replayer(free);
  expect(await rules.enter(free, browser)).toBe('signedIn');
  expect(await historyOf(free)).toContain(`${rules.history} ${browser.address}`);
  expect(await node.sessions.list(free.member.memberId)).toHaveLength(2);

  const locked = await newMember(way, `${name}Lock`, false);
  const device = replayer(locked);
  await lockOut(`${name}Lock`, device);
  expect(await rules.enter(locked, device)).toBe(rules.whileLocked);

  const guarded = await newMember(way, `${name}Fact`, true);
  expect(await rules.enter(guarded, replayer(guarded))).toBe(rules.withFactorSet);
});

test('nothing but the one function begins a session or writes its cookie', async () => {
  const files = await readdir(import.meta.dirname, { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file));
  const found: string[] = [];
  for (const file of sources) {
    const text = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    if (/sessions\.start\(|\bwriteSession\(|\binsertSession\(/.test(text)) found.push(file);
  }
  expect(found.sort()).toEqual([
    'enter.ts',
    // Renews the token of an open session.
    'passwords/reauthenticate.ts',
    'sessions/identity-cookies.ts',
    'sessions/session-store.ts',
    'sessions/sessions.ts',
  ]);
});
