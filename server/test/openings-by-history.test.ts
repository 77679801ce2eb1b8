import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityAct } from '#contract/security-acts.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { insertMember } from './member-row.fixture.ts';

/** What opens an account or lets money out of it, written by the server's role. Every attempt is one transaction. */
let database: TestDatabase;
let member: bigint;
let other: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  member = await insertMember(database);
  other = await insertMember(database);
});
afterAll(() => database.drop());

let count = 0;
/** Increases, as ids do that begin with the time. */
const nextId = () => String(++count).padStart(6, '0');

const act = (name: SecurityAct, of = member, id = nextId()) =>
  `insert into security_act (member_id, id, act, at) values (${of}, '${id}', '${name}', now())`;

const outcome = (...statements: readonly string[]): Promise<string> =>
  database.pool.query(statements.join(';')).then(
    () => 'done',
    (error: Error) => error.message,
  );

interface Change {
  readonly what: string;
  /** One of them has to be recorded with it. */
  readonly acts: readonly SecurityAct[];
  /** What has to be there before. */
  readonly before?: () => readonly string[];
  readonly statement: () => string;
}

const sealed = `decode(repeat('00', 40), 'hex')`;
const app = (confirmedAt: string) => `insert into authenticator values (${member}, ${sealed}, now(), ${confirmedAt})`;
const passkey = () =>
  `insert into passkey values (sha256('${nextId()}'), ${member}, '${nextId()}', 'phone', 'key', 0, false, now())`;
const freeze = () => `insert into account_freeze (member_id, frozen_at) values (${member}, now())`;
const pushDevice = (endpoint: string) =>
  `insert into push_device (endpoint_hash, member_id, session_hash, endpoint, p256dh, auth, position)
   values (sha256('${endpoint}'), ${member}, sha256('s'), '${endpoint}', 'p', 'a', '')`;
const noApp = 'delete from authenticator';
const noFreeze = 'delete from account_freeze';

const changes: readonly Change[] = [
  {
    what: 'another login password',
    acts: ['loginPasswordChanged', 'loginPasswordReset'],
    statement: () => `update member set password_hash = '$argon2id$${nextId()}' where id = ${member}`,
  },
  { what: 'a passkey', acts: ['passkeyAdded'], statement: passkey },
  {
    what: 'a passkey less',
    acts: ['passkeyRemoved', 'accountRecovered'],
    before: () => [passkey()],
    statement: () => 'delete from passkey',
  },
  {
    what: 'an authenticator app',
    acts: ['authenticatorSet'],
    before: () => [noApp],
    statement: () => app('now()'),
  },
  {
    what: 'an authenticator app that is confirmed',
    acts: ['authenticatorSet'],
    before: () => [noApp, app('null')],
    statement: () => 'update authenticator set confirmed_at = now()',
  },
  {
    what: 'an authenticator app that is confirmed no longer',
    acts: ['authenticatorSet'],
    before: () => [noApp, app('now()')],
    statement: () => 'update authenticator set confirmed_at = null',
  },
  {
    what: 'an authenticator app less',
    acts: ['authenticatorRemoved', 'accountRecovered'],
    before: () => [noApp, app('now()')],
    statement: () => noApp,
  },
  {
    what: 'a backup code',
    acts: ['authenticatorSet', 'backupCodesRenewed'],
    before: () => [noApp, app('null')],
    statement: () => `insert into backup_code values (${member}, sha256('${nextId()}'))`,
  },
  {
    what: 'a first withdrawal password',
    acts: ['withdrawalPasswordSet'],
    statement: () => `insert into withdrawal_password values (${member}, '$argon2id$first', now())`,
  },
  {
    what: 'another withdrawal password',
    acts: ['withdrawalPasswordChanged', 'withdrawalPasswordReset'],
    statement: () => `update withdrawal_password set password_hash = '$argon2id$${nextId()}', set_at = now()`,
  },
  {
    what: 'a reset of the withdrawal password',
    acts: ['withdrawalPasswordResetRequested'],
    statement: () =>
      `insert into withdrawal_password_reset values (${member}, '$argon2id$r', now(), now() + interval '25 hours')`,
  },
  {
    what: 'a reset to another withdrawal password',
    acts: ['withdrawalPasswordResetRequested'],
    statement: () => `update withdrawal_password_reset set password_hash = '$argon2id$${nextId()}'`,
  },
  {
    what: 'a bank card',
    acts: ['cardBound', 'cardReplacementRequested'],
    statement: () =>
      `insert into bank_card values (${member}, '${nextId()}', ${sealed}, '1111', 'A bank', now(), now() + interval '25 hours')`,
  },
  {
    what: 'a loss limit',
    acts: ['lossLimitSet', 'lossLimitLoosened', 'lossLimitKept'],
    before: () => [`insert into member_guard values (${member}) on conflict do nothing`],
    statement: () => `insert into loss_limit values (${member}, 'day', 5, null, null, 'UTC', now())
      on conflict (member_id, period) do update set amount = loss_limit.amount - 1, changed_at = now()`,
  },
  {
    what: 'a self-exclusion',
    acts: ['selfExcluded', 'exclusionLifted', 'exclusionKept'],
    before: () => [`insert into member_guard values (${member}) on conflict do nothing`],
    statement: () => `insert into self_exclusion values (${member}, now(), now() + interval '1 day', null, now())
      on conflict (member_id) do update set ends_at = self_exclusion.ends_at + interval '1 day', changed_at = now()`,
  },
  {
    what: 'another real name',
    acts: ['realNameChanged', 'cardBound'],
    statement: () => `update member set real_name = '${nextId()}' where id = ${member}`,
  },
  { what: 'a device that gets push messages', acts: ['pushDeviceAdded'], statement: () => pushDevice(nextId()) },
  ...['endpoint', 'p256dh', 'auth'].map((column) => ({
    what: `another ${column} of a device that gets push messages`,
    acts: ['pushDeviceAdded'] as const,
    before: () => [pushDevice(nextId())],
    statement: () => `update push_device set ${column} = '${nextId()}'`,
  })),
  {
    what: 'the end of a freeze',
    acts: ['accountUnfrozen', 'operatorActed'],
    before: () => [noFreeze, freeze()],
    statement: () => noFreeze,
  },
  {
    what: 'the end of one’s own part of a freeze',
    acts: ['accountUnfrozen'],
    before: () => [noFreeze, freeze()],
    statement: () => 'update account_freeze set by_member = false',
  },
];

/** What the statements need that come before a change. */
const actsBefore: readonly SecurityAct[] = [
  'passkeyAdded',
  'authenticatorSet',
  'authenticatorRemoved',
  'accountUnfrozen',
  'pushDeviceAdded',
];

test.for(changes)('$what is in its member’s history', async ({ acts, before = () => [], statement }) => {
  for (const name of acts) {
    expect(await outcome(...actsBefore.map((one) => act(one)), ...before()), 'before').toBe('done');
    const none = `is not in the history of member ${member}`;
    expect(await outcome(statement()), 'without an act').toContain(none);
    expect(await outcome(act(name, other), statement()), 'by an act of another member').toContain(none);
    expect(await outcome(act('backupCodeUsed'), statement()), 'by another act').toContain(none);
    await database.pool.query(act(name));
    expect(await outcome(statement()), 'by an act of another transaction').toContain(none);
    expect(await outcome(act(name), statement()), name).toBe('done');
  }
});

test('an entry below twenty newer ones is none', async () => {
  const changed = () => `update member set password_hash = '$argon2id$${nextId()}' where id = ${other}`;
  const older = [nextId(), nextId()];
  for (let entry = 0; entry < 19; entry++) await database.pool.query(act('lossLimitSet', other));
  expect(await outcome(act('loginPasswordChanged', other, older[0]), changed())).toBe('done');
  await database.pool.query(act('lossLimitSet', other));
  expect(await outcome(act('loginPasswordChanged', other, older[1]), changed())).toContain('not in the history');
});

test('of one moment every entry counts, in whatever order its random ending comes', async () => {
  const moment = '999999999';
  const changed = `update member set password_hash = '$argon2id$moment' where id = ${other}`;
  const signedIn = signIn('signedIn', other, `${moment}A`);
  const begun = `insert into session values (sha256('moment'), ${other}, now(), now(), now() + interval '1 day', null, null, '', '')`;
  for (let entry = 0; entry < 25; entry++) {
    await database.pool.query(act('lossLimitSet', other, `${moment}Z${nextId()}`));
    await database.pool.query(signIn('signedIn', other, `${moment}Z${nextId()}`));
  }
  expect(await outcome(act('loginPasswordChanged', other, `${moment}A`), changed)).toBe('done');
  expect(await outcome(signedIn, begun)).toBe('done');
});

const signIn = (result: string, of = member, id = nextId()) =>
  `insert into sign_in values (${of}, '${id}', '${result}', '', '', now())`;
const session = (token: string, createdAt = 'now()') =>
  `insert into session values (sha256('${token}'), ${member}, ${createdAt}, now(), now() + interval '1 day', null, null, '', '')`;
const unsigned = 'is in no sign-in';

test('a session begins with a sign-in that succeeded', async () => {
  for (const result of ['registered', 'signedIn', 'signedInByPasskey', 'signedInByReset'])
    expect(await outcome(signIn(result), session(nextId())), result).toBe('done');
  for (const result of ['wrongPassword', 'wrongFactor', 'wrongReset'])
    expect(await outcome(signIn(result), session(nextId())), result).toContain(unsigned);
  expect(await outcome(session(nextId())), 'without one').toContain(unsigned);
  expect(await outcome(signIn('signedIn', other), session(nextId())), 'of another member').toContain(unsigned);
  await database.pool.query(signIn('signedIn'));
  expect(await outcome(session(nextId())), 'of another transaction').toContain(unsigned);
  const older = [nextId(), nextId()];
  const twenty = async (result: string) => {
    for (let entry = 0; entry < 20; entry++) await database.pool.query(signIn(result));
  };
  await twenty('wrongPassword');
  expect(await outcome(signIn('signedIn', member, older[0]), session(nextId())), 'below failed tries').toBe('done');
  await twenty('signedIn');
  expect(await outcome(signIn('signedIn', member, older[1]), session(nextId())), 'below newer ones').toContain(
    unsigned,
  );
});

test('a session takes the place of one that is open, as old as that', async () => {
  const begin = (token: string) => database.pool.query([signIn('signedIn'), session(token, `'2026-05-01'`)].join(';'));
  const replace = (token: string, by: string) =>
    `update session set replaced_by = sha256('${by}') where token_hash = sha256('${token}')`;
  await begin('first');
  expect(await outcome(replace('first', 'second'), session('second', `'2026-05-02'`))).toContain(unsigned);
  expect(await outcome(replace('first', 'another'), session('second', `'2026-05-01'`))).toContain(unsigned);
  expect(await outcome(replace('first', 'second'), session('second', `'2026-05-01'`))).toBe('done');
  const ended = `update session set ended_at = now() where token_hash = sha256('second')`;
  expect(await outcome(ended, replace('second', 'third'), session('third', `'2026-05-01'`))).toContain(unsigned);
  const others = `insert into session select sha256('fourth'), ${other}, created_at, now(), now() + interval '1 day', null, null, '', ''
    from session where token_hash = sha256('second')`;
  expect(await outcome(replace('second', 'fourth'), others), 'of another member').toContain(unsigned);
});
