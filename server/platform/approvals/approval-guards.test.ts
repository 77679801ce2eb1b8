import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalKind } from '#contract/operators-approvals.ts';
import { insertDecision } from '#server/platform/approvals/approvals.fixture.ts';
import { untilLockWait } from '../database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { addOperators, changeOperator } from '../operators/operators.fixture.ts';

/** What the server's role is refused where it goes around the product's own code. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner, 'ended1');
});
afterAll(() => database.drop());

const open = (reference: string, needed: number, kind = 'withdrawal') =>
  database.pool.query(
    `insert into approval (kind, reference, subject_hash, needed, opened_at) values ($3, $1, sha256('x'), $2, now())`,
    [reference, needed, kind],
  );

const approve = (reference: string, operator: string, completes = false, kind: ApprovalKind = 'withdrawal') =>
  insertDecision(database.pool, kind, reference, operator, { completes });

async function isApproved(reference: string, operators: number): Promise<boolean> {
  const { rows } = await database.pool.query(`select is_approved('withdrawal', $1, $2) as is_approved`, [
    reference,
    operators,
  ]);
  return rows[0].is_approved;
}

test('what was opened for one operator is never approved by two', async () => {
  await open('1.ONE', 1);
  await approve('1.ONE', 'anna');
  expect([await isApproved('1.ONE', 1), await isApproved('1.ONE', 2)]).toEqual([true, false]);
  await approve('1.ONE', 'bert');
  expect(await isApproved('1.ONE', 2)).toBe(false);
});

test('a recovery is not approved by what was opened for one operator', async () => {
  const { rows } = await database.pool.query<{ id: bigint }>(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     values ('recovered1', '$argon2id$', 'en', 'RECOVERED', sha256('x'), now()) returning id`,
  );
  const member = rows[0]?.id;
  await database.pool.query(`insert into account_recovery (member_id, id, asked_at) values ($1, 'R', now())`, [member]);
  const reference = `${member}.R`;
  await open(reference, 1, 'recovery');
  await approve(reference, 'anna', false, 'recovery');
  const approved = database.pool.query(
    `update account_recovery set approved_at = now(), takes_effect_at = now() + interval '72 hours' where member_id = $1`,
    [member],
  );
  await expect(approved).rejects.toThrow('a recovery takes the approvals of two operators');
});

test('a recovery is decided on for a reason', async () => {
  await open('1.REASON', 2, 'recovery');
  const decided = database.pool.query(
    `insert into approval_decision (kind, reference, operator, decision, reason, at)
     values ('recovery', '1.REASON', 'anna', 'approved', 'ok', now())`,
  );
  await expect(decided).rejects.toThrow('approval_decision_check');
});

test('of two decisions at once the second finds the first', async () => {
  await open('1.BOTH', 2);
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await insertDecision(client, 'withdrawal', '1.BOTH', 'anna');
    const second = approve('1.BOTH', 'bert');
    await untilLockWait(database.pool, second);
    await client.query('commit');
    await second;
    expect(await isApproved('1.BOTH', 2)).toBe(true);
  } finally {
    client.release();
  }
});

test('no decision says of itself that it is the last one', async () => {
  await open('1.LAST', 2);
  await approve('1.LAST', 'anna', true);
  expect(await isApproved('1.LAST', 2)).toBe(false);
  await approve('1.LAST', 'bert');
  expect(await isApproved('1.LAST', 2)).toBe(true);
});

test('an operator who has ended decides nothing', async () => {
  await open('1.ENDED', 2);
  await changeOperator(database.owner, 'ended1', 'ended');
  await expect(approve('1.ENDED', 'ended1')).rejects.toThrow('ended1 is no operator who decides on a withdrawal');
});
