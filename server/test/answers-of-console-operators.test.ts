import { afterAll, beforeAll, expect, test } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { searchMembers, viewMember } from '#contract/members.ts';
import type { OutputOf } from '#contract/operation.ts';
import {
  changeOperatorRole,
  createOperator,
  endOperator,
  endOperatorSessions,
  getOperatorSession,
  listOperatorSessions,
  listOperators,
  renewOperatorLink,
  revokeOperatorSession,
} from '#contract/operators.ts';
import { getOperatorLogState, listOperatorActs } from '#contract/operators-log.ts';
import {
  enrolOperatorAuthenticator,
  enrolOperatorPasskey,
  signInOperator,
  signInOperatorWithPasskey,
  signOutOperator,
  startOperatorAuthenticator,
  startOperatorEnrolment,
  startOperatorSignIn,
} from '#contract/operators-sign-in.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { type ConsoleWorld, hourMs, minuteMs, openConsoleWorld } from './console-world.fixture.ts';
import { WireCaller } from './wire-caller.fixture.ts';

let world: ConsoleWorld;
let desks: Record<'root' | 'olga' | 'fay' | 'sue' | 'abe', WireCaller>;
const reason = 'as agreed';
/** The code of that app now, under a name: it is another one in each run. */
function codeOf(secret: string): string {
  const factor = codeAt(secret, world.wallNow() + 1);
  world.answers.name(factor, 'code');
  return factor;
}

const password = 'quiet owls fly by night';

beforeAll(async () => {
  world = await openConsoleWorld();
  desks = await world.desks({ root: 'owner', olga: 'owner', fay: 'finance', sue: 'support', abe: 'auditor' });
});
afterAll(() => world?.close());

test('operators are answered to owners and auditors, and each change of them to owners', async () => {
  const { ask, pass, answers } = world;
  await pass(hourMs);
  const create = (what: string, operator: string, role = 'support', by = desks.olga) =>
    ask<OutputOf<typeof createOperator>>(what, by, createOperator, { operator, role, reason });
  const { token } = await create('a new one', 'zoe');
  await create('another', 'adam', 'finance');
  await create('of a name that is taken', 'sue');
  await create('of no name', '');
  await create('of no such name', 'Sue!');
  await create('of no role', 'eve', 'king');
  await create('by finance', 'eve', 'support', desks.fay);
  const visitor = new WireCaller(world.app.address);
  await ask('whose link it is', visitor, startOperatorEnrolment, { token }, { varying: ['creation'] });
  await ask('whose no link is', visitor, startOperatorEnrolment, { token: 'A'.repeat(43) });
  const { secret } = await ask<{ secret: string }>('a secret', visitor, startOperatorAuthenticator, { token });
  const enrol = (what: string, fields: Readonly<Record<string, string>>) =>
    ask(what, visitor, enrolOperatorAuthenticator, {
      token,
      password,
      repassword: password,
      factor: '000000',
      ...fields,
    });
  await enrol('enrolled with a short password', { password: 'short' });
  await enrol('with two passwords', { repassword: 'another one altogether' });
  await enrol('with a wrong code', {});
  await enrol('enrolled', { factor: codeOf(secret) });
  await enrol('by a link that is used', { factor: codeOf(secret) });
  await ask('who she is', visitor, getOperatorSession);
  await ask('signed out', visitor, signOutOperator);
  await ask('who is signed out', visitor, getOperatorSession);
  await pass(minuteMs);
  const signIn = (what: string, fields: Readonly<Record<string, string>>) =>
    ask(what, visitor, signInOperator, { operator: 'zoe', password, factor: codeOf(secret), ...fields });
  await signIn('signed in with a wrong password', { password: 'another one altogether' });
  await signIn('without a name', { operator: '' });
  await signIn('without a code', { factor: '' });
  await signIn('as an unknown one', { operator: 'nobody' });
  await signIn('signed in', {});
  await ask('a passkey of no sense', visitor, signInOperatorWithPasskey, { credential: '{}' });
  await ask('a passkey enrolled without a link', visitor, enrolOperatorPasskey, {
    token,
    name: 'key',
    credential: '{}',
  });
  answers.part('what a passkey is asked for with');
  await visitor.keep(answers, startOperatorSignIn, {}, { varying: ['challenge'] });
  await ask('operators', desks.abe, listOperators);
  await ask('operators, to finance', desks.fay, listOperators);
  await ask('another role', desks.olga, changeOperatorRole, { operator: 'adam', role: 'auditor', reason });
  await ask('a role of no one', desks.olga, changeOperatorRole, { operator: 'nobody', role: 'auditor', reason });
  await ask('a role for no reason', desks.olga, changeOperatorRole, { operator: 'adam', role: 'auditor', reason: 'x' });
  await ask('a new link', desks.olga, renewOperatorLink, { operator: 'adam', reason });
  await ask('a new link for no one', desks.olga, renewOperatorLink, { operator: 'nobody', reason });
  await ask('signed out everywhere', desks.root, endOperatorSessions, { operator: 'zoe', reason });
  await ask('of no one', desks.root, endOperatorSessions, { operator: 'nobody', reason });
  await ask('her session then', visitor, getOperatorSession);
  await ask('ended', desks.olga, endOperator, { operator: 'adam', reason: 'left the desk' });
  await ask('ended again', desks.olga, endOperator, { operator: 'adam', reason });
  await ask('an owner ended', desks.olga, endOperator, { operator: 'root', reason: 'two are one too many' });
  await ask('the last owner ended', desks.olga, endOperator, { operator: 'olga', reason });
  await ask('the last owner with another role', desks.olga, changeOperatorRole, {
    operator: 'olga',
    role: 'support',
    reason,
  });
  await ask('operators in the end', desks.olga, listOperators);
  answers.expectKept();
});

test('an operator’s own sessions are answered the last used first, and one of them can be ended', async () => {
  const { ask, answers, database } = world;
  const agents = ['phone', 'laptop', 'tablet'];
  for (const agent of agents) await world.signIn('sue', agent);
  await world.signIn('fay', 'laptop');
  const used = `update operator_session set last_seen_at = $2, created_at = created_at - $3 * interval '1 hour', expires_at = expires_at - $3 * interval '1 hour'
    where operator = 'sue' and user_agent = $1`;
  for (const [at, agent] of agents.entries())
    await database.owner.query(used, [agent, new Date(world.wallNow() - ([12, 23, 1][at] ?? 0) * minuteMs), at + 1]);
  const gone = `update operator_session set ended_at = $1 where operator = 'sue' and user_agent = 'tablet'`;
  await database.owner.query(gone, [new Date(world.wallNow())]);
  const sessions = await desks.sue.done<OutputOf<typeof listOperatorSessions>>(listOperatorSessions);
  for (const { id, userAgent } of sessions) answers.name(id, `session of ${userAgent}`);
  const session = sessions.find(({ userAgent }) => userAgent === 'laptop')?.id ?? '';
  await ask('all of them', desks.sue, listOperatorSessions);
  await ask('one ended', desks.sue, revokeOperatorSession, { session });
  await ask('ended again', desks.sue, revokeOperatorSession, { session });
  await ask('ended by another', desks.fay, revokeOperatorSession, {
    session: sessions.find(({ userAgent }) => userAgent === 'phone')?.id ?? '',
  });
  await ask('of no id', desks.sue, revokeOperatorSession, { session: 'x' });
  await ask('the rest', desks.sue, listOperatorSessions);
  for (const [role, desk] of Object.entries({
    owner: desks.olga,
    finance: desks.fay,
    support: desks.sue,
    auditor: desks.abe,
  }))
    await ask(`who is signed in as ${role}`, desk, getOperatorSession);
  answers.expectKept();
});

test('the log is answered newest first, by operator, act and member, and to owners and auditors alone', async () => {
  const { ask, answers } = world;
  const options = { counted: { id: 'act', before: 'act', position: 'position' } };
  const phone = await world.member('logged1');
  const member = await world.numberOf(phone);
  answers.name(member, 'logged1');
  await desks.sue.done(searchMembers, { search: 'logged' });
  await desks.sue.done(viewMember, { member });
  await desks.fay.done(viewMember, { member });
  const log = (what: string, fields: Readonly<Record<string, string>> = {}, by = desks.abe) =>
    ask<{ id: string }[]>(what, by, listOperatorActs, fields, options);
  const chained = () =>
    expect.poll(async () => (await desks.abe.done<{ waiting: number }>(getOperatorLogState)).waiting).toBe(0);
  await chained();
  await ask('state', desks.olga, getOperatorLogState, {}, options);
  const ofOlga = await log('of one operator', { operator: 'olga' });
  await log('of one operator, before', { operator: 'olga', before: ofOlga[1]?.id ?? '' });
  await log('of one act', { act: 'memberViewed' });
  await log('of one member', { member });
  await log('of operator, act and member', { operator: 'fay', act: 'memberViewed', member });
  await log('of a member and an act that is not there', { act: 'operatorEnded', member });
  await log('of no act', { act: 'danced' });
  await log('of no member', { member: 'x' });
  await log('of no name', { operator: 'X' });
  await log('before no act', { before: 'x' });
  await log('to support', {}, desks.sue);
  await ask('state, to support', desks.sue, getOperatorLogState);
  answers.expectKept();
});

test('load and jobs are answered to every role', async () => {
  const { answers } = world;
  const varying = ['hour', 'day', 'slowest', 'measuredAt', 'dueAt', 'nodes', 'isOverdue'];
  await world.ask('to support', desks.sue, getHealth, {}, { varying });
  await world.ask('to a caller without a session', world.stranger, getHealth);
  answers.expectKept();
});
