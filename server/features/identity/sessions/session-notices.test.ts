import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { hashToken } from '#server/platform/secret-token.ts';
import { sessionTokens } from '#server/platform/session-tokens.ts';
import {
  anHourMs,
  createBrowser,
  goodPassword,
  nameOfSession,
  openTestIdentity,
  registerMember,
  tokenOf,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { ownCall } from '../factors/second-factor.fixture.ts';
import { endSession } from './session-store.ts';
import { openSessions } from './sessions.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;

/** Sessions on a bus of the test's own, which delivers what the test says and nothing else. */
function openOnTestBus() {
  const listeners = new Map<string, (payload: unknown) => void>();
  const gaps: (() => void)[] = [];
  const ended: bigint[] = [];
  let missed = 0;
  const sessions = openSessions({
    pool: accounts.database.pool,
    tables: node.tables,
    now: node.wallNow,
    sessionTokens: sessionTokens(Buffer.alloc(32, 7)),
    bus: {
      publish: async () => undefined,
      subscribe(topic, listener) {
        listeners.set(topic, listener);
        return () => void listeners.delete(topic);
      },
      onGap(listener) {
        gaps.push(listener);
        return () => undefined;
      },
      close: async () => undefined,
    },
    onEnded: (memberId) => void ended.push(memberId),
    onEndsMissed: () => void missed++,
  });
  return {
    sessions,
    ended,
    missed: () => missed,
    deliver: (topic: string, payload: unknown) => listeners.get(topic)?.(payload),
    loseSome: () => gaps.forEach((listener) => void listener()),
  };
}

/** A session that this node knows as open, and that another node has ended. */
async function endedElsewhere(on: ReturnType<typeof openOnTestBus>, username: string) {
  const token = tokenOf(await registerMember(node, username));
  const known = await on.sessions.find(token);
  if (typeof known === 'string') throw new Error(`the session is ${known}`);
  await endSession(node.tables, hashToken(token), node.wallNow());
  expect(await on.sessions.find(token)).toMatchObject({ username });
  return { token, memberId: known.memberId, key: hashToken(token).toString('base64url') };
}

test('the notice that a session ended ends it here, and closes the member’s open pages', async () => {
  const here = openOnTestBus();
  const { token, memberId, key } = await endedElsewhere(here, 'Noticed1');
  for (const broken of [{}, { key }, { key, member: 'x' }, null]) here.deliver('session-ended', broken);
  expect(here.ended).toEqual([]);
  here.deliver('session-ended', { key, member: String(memberId) });
  expect(await here.sessions.find(token)).toBe('expired');
  expect(here.ended).toEqual([memberId]);
  expect(here.missed()).toBe(0);
});

test('after a gap of the bus every session is read again, and open pages have to show theirs', async () => {
  const here = openOnTestBus();
  const { token } = await endedElsewhere(here, 'Noticed2');
  here.loseSome();
  expect(await here.sessions.find(token)).toBe('expired');
  expect(here.missed()).toBe(1);
});

test('where the node that ends sessions does not survive the commit, the others have been notified with it', async () => {
  const other = await accounts.addNode();
  const [browser, first, second] = [await registerMember(node, 'Killed01'), createBrowser(), createBrowser()];
  for (const stolen of [first, second]) await trySignIn(node, 'Killed01', goodPassword, stolen);
  const { memberId } = (await ownCall(node, browser)).member;
  const id = node.sessions.idOf(tokenOf(first));
  await node.tables.transaction().execute((transaction) => node.sessions.endOne(transaction, memberId, id));
  await expect.poll(() => other.ended).toContain(nameOfSession(first));
  await node.tables
    .transaction()
    .execute((transaction) => node.sessions.endOthers(transaction, memberId, tokenOf(browser)));
  await expect.poll(() => other.ended).toContain(nameOfSession(second));
  expect(other.ended).not.toContain(nameOfSession(browser));
});

test('a session that ends while it is looked up is not found open after the notice, which closes no page that opens later', async () => {
  const here = openOnTestBus();
  const { member, ...browser } = await ownCall(node, await registerMember(node, 'Noticed3'));
  const [token, tokenHash] = [tokenOf(browser), hashToken(tokenOf(browser))];
  // Long enough for the look-up to note the use, which waits while the session is being ended.
  accounts.passTime(anHourMs);
  const ending = await accounts.database.owner.connect();
  try {
    await ending.query('begin');
    await ending.query('select from session where token_hash = $1 for update', [tokenHash]);
    const found = here.sessions.find(token);
    await untilLockWait(accounts.database.pool, found);
    await ending.query('update session set ended_at = now() where token_hash = $1', [tokenHash]);
    here.deliver('session-ended', { key: tokenHash.toString('base64url'), member: String(member.memberId) });
    await ending.query('commit');
    expect(await found).toBe('expired');
  } finally {
    await ending.query('rollback');
    ending.release();
  }
});
