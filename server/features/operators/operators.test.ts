import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { changeOperator } from '#server/platform/operators/operators.fixture.ts';
import { operatorCookieName } from '#server/platform/session.ts';
import { newBrowser } from '#server/test/identity.fixture.ts';
import { changeOperatorRole } from './change-operator-role.ts';
import { createOperator } from './create-operator.ts';
import { endOperator } from './end-operator.ts';
import { endOperatorSessions } from './end-operator-sessions.ts';
import { enrolOperatorAuthenticator } from './enrol-operator-authenticator.ts';
import { getOperatorSession } from './get-operator-session.ts';
import { listOperatorSessions } from './list-operator-sessions.ts';
import { spendOperatorCode } from './operator-factor.ts';
import { operatorDeviceCookieName, sessionHours } from './operator-sessions.ts';
import { type OperatorsWorld, openOperatorsWorld, password, solvedCode } from './operators-world.fixture.ts';
import { renewOperatorLink } from './renew-operator-link.ts';
import { revokeOperatorSession } from './revoke-operator-session.ts';
import { signInOperator } from './sign-in-operator.ts';
import { signOutOperator } from './sign-out-operator.ts';
import { startOperatorAuthenticator } from './start-operator-authenticator.ts';

let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
});
afterAll(() => world.close());

const refusedAs = (code: string) => expect.objectContaining({ code });
const reason = 'for a test';
const minuteMs = 60_000;

test('a link enrols one operator once, with password and app; what is enrolled signs in, and each code counts once', async () => {
  const desk = await world.enrolled('anna', 'finance');
  expect(await world.whoIs(desk)).toEqual({ operator: 'anna', role: 'finance', locale: 'en' });
  const other = newBrowser();
  const factor = world.nextCode(desk);
  const form = { operator: 'anna', password, factor };
  expect(await signInOperator(world, form, other)).toEqual({ operator: 'anna', role: 'finance' });
  await expect(signInOperator(world, form, newBrowser())).rejects.toEqual(refusedAs('wrongCredentials'));
  const wrong = [
    { ...form, password: 'quiet owls fly by day', factor: world.nextCode(desk) },
    { ...form, operator: 'nobody' },
    { ...form, factor: '000000' },
    { ...form, factor: 'not a code' },
  ];
  for (const one of wrong) {
    const attempt = signInOperator(world, { ...one, code: solvedCode }, newBrowser());
    await expect(attempt).rejects.toEqual(refusedAs('wrongCredentials'));
  }
  expect(await world.acts()).toEqual([
    'root operatorCreated operator root',
    'root operatorCreated operator anna',
    'anna authenticatorEnrolled operator anna',
    'anna signedIn operator anna',
    'anna signedIn operator anna',
  ]);
});

test('a session ends after 30 minutes without a call, after 8 hours with calls, and by its owner', async () => {
  const idle = await world.enrolled('carl', 'auditor');
  world.advance(29 * minuteMs);
  expect(await world.whoIs(idle)).toMatchObject({ operator: 'carl' });
  world.advance(31 * minuteMs);
  expect(await world.whoIs(idle)).toBe('expired');
  // What a page reads by itself, while nobody touches it, is no use of the session.
  const left = await world.enrolled('caro', 'auditor');
  for (let polls = 0; polls < 29; polls++) {
    world.advance(minuteMs);
    expect(await world.sessions.find(left.jar.get(operatorCookieName) ?? '', false)).toMatchObject({
      operator: 'caro',
    });
  }
  world.advance(minuteMs);
  expect(await world.whoIs(left)).toBe('expired');
  const busy = await world.enrolled('cara', 'auditor');
  for (let calls = 0; calls < 23; calls++) {
    world.advance(20 * minuteMs);
    expect(await world.whoIs(busy), `${calls}`).toMatchObject({ operator: 'cara' });
  }
  world.advance(21 * minuteMs);
  expect(await world.whoIs(busy)).toBe('expired');
  const desk = await world.enrolled('cora', 'auditor');
  const call = await world.callOf(desk);
  const [session] = await listOperatorSessions(world, call);
  expect(session).toMatchObject({ current: true });
  await revokeOperatorSession(world, { session: session?.id ?? '' }, call);
  expect(await world.whoIs(desk)).toBe('expired');
  await expect(revokeOperatorSession(world, { session: session?.id ?? '' }, call)).rejects.toEqual(
    refusedAs('sessionUnknown'),
  );
});

test('a role that is taken away counts at once, in open sessions and in acts under way', async () => {
  const owner = await world.enrolled('dora', 'owner');
  world.advance(60_000);
  const desk = await world.enrolled('dirk', 'owner');
  const expiresAt = world.wallNow() + sessionHours * 60 * 60_000;
  const dirk = await world.callOf(desk);
  const dora = await world.callOf(owner);
  await changeOperatorRole(world, { operator: 'dirk', role: 'auditor', reason }, dora);
  expect(await world.whoIs(desk)).toMatchObject({ role: 'auditor' });
  const session = await getOperatorSession(world.tables, await world.callOf(desk));
  expect(session).toMatchObject({ operator: 'dirk', role: 'auditor', expiresAt });
  expect(session.permissions).not.toContain('manageOperators');
  expect((await getOperatorSession(world.tables, dora)).expiresAt).toBe(expiresAt - 60_000);
  // His call had begun as an owner's.
  const created = createOperator(world, { operator: 'dino', role: 'owner', reason }, dirk);
  await expect(created).rejects.toEqual(refusedAs('notPermitted'));
  await endOperator(world, { operator: 'dirk', reason }, dora);
  expect(await world.whoIs(desk)).toBe('expired');
  await expect(endOperator(world, { operator: 'dirk', reason }, dora)).rejects.toEqual(refusedAs('operatorUnknown'));
  await expect(createOperator(world, { operator: 'dirk', role: 'owner', reason }, dora)).rejects.toEqual(
    refusedAs('operatorTaken'),
  );
  // Ended at the database, where nobody ends the sessions.
  const ended = await world.enrolled('dag', 'auditor');
  await changeOperator(world.database.owner, 'dag', 'ended');
  expect(await world.whoIs(ended)).toBe('expired');
  // The right password and code are those of nobody any more.
  const form = { operator: 'dag', password, factor: world.nextCode(ended) };
  await expect(signInOperator(world, form, ended)).rejects.toEqual(refusedAs('wrongCredentials'));
  const kept = new Map(owner.jar);
  await signOutOperator(world, dora);
  expect(owner.jar.has(operatorCookieName)).toBe(false);
  expect(await world.whoIs({ jar: kept })).toBe('expired');
  expect(await world.acts()).toContain('dora signedOut operator dora');
});

test('an owner signs another operator out everywhere; so does a new link at once, and nothing else of the operator changes', async () => {
  const owner = await world.callOf(await world.enrolled('ella', 'owner'));
  const desks = [await world.enrolled('edda', 'support')];
  const again = { ...newBrowser(), origin: world.publicOrigin };
  const [first] = desks;
  if (!first) throw new Error('there is a desk');
  const signIn = () => signInOperator(world.node, { operator: 'edda', password, factor: world.nextCode(first) }, again);
  await signIn();
  await endOperatorSessions(world, { operator: 'edda', reason }, owner);
  for (const desk of [first, again]) expect(await world.whoIs(desk)).toBe('expired');
  await signIn();
  expect(await world.whoIs(again)).toMatchObject({ operator: 'edda', role: 'support' });
  await renewOperatorLink(world, { operator: 'edda', reason }, owner.operator);
  expect(await world.whoIs(again)).toBe('expired');
  // Until the link is used, what was enrolled still signs in.
  await signIn();
  await renewOperatorLink(world, { operator: 'ella', reason }, owner.operator);
  expect(await world.whoIs(owner)).toMatchObject({ operator: 'ella' });
  const ended = endOperatorSessions(world, { operator: 'nobody', reason }, owner);
  await expect(ended).rejects.toEqual(refusedAs('operatorUnknown'));
  expect(await world.acts()).toEqual(expect.arrayContaining(['ella operatorSessionsEnded operator edda']));
});

test('a code that two sign-ins send at once counts for the first', async () => {
  const desk = await world.enrolled('gina', 'support');
  const factor = world.nextCode(desk);
  const spend = (transaction: typeof world.tables) =>
    spendOperatorCode(transaction, world.factorSeal, 'gina', factor, world.wallNow());
  const spent = Promise.withResolvers<void>();
  const committing = Promise.withResolvers<void>();
  const first = world.tables.transaction().execute(async (transaction) => {
    const isRight = await spend(transaction);
    spent.resolve();
    await committing.promise;
    return isRight;
  });
  await spent.promise;
  const second = world.tables.transaction().execute(spend);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await world.database.pool.query(waiting)).rowCount).toBe(1);
  committing.resolve();
  expect([await first, await second]).toEqual([true, false]);
});

test('another sign-in on a browser ends the session that it had', async () => {
  const desk = await world.enrolled('greta', 'support');
  const before = new Map(desk.jar);
  await signInOperator(world, { operator: 'greta', password, factor: world.nextCode(desk) }, desk);
  expect(await world.whoIs(desk)).toMatchObject({ operator: 'greta' });
  expect(await world.whoIs({ jar: before })).toBe('expired');
});

test('of two owners who end each other at once one stays, and the last one cannot step down', async () => {
  const [emma, egon] = [await world.enrolled('emma', 'owner'), await world.enrolled('egon', 'owner')];
  const { rows: others } = await world.database.owner.query<{ name: string }>(
    `select name from operator where role = 'owner' and ended_at is null and name not in ('emma', 'egon')`,
  );
  for (const { name } of others) await changeOperator(world.database.owner, name, 'auditor');
  const [ofEmma, ofEgon] = [await world.callOf(emma), await world.callOf(egon)];
  const ends = await Promise.allSettled([
    endOperator(world, { operator: 'egon', reason }, ofEmma),
    endOperator(world, { operator: 'emma', reason }, ofEgon),
  ]);
  // Refused, and not broken off as a deadlock.
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([
    { status: 'rejected', reason: refusedAs('lastOwner') },
  ]);
  const [last, call] =
    (await world.whoIs(emma)) === 'expired' ? (['egon', ofEgon] as const) : (['emma', ofEmma] as const);
  const step = () => changeOperatorRole(world, { operator: last, role: 'support', reason }, call);
  await expect(step()).rejects.toEqual(refusedAs('lastOwner'));
  // An owner who has not enrolled is nobody who could make another one.
  await createOperator(world, { operator: 'emil', role: 'owner', reason }, call);
  await expect(step()).rejects.toEqual(refusedAs('lastOwner'));
  await expect(endOperator(world, { operator: last, reason }, call)).rejects.toEqual(refusedAs('lastOwner'));
  await endOperator(world, { operator: 'emil', reason }, call);
  // A lost device: the new link ends what signed in before.
  const { token } = await renewOperatorLink(world, { operator: last, reason }, call.operator);
  const { secret } = await startOperatorAuthenticator(world, { token });
  const form = { token, password, repassword: password, factor: codeAt(secret, world.wallNow()) };
  await enrolOperatorAuthenticator(world, form, newBrowser());
  expect(await world.whoIs(last === 'emma' ? emma : egon)).toBe('expired');
  await changeOperator(world.database.owner, 'root', 'owner');
});

test('two owners who make each other a new link at once take turns', async () => {
  const [ylva, yorick] = [await world.enrolled('ylva', 'owner'), await world.enrolled('yorick', 'owner')];
  const [ofYlva, ofYorick] = [await world.callOf(ylva), await world.callOf(yorick)];
  const held = await world.database.owner.connect();
  try {
    // Each has locked the other by then, and is about to be written into the log.
    await held.query('begin; lock table operator_act in exclusive mode');
    const links = Promise.allSettled([
      renewOperatorLink(world, { operator: 'yorick', reason }, ofYlva.operator),
      renewOperatorLink(world, { operator: 'ylva', reason }, ofYorick.operator),
    ]);
    await untilLockWait(world.database.pool, links, 2);
    await held.query('commit');
    expect((await links).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  } finally {
    held.release(true);
  }
});

test('guesses at an operator take a captcha, then lock that name in that network, and no device that has signed in', async () => {
  const desk = await world.enrolled('frida1', 'support');
  const thief = newBrowser();
  const guess = (code?: string, browser = thief, operator = 'frida1') =>
    signInOperator(
      world,
      { operator, password: 'a wrong password', factor: '123456', ...(code === undefined ? {} : { code }) },
      browser,
    );
  const counted = world.failures();
  for (let tries = 0; tries < 3; tries++) await expect(guess()).rejects.toEqual(refusedAs('wrongCredentials'));
  await expect(guess()).rejects.toEqual(refusedAs('captchaMissing'));
  await expect(guess('WRONG')).rejects.toEqual(refusedAs('captchaWrong'));
  for (let tries = 0; tries < 2; tries++) {
    await expect(guess(solvedCode)).rejects.toEqual(refusedAs('wrongCredentials'));
  }
  expect(world.failures() - counted).toBe(5);
  await expect(guess(solvedCode)).rejects.toEqual(refusedAs('signInLocked'));
  // A new device solves one as well, wherever it is; the desk needs none, not even in the thief's network.
  const form = () => ({ operator: 'frida1', password, factor: world.nextCode(desk) });
  await expect(signInOperator(world, form(), newBrowser())).rejects.toEqual(refusedAs('captchaMissing'));
  const at = { ...desk, address: thief.address };
  expect(await signInOperator(world, form(), at)).toMatchObject({ operator: 'frida1' });
  // Its own guesses lock it alone.
  for (let tries = 0; tries < 5; tries++) {
    await expect(guess(solvedCode, at)).rejects.toEqual(refusedAs('wrongCredentials'));
  }
  await expect(guess(solvedCode, at)).rejects.toEqual(refusedAs('signInLocked'));
  const elsewhere = signInOperator(world, { ...form(), code: solvedCode }, newBrowser());
  expect(await elsewhere).toMatchObject({ operator: 'frida1' });
});

test('guesses from everywhere use up the name for unknown devices alone', async () => {
  const desk = await world.enrolled('fritz', 'support');
  const other = await world.enrolled('fanny', 'support');
  const wrong = { operator: 'fritz', password: 'a wrong password', factor: '123456', code: solvedCode };
  for (let tries = 0; tries < 96; tries++) {
    await expect(signInOperator(world, wrong, newBrowser())).rejects.toEqual(refusedAs('wrongCredentials'));
  }
  await expect(signInOperator(world, wrong, newBrowser())).rejects.toEqual(refusedAs('signInLocked'));
  // A device is known to one operator; the cookie of a member's device is none.
  const borrowed = newBrowser();
  borrowed.jar.set(operatorDeviceCookieName, other.jar.get(operatorDeviceCookieName) ?? '');
  await expect(signInOperator(world, wrong, borrowed)).rejects.toEqual(refusedAs('signInLocked'));
  const form = { operator: 'fritz', password, factor: world.nextCode(desk) };
  expect(await signInOperator(world, form, { ...desk, address: newBrowser().address })).toMatchObject({
    operator: 'fritz',
  });
});
