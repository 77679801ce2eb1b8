import { expect, test } from 'vitest';
import { type ApprovalKind, approvalKinds } from '#contract/operators-approvals.ts';
import { operatorRoles, type PermittedRoles } from '#contract/roles.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { addOperators, changeOperator, insertOperators } from '../operators/operators.fixture.ts';
import { insertDecision, openApprovals } from './approvals.fixture.ts';
import { approvalCountsMs, approversOf } from './approvals.ts';

const { database, tables, subject, decided, isApproved } = await openForFile(openApprovals);

test('the database takes decisions from operators alone whose role decides on that kind, as the contract says', async () => {
  for (const role of operatorRoles) {
    await insertOperators(database.owner, { [`the-${role}`]: role });
    for (const [kind, roles] of Object.entries<PermittedRoles>(approvalKinds)) {
      const reference = `1.${kind}-${role}`;
      await database.pool.query(
        `insert into approval (kind, reference, subject_hash, needed, opened_at) values ($1, $2, decode(repeat('ab', 32), 'hex'), 2, now())`,
        [kind, reference],
      );
      const deciding = insertDecision(database.pool, kind as ApprovalKind, reference, `the-${role}`);
      const outcome = await deciding.then(
        () => 'taken',
        (error: Error) => error.message,
      );
      expect(outcome, `${role} ${kind}`).toMatch(roles.includes(role) ? /^taken$/ : /is no operator who decides/);
    }
  }
  await changeOperator(database.owner, 'the-owner', 'ended');
  await expect(decided(subject(), 'the-owner')).rejects.toMatchObject({ code: 'notPermitted' });
  // Nor does the log take an act under a role that its operator does not have.
  const acting = database.pool.query(
    `insert into operator_act (operator, role, act, subject, reason, detail)
     values ('the-auditor', 'owner', 'listViewed', 'list withdrawals', '', '{}')`,
  );
  await expect(acting).rejects.toThrow('is no operator with the role owner');
});

const approvers = async ({ id }: { readonly id: string }, at = 1_000) =>
  (await approversOf(tables, 'recovery', [`1.${id}`], at)).get(`1.${id}`);

test('an approval is shown for as long as it counts', async () => {
  const one = subject();
  await decided(one, 'anna');
  expect(await approvers(one, 1_000 + approvalCountsMs - 1)).toEqual(['anna']);
  expect(await approvers(one, 1_000 + approvalCountsMs)).toEqual([]);
});

test('an approval counts while its operator decides on that kind, and what was complete before stays so', async () => {
  for (const [name, change] of [
    ['hugh', 'auditor'],
    ['iris', 'ended'],
  ] as const) {
    const [complete, open] = [subject(), subject()];
    await decided(complete, name);
    await decided(complete, 'anna');
    await decided(open, name);
    await changeOperator(database.owner, name, change);
    expect(await approvers(open), name).toEqual([]);
    expect(await decided(open, 'bert'), name).toMatchObject({ status: 'open', approvals: 1 });
    expect(await isApproved(open), name).toBe(false);
    expect(await decided(open, 'carl'), name).toMatchObject({ status: 'approved', approvals: 2 });
    expect(await isApproved(complete), name).toBe(true);
    expect(await decided(complete, 'anna'), name).toMatchObject({ status: 'approved', approvals: 2 });
    expect(await approvers(complete), name).toEqual([name, 'anna']);
    expect(await approvers(open), name).toEqual(expect.arrayContaining(['bert', 'carl']));
  }
});

test('of a role that ends while another approves, one comes first', async () => {
  await insertOperators(database.owner, { judy: 'owner' });
  const one = subject();
  await decided(one, 'judy');
  const ending = await database.owner.connect();
  try {
    await ending.query('begin');
    await changeOperator(ending, 'judy', 'auditor');
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
  // As they were made: their acts are of no account here.
  await database.owner.query('alter table operator_link disable trigger link_has_its_act');
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
    await insertDecision(database.pool, 'recovery', `1.${one.id}`, second, { at: new Date(1_000) });
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
