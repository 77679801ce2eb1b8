import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { changeOperator, insertOperators } from '#server/platform/operators/operators.fixture.ts';

/** What the server's role is refused of operators where the log says nothing of it. Every attempt is one transaction. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertOperators(database.owner, { anna: 'owner', bert: 'owner', sue: 'support' });
});
afterAll(() => database.drop());

const none = 'is in no act of the log';

/** An act of the log; its operator is an owner unless it is sue. */
const act = (operator: string, name: string, about: string, detail = '{}') =>
  `insert into operator_act (operator, role, act, subject, reason, detail)
   values ('${operator}', '${operator === 'sue' ? 'support' : 'owner'}', '${name}', 'operator ${about}', '', '${detail}')`;

const outcome = (...statements: readonly string[]): Promise<string> =>
  database.pool.query(statements.join(';')).then(
    () => 'done',
    (error: Error) => error.message,
  );

test('an operator is created by an owner, in that role, as the log says', async () => {
  const mia = `insert into operator (name, role) values ('mia', 'owner')`;
  const created = (by: string, about = 'mia', role = 'owner') =>
    act(by, 'operatorCreated', about, `{"role":"${role}"}`);
  for (const acts of [
    [],
    [created('anna', 'other')],
    [created('anna', 'mia', 'support')],
    [created('sue')],
    [act('anna', 'operatorRoleChanged', 'mia', '{"role":"owner","to":"owner"}')],
  ])
    expect(await outcome(mia, ...acts), acts.join()).toContain(none);
  await database.pool.query(created('anna'));
  expect(await outcome(mia), 'by an act of another transaction').toContain(none);
  expect(await outcome(mia, created('anna'))).toBe('done');
});

test('an operator’s own maker is a first owner, while no other owner can sign in', async () => {
  const own = (name: string) => [
    `insert into operator (name, role) values ('${name}', 'owner')`,
    act(name, 'operatorCreated', name, '{"role":"owner"}'),
  ];
  const key = (name: string) => [
    act(name, 'passkeyEnrolled', name),
    `insert into operator_passkey (credential_id, operator, name, public_key, counter, added_at)
     values (sha256('${name}'), '${name}', 'key', '\\x01', 0, now())`,
  ];
  expect(await outcome(...own('first'))).toBe('done');
  expect(await outcome(...own('itself'), ...key('itself')), 'with its own passkey').toBe('done');
  expect(await outcome(...own('second'))).toContain(none);
  await database.owner.query(`delete from operator_passkey`);
  expect(await outcome(...own('third'))).toBe('done');
  const app = `insert into operator_authenticator (operator, sealed, confirmed_at, last_step) values ('third', sha256('x'), now(), 0)`;
  expect(await outcome(app)).toContain(none);
  expect(await outcome(act('third', 'passkeyEnrolled', 'third'), app)).toContain(none);
  expect(await outcome(act('anna', 'authenticatorEnrolled', 'third'), app), 'by another operator').toContain(none);
  expect(await outcome(act('third', 'authenticatorEnrolled', 'third'), app)).toBe('done');
  expect(await outcome(...own('fourth'))).toContain(none);
  await changeOperator(database.owner, 'third', 'ended');
  expect(await outcome(...own('fourth')), 'after the last one has ended').toBe('done');
});

test('a passkey is its operator’s own act', async () => {
  const key = `insert into operator_passkey (credential_id, operator, name, public_key, counter, added_at)
    values (sha256('of sue'), 'sue', 'key', '\\x01', 0, now())`;
  expect(await outcome(key)).toContain(none);
  expect(await outcome(act('anna', 'passkeyEnrolled', 'sue'), key)).toContain(none);
  expect(await outcome(act('sue', 'authenticatorEnrolled', 'sue'), key)).toContain(none);
  expect(await outcome(act('sue', 'passkeyEnrolled', 'sue'), key)).toBe('done');
});

test('a role, an end and a password change by an act that says so', async () => {
  const promoted = `update operator set role = 'finance' where name = 'sue'`;
  const changed = (by: string, to: string, about = 'sue') => act(by, 'operatorRoleChanged', about, `{"to":"${to}"}`);
  for (const acts of [
    [],
    [changed('anna', 'owner')],
    [changed('sue', 'finance')],
    [changed('anna', 'finance', 'bert')],
  ])
    expect(await outcome(...acts, promoted), acts.join()).toContain(none);
  expect(await outcome(changed('anna', 'finance'), promoted)).toBe('done');
  expect(await outcome(changed('anna', 'support'), `update operator set role = 'support' where name = 'sue'`)).toBe(
    'done',
  );

  const password = `update operator set password_hash = '$argon2id$v' where name = 'sue'`;
  expect(await outcome(password)).toContain(none);
  expect(await outcome(act('anna', 'authenticatorEnrolled', 'sue'), password)).toContain(none);
  expect(await outcome(act('sue', 'authenticatorEnrolled', 'sue'), password)).toBe('done');
  expect(await outcome(`update operator set password_hash = null where name = 'sue'`)).toContain(none);
  expect(await outcome(`update operator set locale = 'thai' where name = 'sue'`), 'a language').toBe('done');

  const ended = `update operator set ended_at = now() where name = 'sue'`;
  for (const acts of [
    [],
    [act('sue', 'operatorEnded', 'sue')],
    [act('anna', 'operatorEnded', 'bert')],
    [changed('anna', 'support')],
  ])
    expect(await outcome(...acts, ended), acts.join()).toContain(none);
  expect(await outcome(act('anna', 'operatorEnded', 'sue'), ended)).toBe('done');
});

test('a link names its maker as the log does, and is enrolled by once, at the database’s time', async () => {
  let links = 0;
  const link = (madeBy: string | null, about = 'bert') =>
    `insert into operator_link (token_hash, operator, made_at, expires_at, made_by)
     values (sha256('${++links}'), '${about}', now(), now() + interval '1 day', ${madeBy === null ? 'null' : `'${madeBy}'`})`;
  const made = (by: string, about = 'bert') => act(by, 'operatorLinkMade', about);
  for (const [what, acts, madeBy] of [
    ['without an act', [], 'anna'],
    ['of another operator', [made('anna', 'anna')], 'anna'],
    ['by another maker', [made('anna')], 'bert'],
    ['by nobody', [made('bert')], null],
    ['at the server, by somebody else', [made('anna')], '@server'],
    ['by another act', [act('anna', 'operatorEnded', 'bert')], 'anna'],
  ] as const)
    expect(await outcome(...acts, link(madeBy)), what).toContain(none);
  expect(await outcome(made('bert'), link('@server'))).toBe('done');
  expect(await outcome(made('anna'), link('anna'))).toBe('done');
  expect(await outcome(made('bert'), link('bert'))).toBe('done');
  // At a creation the maker is who created, and nobody where an operator did so itself.
  const newcomer = [
    `insert into operator (name, role) values ('nils', 'support')`,
    act('anna', 'operatorCreated', 'nils', '{"role":"support"}'),
  ];
  for (const madeBy of ['bert', 'nils', '@server', null])
    expect(await outcome(...newcomer, link(madeBy, 'nils')), `${madeBy}`).toContain(none);
  expect(await outcome(...newcomer, link('anna', 'nils'))).toBe('done');
  const used = `update operator_link set enrolled_at = now() - interval '8 days' where made_by = 'anna'`;
  expect(await outcome(used)).toBe('done');
  const { rows } = await database.pool.query<{ operator: string; late: boolean }>(
    `select operator, enrolled_at < now() - interval '1 minute' as late from operator_link where enrolled_at is not null order by operator`,
  );
  expect(rows).toEqual([
    { operator: 'bert', late: false },
    { operator: 'nils', late: false },
  ]);
  for (const change of [used, `update operator_link set enrolled_at = null where made_by = 'anna'`])
    expect(await outcome(change)).toBe('a link is used once');
  const enrolled = `insert into operator_link (token_hash, operator, made_at, expires_at, made_by, enrolled_at)
    values (sha256('0'), 'bert', now(), now() + interval '1 day', 'anna', now() - interval '8 days')`;
  expect(await outcome(made('anna'), enrolled)).toContain('permission denied');
});

test('a decision is its operator’s act, on that subject and with the hash of what was decided on', async () => {
  const hash = (of: string) => `encode(sha256('${of}'), 'hex')`;
  const approval = `insert into approval (kind, reference, subject_hash, needed, opened_at)
    values ('withdrawal', '7.W1', sha256('content'), 2, now()), ('withdrawal', '8.W1', sha256('content'), 2, now())`;
  await database.pool.query(approval);
  const decided = (given: { by?: string; act?: string; subject?: string; member?: number | null; of?: string } = {}) =>
    `insert into operator_act (operator, role, act, subject, member_id, reason, detail)
     select '${given.by ?? 'anna'}', 'owner', '${given.act ?? 'withdrawalApproved'}', '${given.subject ?? 'withdrawal W1'}',
       ${given.member === undefined ? 7 : given.member}, 'seen', json_build_object('hash', ${hash(given.of ?? 'content')})::text`;
  const decision = `insert into approval_decision (kind, reference, operator, decision, reason, at)
    values ('withdrawal', '7.W1', 'anna', 'approved', 'seen', now())`;
  for (const acts of [
    [],
    [decided({ by: 'bert' })],
    [decided({ act: 'withdrawalRefused' })],
    [decided({ act: 'recoveryApproved' })],
    [decided({ subject: 'withdrawal W2' })],
    [decided({ subject: 'recovery W1' })],
    [decided({ member: 8 })],
    [decided({ member: null })],
    [decided({ of: 'other content' })],
  ])
    expect(await outcome(...acts, decision), acts.join()).toContain(none);
  expect(await outcome(decided(), decision)).toBe('done');
});
