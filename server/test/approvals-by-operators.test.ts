import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disbursementLapsesMs } from '#core/donations/disbursements.ts';
import { houseAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { askForDisbursement, completeDisbursements } from '#server/features/donations/disburse.ts';
import { reviewedDisbursements } from '#server/features/donations/reviewed-disbursements.ts';
import { decideApproval } from '#server/features/operators/decide-approval.ts';
import { listApprovals } from '#server/features/operators/list-approvals.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import { changeOperator, insertOperators } from '#server/platform/operators/operators.fixture.ts';
import type { Operator } from '#server/platform/session.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { nameCause } from './named-cause.fixture.ts';

let database: TestDatabase;
let tables: Kysely<unknown>;
let wall = 0;
const clock = createTestClock(Date.UTC(2026, 0, 1));
let ledger: ReturnType<typeof openLedger>;

const as = (operator: string, role: Operator['role']): Operator => ({ operator, role, locale: 'en' });
const [fay, fred, sue, abe] = [as('fay', 'finance'), as('fred', 'finance'), as('sue', 'support'), as('abe', 'auditor')];

beforeAll(async () => {
  database = await createTestDatabase();
  await allowMadeUpPoints(database);
  tables = new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) });
  ledger = openLedger({ pool: database.pool, clock });
  for (const { operator, role } of [fay, fred, sue, abe]) {
    await insertOperators(database.owner, { [operator]: role });
  }
  const texts = { name: 'Books', about: 'Books for a school' };
  await nameCause(database, 'books', texts, { by: [fay, fred], now: clock.now() });
  await ledger.submit({
    key: 'test:received',
    inputHash: '0'.repeat(64),
    kind: 'donated',
    reference: 'test',
    postings: [
      { from: houseAccount('sponsorPoints', 0n), to: houseAccount('charityPoints', 0n), amount: points(500n) },
    ],
  });
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

const disbursing = () => ({
  tables,
  ledger,
  clock,
  wallNow: () => Date.now() + wall,
});
const desk = () => ({
  tables,
  reviewed: [reviewedDisbursements(disbursing())],
  memberNumbers: memberNumbers(Buffer.alloc(32, 7)),
  operatorEvents: { publish: async () => undefined },
  wallNow: () => Date.now() + wall,
});

let receipts = 0;

/** A disbursement that fay asked for, as the list of what waits shows it. */
async function asked() {
  const content = { causeId: 'books', asset: 'PTS', amount: 5n, receipt: `Receipt ${++receipts}` } as const;
  const result = await askForDisbursement(disbursing(), content, { by: fay, key: null });
  const id = 'id' in result ? `0.${result.id}` : '';
  const waiting = (await listApprovals(desk(), fred)).find((one) => one.id === id);
  if (!waiting) throw new Error('the disbursement does not wait');
  return { ...waiting, receipt: content.receipt };
}

const decide = (
  by: Operator,
  { kind, id, hash }: Pick<Awaited<ReturnType<typeof asked>>, 'kind' | 'id' | 'hash'>,
  decision: 'approved' | 'refused' = 'approved',
) => decideApproval(desk(), { kind, id, hash, decision, reason: 'no receipt seen' }, by);

const refusedAs = (code: string) => expect.objectContaining({ code });
const isDisbursed = async (receipt: string): Promise<boolean> => {
  const { rows } = await database.pool.query(
    'select from disbursement join disbursement_request as r on r.id = request_id where r.receipt = $1',
    [receipt],
  );
  return rows.length > 0;
};

test('it takes a second operator whose role decides on that kind, on exactly what the list showed', async () => {
  const waiting = await asked();
  expect(waiting).toMatchObject({ approvedBy: ['fay'], needed: 2, mayDecide: true });
  for (const other of [fay, sue, abe]) {
    const [shown] = (await listApprovals(desk(), other)).filter(({ id }) => id === waiting.id);
    expect(shown, other.operator).toMatchObject({ mayDecide: false });
  }
  for (const other of [sue, abe]) await expect(decide(other, waiting)).rejects.toEqual(refusedAs('notPermitted'));
  await expect(decide(sue, waiting, 'refused')).rejects.toEqual(refusedAs('notPermitted'));
  await expect(decide(fay, waiting)).rejects.toEqual(refusedAs('approvalOwn'));
  const changed = { ...waiting, hash: 'f'.repeat(64) };
  await expect(decide(fred, changed)).rejects.toEqual(refusedAs('approvalChanged'));
  await expect(decide(fred, { ...waiting, id: '0.NOSUCH' })).rejects.toEqual(refusedAs('approvalUnknown'));
  await expect(decide(fred, { ...waiting, kind: 'funding' })).rejects.toEqual(refusedAs('approvalUnknown'));
  expect(await isDisbursed(waiting.receipt)).toBe(false);
  expect(await decide(fred, waiting)).toEqual({ status: 'approved', approvals: 2, needed: 2 });
  expect(await isDisbursed(waiting.receipt)).toBe(true);
  await expect(decide(fred, waiting, 'refused')).rejects.toEqual(refusedAs('approvalOver'));
});

test('one refusal ends it, a day ends it, and neither moves anything', async () => {
  const waiting = await asked();
  expect(await decide(fred, waiting, 'refused')).toEqual({ status: 'refused', approvals: 0, needed: 2 });
  expect((await listApprovals(desk(), fay)).map(({ id }) => id)).not.toContain(waiting.id);
  await expect(decide(fred, waiting)).rejects.toEqual(refusedAs('approvalOver'));
  const late = await asked();
  wall = disbursementLapsesMs;
  await expect(decide(fred, late)).rejects.toEqual(refusedAs('approvalOver'));
  wall = 0;
  for (const { receipt } of [waiting, late]) expect(await isDisbursed(receipt)).toBe(false);
});

test('what has waited longest is listed first, whatever its kind', async () => {
  const waiting = await asked();
  const kindOf = (...ages: readonly number[]) => ({
    kind: 'disbursement' as const,
    list: async () => ages.map((age) => ({ ...waiting, id: `0.AGED${age}`, askedAt: waiting.askedAt - age })),
    decide: async () => ({ status: 'open' as const, approvals: 1, needed: 2 }),
  });
  const listed = await listApprovals({ ...desk(), reviewed: [kindOf(3, 1), kindOf(4, 2)] }, fred);
  expect(listed.map(({ id }) => id)).toEqual(['0.AGED4', '0.AGED3', '0.AGED2', '0.AGED1']);
});

test('what is about a member is shown under the member’s number, and decided on as that', async () => {
  const waiting = await asked();
  const decided: string[] = [];
  const ofMember = {
    kind: 'disbursement' as const,
    list: async () => [{ ...waiting, id: '7.ABOUT7' }],
    decide: async ({ id }: { id: string }) => {
      decided.push(id);
      return { status: 'open' as const, approvals: 1, needed: 2 };
    },
  };
  const own = { ...desk(), reviewed: [ofMember] };
  const [shown] = await listApprovals(own, fred);
  const member = own.memberNumbers.numberOf(7n);
  expect(shown).toMatchObject({ id: `${member}.ABOUT7`, member });
  const { kind, hash } = waiting;
  await decideApproval(own, { kind, id: shown?.id ?? '', hash, decision: 'approved', reason: 'for a test' }, fred);
  expect(decided).toEqual(['7.ABOUT7']);
});

test('a role that was taken away in the meantime: its approval disburses nothing, and a third operator is needed', async () => {
  const waiting = await asked();
  await changeOperator(database.owner, 'fay', 'auditor');
  const [shown] = (await listApprovals(desk(), fred)).filter(({ id }) => id === waiting.id);
  expect(shown).toMatchObject({ approvedBy: [], mayDecide: true });
  expect(await decide(fred, waiting)).toEqual({ status: 'open', approvals: 1, needed: 2 });
  expect(await isDisbursed(waiting.receipt)).toBe(false);
  expect(await completeDisbursements(disbursing())).toBe(0);
  await insertOperators(database.owner, { flo: 'finance' });
  expect(await decide(as('flo', 'finance'), waiting)).toEqual({ status: 'approved', approvals: 2, needed: 2 });
  expect(await isDisbursed(waiting.receipt)).toBe(true);
});

test('what lapsed meanwhile is said to be expired, whatever its kind did with the decision', async () => {
  const lapsed = {
    kind: 'disbursement' as const,
    list: async () => [],
    decide: async () => ({ status: 'expired' as const, approvals: 1, needed: 2 }),
  };
  const form = { kind: 'disbursement', id: '0.X', hash: 'f'.repeat(64), decision: 'approved', reason: 'seen' } as const;
  const told: unknown[] = [];
  const operatorEvents = { publish: async (event: unknown) => void told.push(event) };
  const deciding = decideApproval({ ...desk(), reviewed: [lapsed], operatorEvents }, form, fred);
  await expect(deciding).rejects.toEqual(refusedAs('approvalExpired'));
  // Other consoles read the list again.
  expect(told).toEqual([{ subject: 'approvals', id: '' }]);
});
