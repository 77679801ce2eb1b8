import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { addOperators } from '../operators/operators.fixture.ts';

/** What the server's role is refused where it goes around the product's own code. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner, 'ended1');
});
afterAll(() => database.drop());

const open = (reference: string, needed: number) =>
  database.pool.query(
    `insert into approval (kind, reference, subject_hash, needed, opened_at) values ('withdrawal', $1, sha256('x'), $2, now())`,
    [reference, needed],
  );

const approve = (reference: string, operator: string, completes = false) =>
  database.pool.query(
    `insert into approval_decision (kind, reference, operator, decision, reason, at, completes)
     values ('withdrawal', $1, $2, 'approved', 'seen', now(), $3)`,
    [reference, operator, completes],
  );

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

test('no decision says of itself that it is the last one', async () => {
  await open('1.LAST', 2);
  await approve('1.LAST', 'anna', true);
  expect(await isApproved('1.LAST', 2)).toBe(false);
  await approve('1.LAST', 'bert');
  expect(await isApproved('1.LAST', 2)).toBe(true);
});

test('an operator who has ended decides nothing', async () => {
  await open('1.ENDED', 2);
  await database.owner.query(`update operator set ended_at = now() where name = 'ended1'`);
  await expect(approve('1.ENDED', 'ended1')).rejects.toThrow('ended1 is no operator who decides on a withdrawal');
});
