import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { outcomeOf } from '#server/features/identity/factors/second-factor.fixture.ts';
import { createDevice, type PasskeyDevice } from '#server/features/identity/passkeys/passkey-device.fixture.ts';
import { enrolOperatorAuthenticator } from '#server/features/operators/enrol-operator-authenticator.ts';
import { enrolOperatorPasskey } from '#server/features/operators/enrol-operator-passkey.ts';
import { openOperatorsWorld, password, solvedCode } from '#server/features/operators/operators-world.fixture.ts';
import { signInOperator } from '#server/features/operators/sign-in-operator.ts';
import { signInOperatorWithPasskey } from '#server/features/operators/sign-in-operator-with-passkey.ts';
import { startOperatorAuthenticator } from '#server/features/operators/start-operator-authenticator.ts';
import { startOperatorEnrolment } from '#server/features/operators/start-operator-enrolment.ts';
import { startOperatorSignIn } from '#server/features/operators/start-operator-sign-in.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { changeOperator } from '#server/platform/operators/operators.fixture.ts';
import { operatorCookieName } from '#server/platform/session.ts';
import { type Browser, newBrowser } from './identity.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const world = await openForFile(openOperatorsWorld);
const publicOrigin = 'http://localhost:8080';
const node = { ...world.node, publicOrigin };
const minuteMs = 60_000;

type Desk = Browser & { readonly origin: string };
const newDesk = (): Desk => ({ ...newBrowser(), origin: publicOrigin });

/** What an operator of a test has to show. */
interface Proofs {
  readonly name: string;
  readonly secret: string;
  readonly device: PasskeyDevice;
  readonly link: string;
}

interface WayIn {
  /** As the log names it. */
  readonly way: 'password' | 'passkey' | 'link';
  readonly whileLocked: string;
  /** Without the second proof, with a wrong one, and with one that was used. */
  readonly withoutFactor: string;
  readonly again: string;
  readonly ended: string;
  readonly enter: (proofs: Proofs, desk: Desk, hasFactor: boolean) => Promise<unknown>;
}

const waysIn: Readonly<Record<string, WayIn>> = {
  password: {
    way: 'password',
    whileLocked: 'signInLocked',
    withoutFactor: 'wrongCredentials',
    again: 'wrongCredentials',
    ended: 'wrongCredentials',
    enter: ({ name, secret }, desk, hasFactor) => {
      const factor = hasFactor ? codeAt(secret, world.wallNow()) : '000000';
      return signInOperator(node, { operator: name, password, factor, code: solvedCode }, desk);
    },
  },
  // It cannot be guessed and its device has verified its user.
  passkey: {
    way: 'passkey',
    whileLocked: 'in',
    withoutFactor: 'passkeyRefused',
    again: 'in',
    ended: 'passkeyRefused',
    enter: async ({ device }, desk, hasFactor) => {
      const request = await startOperatorSignIn(node, desk);
      const credential = device.use(request, hasFactor ? {} : { verified: false });
      return await signInOperatorWithPasskey(node, { credential }, desk);
    },
  },
  // Held by who was given it, once, within a day.
  linkOfAnApp: {
    way: 'link',
    whileLocked: 'in',
    withoutFactor: 'secondFactorWrong',
    again: 'operatorLinkInvalid',
    ended: 'operatorLinkInvalid',
    enter: async ({ link: token }, desk, hasFactor) => {
      const { secret } = await startOperatorAuthenticator(node, { token });
      const factor = hasFactor ? codeAt(secret, world.wallNow()) : '000000';
      return await enrolOperatorAuthenticator(node, { token, password, repassword: password, factor }, desk);
    },
  },
  linkOfAPasskey: {
    way: 'link',
    whileLocked: 'in',
    withoutFactor: 'passkeyRefused',
    again: 'operatorLinkInvalid',
    ended: 'operatorLinkInvalid',
    enter: async ({ link: token }, desk, hasFactor) => {
      const { creation } = await startOperatorEnrolment(node, { token }, desk);
      if (!creation) throw new Error('this site has no passkeys');
      const credential = createDevice().make(creation, hasFactor ? {} : { verified: false });
      return await enrolOperatorPasskey(node, { token, name: 'key', credential }, desk);
    },
  },
};

let count = 0;

/** An operator who can enter by that way; of a link, who has one. */
async function newOperator(way: string): Promise<Proofs> {
  const name = `way${++count}`;
  const link = await world.link(name, 'support');
  const device = createDevice();
  if (way === 'passkey') {
    const desk = newDesk();
    const { creation } = await startOperatorEnrolment(node, { token: link }, desk);
    if (!creation) throw new Error('this site has no passkeys');
    await enrolOperatorPasskey(node, { token: link, name: 'key', credential: device.make(creation) }, desk);
  }
  let secret = '';
  if (way === 'password') {
    ({ secret } = await startOperatorAuthenticator(node, { token: link }));
    const factor = codeAt(secret, world.wallNow());
    await enrolOperatorAuthenticator(node, { token: link, password, repassword: password, factor }, newDesk());
  }
  // The code that has enrolled the app is spent.
  world.advance(minuteMs);
  return { name, secret, device, link };
}

async function tryIn(rules: WayIn, proofs: Proofs, desk: Desk, hasFactor = true): Promise<unknown> {
  const before = desk.jar.get(operatorCookieName);
  const outcome = await outcomeOf(rules.enter(proofs, desk, hasFactor));
  const isIn = desk.jar.get(operatorCookieName) !== before;
  if (typeof outcome === 'string') return isIn ? `${outcome}, but in` : outcome;
  expect(outcome).toEqual({ operator: proofs.name, role: 'support' });
  return isIn ? 'in' : 'welcomed, but not in';
}

/** Sign-ins of the operator in the log: way and address. */
async function historyOf({ name }: Proofs): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ way: string; address: string }>(
    `select detail::json ->> 'way' as way, detail::json ->> 'address' as address from operator_act where operator = $1 and act = 'signedIn' order by id`,
    [name],
  );
  return rows.map(({ way, address }) => `${way} ${address}`);
}

async function lockOut({ name }: Proofs, desk: Desk): Promise<void> {
  const wrong = { operator: name, password: 'a wrong password', factor: '123456', code: solvedCode };
  for (let tries = 0; tries < 5; tries++) await outcomeOf(signInOperator(node, wrong, desk));
}

test.each(Object.entries(waysIn))('by %s: factor, one session, the log, lock-out and end', async (way, rules) => {
  const free = await newOperator(way);
  const desk = newDesk();
  expect(await tryIn(rules, free, desk, false)).toBe(rules.withoutFactor);
  const already = await historyOf(free);
  expect(await tryIn(rules, free, desk)).toBe('in');
  expect((await historyOf(free)).slice(already.length)).toEqual([`${rules.way} ${desk.address}`]);
  expect(await world.whoIs(desk)).toMatchObject({ operator: free.name });
  expect(await tryIn(rules, free, newDesk())).toBe(rules.again);

  const locked = await newOperator(way);
  const lockedDesk = newDesk();
  await lockOut(locked, lockedDesk);
  expect(await tryIn(rules, locked, lockedDesk)).toBe(rules.whileLocked);

  const ended = await newOperator(way);
  await changeOperator(world.database.owner, ended.name, 'ended');
  expect(await tryIn(rules, ended, newDesk())).toBe(rules.ended);
});

test('nothing in the server but these files begins a session, of a member or an operator, or writes its cookie', async () => {
  const server = resolve(import.meta.dirname, '..');
  const files = await readdir(server, { recursive: true });
  const beginning =
    /sessions\.start\(|\b(?:write|insert)Session\(|\b(?:start|write)Operator(?:Session|Cookie)\(|\benterOperator\(|insertInto\('(?:operator_)?session'\)|insert into (?:operator_)?session\b|cookies\.write\(\w*(?:session|operator)CookieName|'clearlot_(?:session|operator)'/i;
  const found: string[] = [];
  for (const file of files) {
    if (!/\.(ts|sql)$/.test(file) || /\.(test|fixture)\.ts$/.test(file)) continue;
    if (beginning.test(await readFile(resolve(server, file), 'utf8'))) found.push(file);
  }
  expect(found.sort()).toEqual([
    'features/identity/enter.ts',
    // Renews the token of an open session.
    'features/identity/passwords/reauthenticate.ts',
    'features/identity/sessions/identity-cookies.ts',
    'features/identity/sessions/session-store.ts',
    'features/identity/sessions/sessions.ts',
    'features/operators/enrol-operator-authenticator.ts',
    'features/operators/enrol-operator-passkey.ts',
    'features/operators/enter-operator.ts',
    'features/operators/operator-sessions.ts',
    'features/operators/sign-in-operator-with-passkey.ts',
    'features/operators/sign-in-operator.ts',
    'platform/session.ts',
  ]);
});
