import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalKinds } from '#contract/operators-approvals.ts';
import { operatorRoles, type PermittedRoles } from '#contract/roles.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { addOperators, owner } from '../operators/operators.fixture.ts';
import { type Approval, type ApprovalSubject, approvalCountsMs, decide } from './approvals.ts';

let database: TestDatabase;
let tables: Kysely<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner, 'hugh', 'iris');
  await database.owner.query(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     values ('approved1', '$argon2id$', 'en', 'APPROVED', decode(repeat('ab', 32), 'hex'), now())`,
  );
  tables = new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) });
});
afterAll(() => database.drop());

let lastId = 0;

const subject = (change: Partial<ApprovalSubject> = {}): ApprovalSubject => ({
  kind: 'recovery',
  memberId: 1n,
  id: `S${++lastId}`,
  content: [1n, 'remove the factors'],
  needed: 2,
  expiresAt: null,
  approverMayRefuse: true,
  ...change,
});

function decided(
  of: ApprovalSubject,
  operator: string,
  decision: 'approved' | 'refused' = 'approved',
  at = 1_000,
): Promise<Approval> {
  return tables
    .transaction()
    .execute((within) => decide(within, of, { by: owner(operator), decision, reason: 'seen in person', at }));
}

async function isApproved({ kind, memberId, id, needed }: ApprovalSubject): Promise<boolean> {
  const { rows } = await database.pool.query('select is_approved($1, $2, $3) as is_approved', [
    kind,
    `${memberId}.${id}`,
    needed,
  ]);
  return rows[0].is_approved;
}

async function decisionCount({ kind, memberId, id }: ApprovalSubject): Promise<number> {
  const { rowCount } = await database.pool.query('select from approval_decision where kind = $1 and reference = $2', [
    kind,
    `${memberId}.${id}`,
  ]);
  return rowCount ?? 0;
}

test('it takes different operators, and one of them twice is one', async () => {
  const one = subject();
  const open = { status: 'open', approvals: 1, needed: 2, isRecorded: true };
  expect(await decided(one, 'anna')).toEqual(open);
  expect(await decided(one, 'anna')).toEqual(open);
  expect(await isApproved(one)).toBe(false);
  expect(await decided(one, 'bert')).toEqual({ ...open, status: 'approved', approvals: 2 });
  expect(await isApproved(one)).toBe(true);
});

test('of twenty approvals at once by two operators each is recorded once, and exactly one more was needed', async () => {
  const one = subject();
  const approvals = await Promise.all(Array.from({ length: 20 }, (_, at) => decided(one, at % 2 ? 'anna' : 'bert')));
  expect(await decisionCount(one)).toBe(2);
  expect(new Set(approvals.map((approval) => `${approval.status} ${approval.approvals}`))).toEqual(
    new Set(['open 1', 'approved 2']),
  );
});

test('approved and refused at once, it ends as refused, and takes no approval afterwards', async () => {
  for (let round = 0; round < 10; round++) {
    const one = subject();
    await decided(one, 'anna');
    const [refusal] = await Promise.all([decided(one, 'carl', 'refused'), decided(one, 'bert')]);
    expect(refusal).toMatchObject({ status: 'refused', isRecorded: true });
    expect(await decided(one, 'dora')).toMatchObject({ status: 'refused', isRecorded: false });
    expect(await decided(one, 'emma', 'refused')).toMatchObject({ status: 'refused', isRecorded: false });
    expect(await decided(one, 'carl', 'refused')).toMatchObject({ status: 'refused', isRecorded: true });
    expect(await isApproved(one)).toBe(false);
  }
});

test('who approved may refuse where the subject allows it, and nowhere else', async () => {
  const [strict, lenient] = [subject({ approverMayRefuse: false }), subject()];
  await Promise.all([decided(strict, 'anna'), decided(lenient, 'anna')]);
  expect(await decided(strict, 'anna', 'refused')).toMatchObject({ status: 'open', isRecorded: false });
  expect(await decided(lenient, 'anna', 'refused')).toMatchObject({ status: 'refused', isRecorded: true });
});

test('from its expiry on it takes no approval, but a refusal', async () => {
  const one = subject({ expiresAt: 5_000 });
  expect(await decided(one, 'anna', 'approved', 4_999)).toMatchObject({ status: 'open', isRecorded: true });
  expect(await decided(one, 'bert', 'approved', 5_000)).toMatchObject({ status: 'expired', isRecorded: false });
  const refused = { status: 'refused', isRecorded: true, approvals: 1 };
  expect(await decided(one, 'carl', 'refused', 5_000)).toMatchObject(refused);
});

test('an approval is of one thing: where that has changed nothing is recorded', async () => {
  const one = subject();
  await decided(one, 'anna');
  const others = [
    [2n, 'remove the factors'],
    [1n, 'remove'],
    [1n],
    [1n, 'remove the factors', ''],
    ['1 remove the factors'],
  ];
  for (const content of others) {
    await expect(decided({ ...one, content }, 'bert'), String(content)).rejects.toThrow('not what');
  }
  await expect(decided({ ...one, needed: 1 }, 'bert')).rejects.toThrow('not what');
  expect(await decisionCount(one)).toBe(1);
});

test('a decision lives or dies with its transaction', async () => {
  const one = subject();
  const broken = tables.transaction().execute(async (within) => {
    await decide(within, one, { by: owner('anna'), decision: 'approved', reason: 'seen in person', at: 1_000 });
    throw new Error('cut off');
  });
  await expect(broken).rejects.toThrow('cut off');
  expect(await decisionCount(one)).toBe(0);
  expect(await decided(one, 'anna')).toMatchObject({ approvals: 1 });
});

test('the database itself takes no second refusal, no late approval, no odd name and no change of what was decided', async () => {
  const one = subject({ expiresAt: 5_000 });
  await decided(one, 'anna');
  const insert = (operator: string, decision: string, at = 1_000) =>
    database.pool.query(
      `insert into approval_decision (kind, reference, operator, decision, reason, at)
       values ('recovery', $1, $2, $3, 'seen in person', $4)`,
      [`1.${one.id}`, operator, decision, new Date(at)],
    );
  await expect(insert('anna', 'approved')).rejects.toThrow('has approved already');
  await expect(insert('Bert', 'approved')).rejects.toThrow('no operator');
  await expect(insert('bert', 'approved', 5_000)).rejects.toThrow('expired');
  await insert('bert', 'refused', 5_000);
  await expect(insert('carl', 'refused')).rejects.toThrow('was refused');
  for (const change of [
    `update approval_decision set operator = 'carl'`,
    'delete from approval_decision',
    'update approval set needed = 0',
    'delete from approval',
  ]) {
    await expect(database.owner.query(change), change).rejects.toThrow(/never changed|foreign key/);
  }
});

test('the database takes decisions from operators alone whose role decides on that kind, as the contract says', async () => {
  for (const role of operatorRoles) {
    await database.owner.query('insert into operator (name, role) values ($1, $2)', [`the-${role}`, role]);
    for (const [kind, roles] of Object.entries<PermittedRoles>(approvalKinds)) {
      const reference = `1.${kind}-${role}`;
      await database.pool.query(
        `insert into approval (kind, reference, subject_hash, needed, opened_at) values ($1, $2, decode(repeat('ab', 32), 'hex'), 2, now())`,
        [kind, reference],
      );
      const deciding = database.pool.query(
        `insert into approval_decision (kind, reference, operator, decision, reason, at)
         values ($1, $2, $3, 'approved', 'seen in person', now())`,
        [kind, reference, `the-${role}`],
      );
      const outcome = await deciding.then(
        () => 'taken',
        (error: Error) => error.message,
      );
      expect(outcome, `${role} ${kind}`).toMatch(roles.includes(role) ? /^taken$/ : /is no operator who decides/);
    }
  }
  await database.owner.query(`update operator set ended_at = now() where name = 'the-owner'`);
  await expect(decided(subject(), 'the-owner')).rejects.toMatchObject({ code: 'notPermitted' });
  // Nor does the log take an act under a role that its operator does not have.
  const acting = database.pool.query(
    `insert into operator_act (operator, role, act, subject, reason, detail)
     values ('the-auditor', 'owner', 'listViewed', 'list withdrawals', '', '{}')`,
  );
  await expect(acting).rejects.toThrow('is no operator with the role owner');
});

test('an approval alone counts for a day: then it takes two again, and the operator may be one of them', async () => {
  const one = subject();
  await decided(one, 'anna', 'approved', 1_000);
  expect(await decided(one, 'anna', 'approved', 1_000 + approvalCountsMs - 1)).toMatchObject({ approvals: 1 });
  expect(await decided(one, 'bert', 'approved', 1_000 + approvalCountsMs)).toMatchObject({
    status: 'open',
    approvals: 1,
  });
  expect(await isApproved(one)).toBe(false);
  const last = 1_001 + approvalCountsMs;
  expect(await decided(one, 'anna', 'approved', last)).toMatchObject({ status: 'approved', approvals: 2 });
  expect(await isApproved(one)).toBe(true);
  // What is complete stays so.
  expect(await decided(one, 'bert', 'approved', last + 10 * approvalCountsMs)).toMatchObject({ status: 'approved' });
  expect(await decisionCount(one)).toBe(3);
});

test('an approval counts while its operator decides on that kind, and what was complete before stays so', async () => {
  const role = (operator: string, change: string) =>
    database.owner.query(`update operator set ${change} where name = $1`, [operator]);
  for (const [name, change] of [
    ['hugh', `role = 'auditor'`],
    ['iris', 'ended_at = now()'],
  ] as const) {
    const [complete, open] = [subject(), subject()];
    await decided(complete, name);
    await decided(complete, 'anna');
    await decided(open, name);
    await role(name, change);
    expect(await decided(open, 'bert'), name).toMatchObject({ status: 'open', approvals: 1 });
    expect(await isApproved(open), name).toBe(false);
    expect(await decided(open, 'carl'), name).toMatchObject({ status: 'approved', approvals: 2 });
    expect(await isApproved(complete), name).toBe(true);
    expect(await decided(complete, 'anna'), name).toMatchObject({ status: 'approved', approvals: 2 });
  }
});

test('of a role that ends while another approves, one comes first', async () => {
  await database.owner.query(`insert into operator (name, role) values ('judy', 'owner')`);
  const one = subject();
  await decided(one, 'judy');
  const ending = await database.owner.connect();
  try {
    await ending.query('begin');
    await ending.query(`update operator set role = 'auditor' where name = 'judy'`);
    const approval = decided(one, 'bert');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.owner.query(waiting)).rowCount).toBeGreaterThan(0);
    await ending.query('commit');
    expect(await approval).toMatchObject({ status: 'open' });
    expect(await isApproved(one)).toBe(false);
  } finally {
    ending.release();
  }
});

test('for seven days an operator is the person who made the link to enrol, also over several and at the server', async () => {
  const enrol = (operator: string, madeBy: string | null, ago = '1 hour') =>
    database.owner.query(
      `insert into operator_link (token_hash, operator, made_at, expires_at, used_at, made_by, enrolled_at)
       values (sha256($1::bytea), $2, now(), now() + interval '1 day', now(), $3, now() - $4::interval)`,
      [`${operator} ${madeBy} ${ago}`, operator, madeBy, ago],
    );
  const names = ['made1', 'made2', 'made3', 'server1', 'server2', 'first1', 'long1', 'recent1', 'abel'];
  await addOperators(database.owner, ...names);
  await enrol('made1', 'anna');
  await enrol('made2', 'made1');
  await enrol('made3', 'anna');
  // Its own new link makes nobody another person.
  await enrol('made2', 'made2', '1 minute');
  await enrol('server1', '@server');
  await enrol('server2', '@server');
  await enrol('first1', null);
  await enrol('long1', 'anna', '7 days');
  await enrol('recent1', 'anna', '6 days 23 hours');
  // Of a name that comes before its maker's.
  await enrol('abel', 'made3');
  for (const [first, second] of [
    ['anna', 'made1'],
    ['made1', 'anna'],
    ['anna', 'made2'],
    ['made3', 'made2'],
    ['server1', 'server2'],
    ['anna', 'recent1'],
    ['made3', 'abel'],
  ] as const) {
    const one = subject();
    await decided(one, first);
    await expect(decided(one, second), `${first} ${second}`).rejects.toMatchObject({ code: 'approvalSameHand' });
    // The database would not take them for two either.
    await database.pool.query(
      `insert into approval_decision (kind, reference, operator, decision, reason, at)
       values ('recovery', $1, $2, 'approved', 'seen in person', $3)`,
      [`1.${one.id}`, second, new Date(1_000)],
    );
    expect(await isApproved(one), `${first} ${second}`).toBe(false);
    expect(await decided(one, 'bert'), `${first} ${second}`).toMatchObject({ status: 'approved' });
  }
  for (const [first, second] of [
    ['anna', 'long1'],
    ['server1', 'made1'],
    ['first1', 'anna'],
  ] as const) {
    const one = subject();
    await decided(one, first);
    expect(await decided(one, second), `${first} ${second}`).toMatchObject({ status: 'approved', approvals: 2 });
  }
});
