import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { memberNumbers as numbersOf } from '#server/platform/member-number.ts';
import { type Operator, sessionCookieName } from '#server/platform/session.ts';
import {
  goodPassword,
  nameOfSession,
  newBrowser,
  openTestIdentity,
  registerMember,
  tokenOf,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { endAccount } from './end-account.ts';
import { endMemberSessions } from './end-member-sessions.ts';
import { ownCall } from './factors/second-factor.fixture.ts';
import { deviceCookieName } from './sessions/identity-cookies.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();
const memberNumbers = numbersOf(randomBytes(32));
const anna: Operator = { operator: 'anna', role: 'owner', locale: 'en' };
const reason = 'lost the phone';

/** A member signed in on two devices, both known to the second node. */
async function twoDevices(username: string) {
  const first = await registerMember(node, username);
  const second = newBrowser();
  await trySignIn(node, username, goodPassword, second);
  const { memberId } = (await ownCall(other, first)).member;
  await ownCall(other, second);
  return { first, second, memberId, number: memberNumbers.numberOf(memberId) };
}

const end = (number: string, by = anna) =>
  endMemberSessions({ ...node, memberNumbers }, { member: number, reason }, by);

test('an operator signs a member out on every device and node, nobody else, and it stands in the log and on the member’s list', async () => {
  const { first, second, memberId, number } = await twoDevices('signedout1');
  const bystander = await twoDevices('signedout2');
  await end(number);
  for (const device of [first, second]) {
    expect(await node.sessions.find(tokenOf(device))).toBe('expired');
    await expect.poll(() => other.sessions.find(tokenOf(device))).toBe('expired');
  }
  expect(await other.sessions.find(tokenOf(bystander.first))).toMatchObject({ username: 'signedout2' });
  const { rows } = await accounts.database.pool.query(
    `select operator, o.act, reason, s.act as shown from operator_act as o join security_act as s on s.operator_act = o.id
     where o.member_id = $1`,
    [memberId],
  );
  expect(rows).toEqual([{ operator: 'anna', act: 'memberSessionsEnded', reason, shown: 'operatorActed' }]);
  // The password was not changed.
  expect(await trySignIn(node, 'signedout1', goodPassword, newBrowser())).toBe('signedIn');
});

test('an operator whose role has ended signs nobody out, and a number that is nobody’s is refused', async () => {
  const { first, number } = await twoDevices('signedout3');
  await expect(end(number, { ...anna, role: 'support' })).rejects.toMatchObject({ code: 'notPermitted' });
  expect(await node.sessions.find(tokenOf(first))).toMatchObject({ username: 'signedout3' });
  await expect(end('9999999999999999')).rejects.toMatchObject({ code: 'memberUnknown' });
});

test('a deleted account ends on every device and node, with a sign-in that came meanwhile; one that stays ends nowhere', async () => {
  const { first, second, memberId } = await twoDevices('deleted1');
  const names = [first, second].map(nameOfSession);
  const call = { ...(await ownCall(node, first)), clearCache: () => undefined };
  const meanwhile = newBrowser();
  const fails = () => Promise.reject(new Error('something is open'));
  await expect(endAccount(node, call, fails)).rejects.toThrow('something is open');
  expect(await node.sessions.find(tokenOf(first))).toMatchObject({ username: 'deleted1' });
  expect(await other.sessions.find(tokenOf(second))).toMatchObject({ username: 'deleted1' });
  await endAccount(node, call, async (within) => {
    await other.tables.transaction().execute(async (transaction) => {
      const beginning = { memberId, userAgent: 'a test', address: meanwhile.address };
      meanwhile.jar.set(sessionCookieName, await other.sessions.start(transaction, beginning));
      await other.signIns.write(transaction, { ...beginning, result: 'signedInByPasskey' });
    });
    await ownCall(other, meanwhile);
    await sql`insert into member_deletion (member_id) values (${memberId})`.execute(within);
  });
  expect(tokenOf(first)).toBe('');
  expect([first, second].map(({ jar }) => jar.get(deviceCookieName) || null)).toEqual([null, expect.any(String)]);
  for (const device of [second, meanwhile]) {
    await expect.poll(() => other.sessions.find(tokenOf(device))).not.toHaveProperty('username');
  }
  // Their open pages are closed.
  for (const { ended } of [node, other]) await expect.poll(() => ended).toEqual(expect.arrayContaining(names));
});
