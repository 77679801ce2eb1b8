import { expect, test } from 'vitest';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { owner } from '../operators/operators.fixture.ts';
import { insertDecision, openApprovals } from './approvals.fixture.ts';
import { approvalCountsMs, decide } from './approvals.ts';

const { database, tables, subject, decided, isApproved, decisionCount } = await openForFile(openApprovals);

test('it takes different operators, and one of them twice is one', async () => {
  const one = subject();
  const open = { status: 'open', approvals: 1, needed: 2, isRecorded: true };
  expect(await decided(one, 'anna')).toEqual(open);
  expect(await decided(one, 'anna')).toEqual(open);
  expect(await isApproved(one)).toBe(false);
  expect(await decided(one, 'bert')).toEqual({ ...open, status: 'approved', approvals: 2 });
  expect(await isApproved(one)).toBe(true);
});

test('a decision on what is no member’s is in the log without a member', async () => {
  const [recovery, funding] = [subject(), subject({ kind: 'funding', memberId: 0n })];
  await decided(recovery, 'anna');
  await decided(funding, 'anna', 'refused');
  const { rows } = await database.pool.query(
    'select act, member_id as "of" from operator_act where subject = any($1) order by id',
    [[`recovery ${recovery.id}`, `funding ${funding.id}`]],
  );
  expect(rows).toEqual([
    { act: 'recoveryApproved', of: 1n },
    { act: 'fundingRefused', of: null },
  ]);
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
  const refused = { status: 'refused', isRecorded: true, approvals: 0, needed: 2 };
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
  const insert = (operator: string, decision: 'approved' | 'refused', at = 1_000) =>
    insertDecision(database.pool, 'recovery', `1.${one.id}`, operator, { decision, at: new Date(at) });
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
