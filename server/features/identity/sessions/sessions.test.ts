import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '#server/platform/session.ts';
import {
  aDayMs,
  anHourMs,
  type Browser,
  countOf,
  createBrowser,
  goodPassword,
  type IdentityNode,
  openTestIdentity,
  registerMember,
  type TestIdentity,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { signOut } from '../sign-out.ts';
import { newToken } from './secret-token.ts';
import { SessionCache } from './session-cache.ts';
import { replacedMs } from './session-renewal.ts';
import { sweepSessions } from './session-store.ts';

let accounts: TestIdentity;
let node: IdentityNode;
let other: IdentityNode;
beforeAll(async () => {
  accounts = await openTestIdentity();
  node = accounts.node;
  other = await accounts.addNode();
});
afterAll(() => accounts.close());

const tokenOf = (browser: Browser): string => browser.jar.get(sessionCookieName) ?? '';

/** Waits for what reaches the other node by the bus, a second at most. */
async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < 100; look += 1) {
    if (await isSo()) return true;
    await pause(10);
  }
  return false;
}

test('a session is known on every node, and what never was one is none', async () => {
  const token = tokenOf(await registerMember(node, 'Present1'));
  expect(await node.sessions.find(token)).toMatchObject({ username: 'Present1' });
  expect(await other.sessions.find(token)).toMatchObject({ username: 'Present1' });
  for (const nothing of ['', 'abc', `${token}x`, token.slice(1), newToken(), '\u0000'.repeat(43), "' or 1=1 --"]) {
    expect(await node.sessions.find(nothing)).toBe('none');
  }
});

test('a renewed session lives on under its new token alone, on every node, once its requests under way are through', async () => {
  const browser = await registerMember(node, 'Renewed1');
  const [token, member] = [tokenOf(browser), await node.sessions.find(tokenOf(browser))];
  const memberId = typeof member === 'object' ? member.memberId : 0n;
  await other.sessions.find(token);
  const [renewed, again] = await Promise.all([
    node.sessions.renew(memberId, token),
    other.sessions.renew(memberId, token),
  ]);
  // Of two renewals at once one counts, so that no second session is left over.
  const newest = renewed ?? again ?? '';
  expect([renewed, again].filter((one) => one === null)).toHaveLength(1);
  for (const on of [node, other]) {
    expect(await on.sessions.find(newest)).toMatchObject({ username: 'Renewed1' });
    await expect.poll(() => on.sessions.find(token)).toMatchObject({ username: 'Renewed1' });
  }
  expect((await node.sessions.list(memberId)).map(({ id }) => id)).toEqual([node.sessions.idOf(newest)]);
  expect(await node.sessions.endOthers(memberId, newest)).toBe(0);
  accounts.passTime(replacedMs);
  for (const on of [node, other]) {
    expect(await on.sessions.find(token)).toBe('expired');
    expect(await on.sessions.find(newest)).toMatchObject({ username: 'Renewed1' });
  }
  expect(await node.sessions.renew(memberId, token)).toBeNull();
});

test('signing the other devices out ends their replaced tokens at once', async () => {
  const [browser, stolen] = [await registerMember(node, 'Renewed2'), createBrowser('198.51.100.7')];
  expect(await trySignIn(node, 'Renewed2', goodPassword, stolen)).toBe('signedIn');
  const member = await node.sessions.find(tokenOf(browser));
  const memberId = typeof member === 'object' ? member.memberId : 0n;
  const thiefs = await node.sessions.renew(memberId, tokenOf(stolen));
  expect(await node.sessions.endOthers(memberId, tokenOf(browser))).toBe(1);
  expect(await node.sessions.find(tokenOf(stolen))).toBe('expired');
  expect(await node.sessions.find(thiefs ?? '')).toBe('expired');
});

test('a session in use is not asked of the database again', async () => {
  const token = tokenOf(await registerMember(node, 'Cached01'));
  await node.sessions.find(token);
  // Behind the back of the cache: were the database asked, it would say that the session has ended.
  await accounts.database.owner.query('update session set ended_at = now()');
  for (let count = 0; count < 100; count += 1)
    expect(await node.sessions.find(token)).toMatchObject({ username: 'Cached01' });
  // The trust is short, in case the word of an end was lost.
  accounts.passTime(30_000);
  expect(await node.sessions.find(token)).toBe('expired');
});

test('signing out ends the session on the other node too, where it was in use', async () => {
  const browser = await registerMember(node, 'Leaving1');
  const token = tokenOf(browser);
  expect(await other.sessions.find(token)).toMatchObject({ username: 'Leaving1' });
  expect(await signOut(node.sessions, browser)).toEqual({});
  expect(browser.jar.has(sessionCookieName)).toBe(false);
  expect(await node.sessions.find(token)).toBe('expired');
  expect(await eventually(async () => (await other.sessions.find(token)) === 'expired')).toBe(true);
});

test('signing out twice, or without a session, is no error', async () => {
  const browser = await registerMember(node, 'Leaving2');
  const token = tokenOf(browser);
  await signOut(node.sessions, browser);
  await signOut(node.sessions, browser);
  browser.jar.set(sessionCookieName, token);
  await signOut(node.sessions, browser);
  browser.jar.set(sessionCookieName, 'nonsense');
  await signOut(node.sessions, browser);
  expect(await node.sessions.find(token)).toBe('expired');
});

test('a session that is not used for thirty days expires, even while it is cached, and nothing brings it back', async () => {
  const token = tokenOf(await registerMember(node, 'Idling01'));
  accounts.passTime(30 * aDayMs - 10_000);
  const { rows } = await accounts.database.pool.query(
    'select expires_at from session order by created_at desc limit 1',
  );
  expect(rows[0].expires_at.getTime()).toBe(node.wallNow() + 10_000);
  accounts.passTime(10_000);
  expect(await node.sessions.find(token)).toBe('expired');
  expect(await other.sessions.find(token)).toBe('expired');
  expect(await node.sessions.find(token)).toBe('expired');
});

test('a cached session expires on the minute it has to', async () => {
  const token = tokenOf(await registerMember(node, 'Minutes1'));
  await accounts.database.owner.query('update session set expires_at = $1', [new Date(node.wallNow() + 5_000)]);
  expect(await node.sessions.find(token)).toMatchObject({ username: 'Minutes1' });
  accounts.passTime(4_999);
  expect(await node.sessions.find(token)).toMatchObject({ username: 'Minutes1' });
  accounts.passTime(1);
  expect(await node.sessions.find(token)).toBe('expired');
});

test('use moves the expiry on, and after 180 days it ends all the same', async () => {
  const token = tokenOf(await registerMember(node, 'Lasting1'));
  const beganAt = node.wallNow();
  let lastOpen = 0;
  for (let day = 0; day < 200; day += 10) {
    if ((await node.sessions.find(token)) !== 'expired') lastOpen = node.wallNow() - beganAt;
    accounts.passTime(10 * aDayMs);
  }
  expect(lastOpen / aDayMs).toBe(170);
  expect(await node.sessions.find(token)).toBe('expired');
});

test('the twenty-first device signs the longest unused one out, and nobody else', async () => {
  const browser = await registerMember(node, 'Devices1');
  const bystander = tokenOf(await registerMember(node, 'Devices2'));
  const session = await node.sessions.find(tokenOf(browser));
  if (typeof session === 'string') throw new Error('not signed in');
  const tokens = [tokenOf(browser)];
  for (let count = 0; count < 20; count += 1) {
    accounts.passTime(anHourMs);
    // The first one is used again and again.
    await node.sessions.find(tokens[0] ?? '');
    tokens.push(
      await node.sessions.start(node.tables, {
        memberId: session.memberId,
        userAgent: 'x'.repeat(9_999),
        address: '::1',
      }),
    );
    await node.sessions.endSurplus(session.memberId);
  }
  const found = await Promise.all(tokens.map((token) => node.sessions.find(token)));
  expect(found.map((one) => typeof one)).toEqual(['object', 'string', ...Array(19).fill('object')]);
  expect(await node.sessions.find(bystander)).toMatchObject({ username: 'Devices2' });
});

test('rows of long ago are cleared away, a few at a time', async () => {
  const before = await countOf(accounts.database, 'session');
  expect(before).toBeGreaterThan(21);
  await sweepSessions(node.tables, node.wallNow() + 1);
  expect(await countOf(accounts.database, 'session')).toBe(before - 20);
});

const member = { memberId: 1n, username: 'a', locale: 'en', timeZone: 'UTC' } as const;

function createCache(
  load: (key: string) => Promise<'none' | 'expired' | { member: typeof member; expiresAt: number }>,
) {
  return new SessionCache({ entriesMax: 3, trustMs: 1_000, now: () => 0, load });
}

test('the cache is bounded and lets the longest known go first; made-up tokens push nothing out', async () => {
  let loads = 0;
  const cache = createCache(async (key) => {
    loads += 1;
    return key.startsWith('made-up') ? 'none' : { member, expiresAt: 10 };
  });
  for (const key of ['a', 'b', 'c']) await cache.find(key);
  for (let count = 0; count < 50; count += 1) await cache.find(`made-up ${count}`);
  expect(cache.size).toBe(3);
  loads = 0;
  for (const key of ['a', 'b', 'c']) await cache.find(key);
  expect(loads).toBe(0);
  await cache.find('d');
  await cache.find('b');
  expect(loads).toBe(1);
  await cache.find('a');
  expect(loads).toBe(2);
  expect(cache.size).toBe(3);
});

test('many calls at once ask once, and a failed question is asked again', async () => {
  let loads = 0;
  const cache = createCache(async () => {
    loads += 1;
    await pause(1);
    if (loads === 1) throw new Error('database away');
    return { member, expiresAt: 10 };
  });
  const failed = await Promise.allSettled([cache.find('a'), cache.find('a')]);
  expect(failed.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  await Promise.all(Array.from({ length: 50 }, () => cache.find('a')));
  expect(loads).toBe(2);
});

test('a session that ends while it is being read is not kept as open', async () => {
  const answers: ((known: 'expired' | { member: typeof member; expiresAt: number }) => void)[] = [];
  const cache = createCache(() => new Promise((resolve) => answers.push(resolve)));
  const early = cache.find('a');
  cache.forget('a');
  const late = cache.find('a');
  answers[0]?.({ member, expiresAt: 10 });
  answers[1]?.('expired');
  expect(await early).toMatchObject({ member });
  expect(await late).toBe('expired');
  expect(await cache.find('a')).toBe('expired');
});
