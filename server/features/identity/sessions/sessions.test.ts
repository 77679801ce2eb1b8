import { expect, test, vi } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { hashToken, newToken } from '#server/platform/secret-token.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import { sessionTokens } from '#server/platform/session-tokens.ts';
import {
  aDayMs,
  anHourMs,
  countOf,
  createBrowser,
  goodPassword,
  openTestIdentity,
  registerMember,
  tokenOf,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { ownCall } from '../factors/second-factor.fixture.ts';
import { signOut } from '../sign-out.ts';
import { replacedMs } from './session-renewal.ts';
import { extendSession, insertSession, replaceSession, sweepSessions } from './session-store.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();

const endOthers = (memberId: bigint, token: string) =>
  node.tables.transaction().execute((transaction) => node.sessions.endOthers(transaction, memberId, token));

test('a session is known on every node, and what never was one is none', async () => {
  const token = tokenOf(await registerMember(node, 'Present1'));
  expect(await node.sessions.find(token)).toMatchObject({ username: 'Present1' });
  expect(await other.sessions.find(token)).toMatchObject({ username: 'Present1' });
  for (const nothing of ['', 'abc', `${token}x`, token.slice(1), newToken(), '\u0000'.repeat(43), "' or 1=1 --"]) {
    expect(await node.sessions.find(nothing)).toBe('none');
  }
});

test('a row that was written into the database for a token of one’s own choice, or given to another member, opens nothing', async () => {
  const [victim, thief] = [await registerMember(node, 'Rowless1'), await registerMember(node, 'Rowless2')];
  const { memberId } = (await ownCall(node, victim)).member;
  const { owner } = accounts.database;
  await owner.query('alter table session disable trigger user');
  const chosen = newToken();
  const row = `member_id, created_at, last_seen_at, expires_at, ended_at, replaced_by, user_agent, address from session
    where token_hash = $2`;
  await owner.query(`insert into session select $1, ${row}`, [hashToken(chosen), hashToken(tokenOf(victim))]);
  await owner.query('update session set member_id = $1 where token_hash = $2', [memberId, hashToken(tokenOf(thief))]);
  for (const on of [node, other])
    for (const token of [chosen, tokenOf(thief)]) {
      expect(await on.sessions.find(token)).toBe('expired');
      expect(await on.sessions.peek(token)).toBe('expired');
    }
  expect(await other.sessions.find(tokenOf(victim))).toMatchObject({ username: 'Rowless1' });
  await owner.query('alter table session enable trigger user');
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
    // Once this node has heard of the renewal, and remembers the token as it was no more.
    await expect.poll(() => on.sessions.peek(token)).toBeUndefined();
    expect(await on.sessions.find(token)).toMatchObject({ username: 'Renewed1' });
  }
  expect((await node.sessions.list(memberId)).map(({ id }) => id)).toEqual([node.sessions.idOf(newest)]);
  const others = await endOthers(memberId, newest);
  await others.announce();
  expect(others.count).toBe(0);
  accounts.passTime(replacedMs);
  for (const on of [node, other]) {
    expect(await on.sessions.find(token)).toBe('expired');
    expect(await on.sessions.find(newest)).toMatchObject({ username: 'Renewed1' });
  }
  expect(await node.sessions.renew(memberId, token)).toBeNull();
});

test('pages that were opened with a replaced token are told of its end ten seconds later', async () => {
  const call = await ownCall(node, await registerMember(node, 'Renewed5'));
  const token = tokenOf(call);
  const notice = hashToken(token).toString('base64url');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await node.sessions.renew(call.member.memberId, token);
    await vi.advanceTimersByTimeAsync(replacedMs - 1);
    expect(node.ended).not.toContain(notice);
    await vi.advanceTimersByTimeAsync(1);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(() => node.ended).toContain(notice);
  expect(replacedMs).toBe(10_000);
});

test('a node that ends meanwhile leaves the pages of a replaced token to the others', async () => {
  const call = await ownCall(node, await registerMember(node, 'Renewed7'));
  const token = tokenOf(call);
  await other.sessions.find(token);
  const ending = await accounts.addNode();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await ending.sessions.renew(call.member.memberId, token);
    ending.sessions.close();
    await expect.poll(() => other.sessions.peek(token)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(replacedMs);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(() => other.ended).toContain(hashToken(token).toString('base64url'));
});

test('a request that reads a session just before it is replaced does not extend its old token', async () => {
  const call = await ownCall(node, await registerMember(node, 'Renewed3'));
  const [token, now] = [tokenOf(call), node.wallNow()];
  await node.sessions.renew(call.member.memberId, token);
  await extendSession(other.tables, hashToken(token), now, now + 30 * aDayMs);
  accounts.passTime(replacedMs);
  expect(await other.sessions.find(token)).toBe('expired');
});

test('a request that reads a session just before it ends does not make it used after its end', async () => {
  const token = tokenOf(await registerMember(node, 'Ended001'));
  const row = async () =>
    (await accounts.database.pool.query('select * from session where token_hash = $1', [hashToken(token)])).rows[0];
  accounts.passTime(anHourMs);
  const now = node.wallNow();
  await node.sessions.end(token);
  const ended = await row();
  await extendSession(other.tables, hashToken(token), now, now + 30 * aDayMs);
  expect(await row()).toEqual(ended);
  expect(ended.ended_at.getTime()).toBe(now);
});

test('signing the other devices out ends their replaced tokens at once', async () => {
  const [browser, stolen] = [await registerMember(node, 'Renewed2'), createBrowser('198.51.100.7')];
  expect(await trySignIn(node, 'Renewed2', goodPassword, stolen)).toBe('signedIn');
  const member = await node.sessions.find(tokenOf(browser));
  const memberId = typeof member === 'object' ? member.memberId : 0n;
  const thiefs = await node.sessions.renew(memberId, tokenOf(stolen));
  const ended = await endOthers(memberId, tokenOf(browser));
  await ended.announce();
  expect(ended.count).toBe(1);
  expect(await node.sessions.find(tokenOf(stolen))).toBe('expired');
  expect(await node.sessions.find(thiefs ?? '')).toBe('expired');
});

test('a session that is being renewed while the other devices are signed out ends with them', async () => {
  const [browser, stolen] = [await registerMember(node, 'Renewed4'), createBrowser('198.51.100.8')];
  expect(await trySignIn(node, 'Renewed4', goodPassword, stolen)).toBe('signedIn');
  const { memberId } = (await ownCall(node, browser)).member;
  const next = sessionTokens<bigint>(Buffer.alloc(32, 7)).make(memberId);
  const [written, finishing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const now = node.wallNow();
  const renewing = node.tables.transaction().execute(async (transaction) => {
    const until = { idle: now + aDayMs, lifeMs: aDayMs, replaced: now + replacedMs };
    await replaceSession(transaction, hashToken(tokenOf(stolen)), hashToken(next), now, until);
    written.resolve();
    await finishing.promise;
  });
  await written.promise;
  const ending = endOthers(memberId, tokenOf(browser));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await accounts.database.owner.query(waiting)).rowCount).toBe(1);
  finishing.resolve();
  await renewing;
  await (await ending).announce();
  expect(await node.sessions.find(next)).toBe('expired');
  expect(await node.sessions.find(tokenOf(browser))).toMatchObject({ username: 'Renewed4' });
});

test('what ends the other devices leaves this one in, where another of its tabs has renewed the session meanwhile', async () => {
  const [browser, stolen] = [await registerMember(node, 'Renewed6'), createBrowser('198.51.100.9')];
  expect(await trySignIn(node, 'Renewed6', goodPassword, stolen)).toBe('signedIn');
  const { memberId } = (await ownCall(node, browser)).member;
  const renewed = (await node.sessions.renew(memberId, tokenOf(browser))) ?? '';
  const newest = (await node.sessions.renew(memberId, renewed)) ?? '';
  // By a request that still carries the first token.
  const ended = await endOthers(memberId, tokenOf(browser));
  await ended.announce();
  expect(ended.count).toBe(1);
  expect(await node.sessions.find(tokenOf(stolen))).toBe('expired');
  for (const token of [tokenOf(browser), renewed, newest])
    expect(await node.sessions.find(token)).toMatchObject({ username: 'Renewed6' });
});

test('a device that signs out while another of its tabs renews the session is signed out under the new token too', async () => {
  const browser = await registerMember(node, 'Leaving3');
  const token = tokenOf(browser);
  const { memberId } = (await ownCall(node, browser)).member;
  const renewed = (await node.sessions.renew(memberId, token)) ?? '';
  expect(await other.sessions.find(renewed)).toMatchObject({ username: 'Leaving3' });
  await signOut(node.sessions, browser);
  expect(await node.sessions.find(token)).toBe('expired');
  expect(await node.sessions.find(renewed)).toBe('expired');
  await expect.poll(() => other.sessions.find(renewed)).toBe('expired');
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
  await expect.poll(() => other.sessions.find(token)).toBe('expired');
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
    if (typeof (await node.sessions.find(token)) === 'object') {
      lastOpen = node.wallNow() - beganAt;
      // As after every sign-in, of whomever: what is too old is cleared away.
      await node.sessions.endSurplus(0n);
    }
    accounts.passTime(10 * aDayMs);
  }
  expect(lastOpen / aDayMs).toBe(170);
  expect(await node.sessions.find(token)).toBe('expired');
  // A new token makes it no younger.
  const { member, ...browser } = await ownCall(node, await registerMember(node, 'Lasting2'));
  await accounts.database.owner.query(
    `update session set created_at = created_at - interval '170 days' where member_id = $1`,
    [member.memberId],
  );
  expect(await node.sessions.renew(member.memberId, tokenOf(browser))).not.toBeNull();
  const [renewed] = await node.sessions.list(member.memberId);
  expect(renewed?.expiresAt).toBe((renewed?.signedInAt ?? 0) + 180 * aDayMs);
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
    const device = { memberId: session.memberId, userAgent: 'x'.repeat(9_999), address: '::1' };
    tokens.push(
      await node.tables.transaction().execute(async (transaction) => {
        await node.signIns.write(transaction, { ...device, result: 'signedIn' });
        return await node.sessions.start(transaction, device);
      }),
    );
    await node.sessions.endSurplus(session.memberId);
  }
  const found = await Promise.all(tokens.map((token) => node.sessions.find(token)));
  expect(found.map((one) => typeof one)).toEqual(['object', 'string', ...Array(19).fill('object')]);
  const surplus = hashToken(tokens[1] ?? '').toString('base64url');
  await expect.poll(() => node.ended).toContain(surplus);
  expect(await node.sessions.find(bystander)).toMatchObject({ username: 'Devices2' });
  // A token that was just renewed is no device of its own.
  accounts.passTime(anHourMs);
  await node.sessions.find(tokens[0] ?? '');
  await node.sessions.renew(session.memberId, tokens[0] ?? '');
  await node.sessions.endSurplus(session.memberId);
  expect(typeof (await node.sessions.find(tokens[2] ?? ''))).toBe('object');
});

test('surplus sessions are locked in the order in which others end them', async () => {
  const { member } = await ownCall(node, await registerMember(node, 'Devices3'));
  const now = node.wallNow();
  const [lowest, ...others] = Array.from({ length: 12 }, (_, at) => Buffer.alloc(32, 12 - at)).reverse();
  const device = { memberId: member.memberId, userAgent: 'a test', address: '::1' };
  const begin = (tokenHash: Buffer, ago: number) =>
    node.tables.transaction().execute(async (transaction) => {
      await node.signIns.write(transaction, { ...device, result: 'signedIn' });
      await insertSession(transaction, { ...device, tokenHash, now: now - ago, expiresAt: now + aDayMs });
    });
  for (const tokenHash of [...others, lowest ?? Buffer.alloc(0)]) await begin(tokenHash, aDayMs + tokenHash.readInt8());
  for (let count = 0; count < 19; count += 1) await begin(hashToken(newToken()), 0);
  const held = await accounts.database.pool.connect();
  try {
    await held.query('begin');
    await held.query('select from session where token_hash = $1 for update', [lowest]);
    const ending = node.sessions.endSurplus(member.memberId);
    await untilLockWait(accounts.database.pool, ending);
    const free = 'select from session where token_hash = any($1) for update skip locked';
    expect((await held.query(free, [others])).rowCount).toBe(others.length);
    await held.query('commit');
    await ending;
  } finally {
    held.release();
  }
  expect(await node.sessions.list(member.memberId)).toHaveLength(20);
});

test('rows of long ago are cleared away, a few at a time', async () => {
  const before = await countOf(accounts.database, 'session');
  expect(before).toBeGreaterThan(21);
  await sweepSessions(node.tables, node.wallNow() + 1);
  expect(await countOf(accounts.database, 'session')).toBe(before - 20);
});
