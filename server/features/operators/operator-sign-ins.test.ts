import { expect, test } from 'vitest';
import { recordSecurityLog } from '#server/platform/security-log.fixture.ts';
import { operatorCookieName } from '#server/platform/session.ts';
import { newBrowser } from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { listOperatorSessions } from './list-operator-sessions.ts';
import { listOperators } from './list-operators.ts';
import { operatorSessionId, operatorTokenHash } from './operator-sessions.ts';
import { openOperatorsWorld, password, solvedCode } from './operators-world.fixture.ts';
import { signInOperator } from './sign-in-operator.ts';

const world = await openForFile(openOperatorsWorld);
const minuteMs = 60_000;
const refusedAs = (code: string) => expect.objectContaining({ code });

test('each sign-in, each first refusal and each lock-out is a line of the security log, with the network and no secret', async () => {
  const desk = await world.enrolled('anna', 'finance');
  const { securityLog, take, text } = recordSecurityLog(world.wallNow);
  const logged = { ...world.node, securityLog };
  const factor = world.nextCode(desk);
  const browser = newBrowser();
  await signInOperator(logged, { operator: 'anna', password, factor }, browser);
  expect(take()).toMatchObject([{ event: 'signedIn', way: 'operator', operator: 'anna', network: browser.address }]);
  const thief = newBrowser();
  const wrong = { operator: 'anna', password: 'a wrong password', factor: '123456', code: solvedCode };
  for (let tries = 0; tries < 5; tries++) {
    await expect(signInOperator(logged, wrong, thief)).rejects.toEqual(refusedAs('wrongCredentials'));
  }
  const lines = take();
  expect(lines).toMatchObject([
    { event: 'signInRefused', way: 'operator', reason: 'wrongCredentials', network: thief.address },
    { event: 'lockOutBegun', subject: 'account', network: thief.address },
  ]);
  expect(lines[0]?.account).toBe(lines[1]?.account);
  expect(lines.map((line) => line.operator)).toEqual([undefined, undefined]);
  for (const secret of [password, wrong.password, factor, browser.jar.get(operatorCookieName) ?? '?']) {
    expect(text()).not.toContain(secret);
  }
  securityLog.close();
});

test('a session is over to the millisecond 30 minutes after its last use, which is noted once a minute', async () => {
  const desk = await world.enrolled('bert', 'auditor');
  const lastSeen = async (): Promise<number> => {
    const { rows } = await world.database.pool.query(
      `select last_seen_at as at from operator_session where operator = 'bert'`,
    );
    return rows[0].at.getTime();
  };
  const began = world.wallNow();
  world.advance(minuteMs - 1);
  await world.whoIs(desk);
  expect(await lastSeen()).toBe(began);
  world.advance(1);
  await world.whoIs(desk);
  expect(await lastSeen()).toBe(began + minuteMs);
  world.advance(30 * minuteMs - 1);
  expect(await world.sessions.find(desk.jar.get(operatorCookieName) ?? '', false)).toMatchObject({ operator: 'bert' });
  expect(await lastSeen()).toBe(began + minuteMs);
  world.advance(1);
  expect(await world.whoIs(desk)).toBe('expired');
  for (const nothing of ['', 'abc', 'A'.repeat(43)]) expect(await world.sessions.find(nothing)).toBe('none');
});

test('a session is over to the millisecond eight hours after its sign-in, and the browser keeps its cookie as long', async () => {
  let kept: number | undefined;
  const desk = await world.enrolled('cora', 'auditor');
  const browser = newBrowser();
  const { write } = browser.cookies;
  const cookies: typeof browser.cookies = {
    ...browser.cookies,
    write(name, value, seconds, ...more) {
      if (name === operatorCookieName) kept = seconds;
      write.call(browser.cookies, name, value, seconds, ...more);
    },
  };
  await signInOperator(
    world.node,
    { operator: 'cora', password, factor: world.nextCode(desk) },
    { ...browser, cookies },
  );
  expect(kept).toBe(8 * 60 * 60);
  const end = world.wallNow() + 8 * 60 * minuteMs;
  while (world.wallNow() < end - 20 * minuteMs) {
    world.advance(20 * minuteMs - 1);
    await world.whoIs(browser);
  }
  world.advance(end - 1 - world.wallNow());
  expect(await world.whoIs(browser)).toMatchObject({ operator: 'cora' });
  world.advance(1);
  expect(await world.whoIs(browser)).toBe('expired');
});

test('an operator sees the own open sessions, the last used first; owners see how many each has', async () => {
  const desk = await world.enrolled('dora', 'owner');
  await world.enrolled('dirk', 'support');
  const others = [newBrowser(), newBrowser(), newBrowser(), newBrowser()] as const;
  const [used, unused, ended, expired] = others;
  for (const browser of others) {
    const call = { ...browser, userAgent: `agent of ${browser.address}${'x'.repeat(300)}` };
    await signInOperator(world.node, { operator: 'dora', password, factor: world.nextCode(desk) }, call);
  }
  const idOf = (browser: Parameters<typeof operatorTokenHash>[0]) =>
    operatorSessionId(operatorTokenHash(browser) ?? Buffer.alloc(0));
  const set = (column: string, at: number, browser: Parameters<typeof operatorTokenHash>[0]) =>
    world.database.owner.query(`update operator_session set ${column} = $1 where token_hash = $2`, [
      new Date(at),
      operatorTokenHash(browser),
    ]);
  world.advance(60 * minuteMs);
  const now = world.wallNow();
  // Each of these is left out for one reason alone.
  for (const browser of [ended, expired]) await set('last_seen_at', now - 2 * minuteMs, browser);
  await set('ended_at', now, ended);
  await set('expires_at', now, expired);
  await set('last_seen_at', now - 30 * minuteMs + 1, unused);
  await set('last_seen_at', now - 5 * minuteMs, desk);
  await set('last_seen_at', now - minuteMs, used);
  const list = async () => await listOperatorSessions(world, await world.callOf(desk));
  // Each call is a use of the session that it comes with.
  const found = await list();
  expect(found.map(({ id, current }) => [id, current])).toEqual([
    [idOf(desk), true],
    [idOf(used), false],
    [idOf(unused), false],
  ]);
  expect(found[1]).toMatchObject({ address: used.address, lastSeenAt: now - minuteMs });
  expect(found[1]?.userAgent).toHaveLength(256);
  const counts = async () =>
    (await listOperators(world.tables, world.wallNow()))
      .filter(({ operator }) => ['dirk', 'dora', 'bert'].includes(operator))
      .map(({ operator, sessions }) => [operator, sessions]);
  expect(await counts()).toEqual([
    ['bert', 0],
    ['dirk', 0],
    ['dora', 3],
  ]);
  world.advance(1);
  expect((await list()).map(({ id }) => id)).toEqual([idOf(desk), idOf(used)]);
  expect(await counts()).toContainEqual(['dora', 2]);
});
