import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { hashOfContent } from '#server/platform/approvals/approvals.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { nameCause } from '#server/test/named-cause.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { disbursementSubject } from './disburse.ts';
import { listDisbursements } from './list-disbursements.ts';
import { proposeDisbursement } from './propose-disbursement.ts';
import { reviewedDisbursements } from './reviewed-disbursements.ts';

/** A charity that holds 2 USDT and 50 points, and has two causes. */
const world = await openForFile(async () => {
  const database = await createTestDatabase();
  await allowMadeUpPoints(database);
  await addOperators(database.owner);
  const { pool } = database;
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const ledger = openLedger({ pool, clock });
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  for (const id of ['books', 'wells']) {
    clock.advance(120_000);
    await nameCause(database, id, { name: id, about: id }, { by: [owner('anna'), owner('bert')], now: clock.now() });
  }
  await ledger.submit({
    ...{ key: 'received', inputHash: '0'.repeat(64), kind: 'donated', reference: 'test' },
    postings: [
      { from: houseAccount('sponsor', 0n), to: houseAccount('charity', 0n), amount: usdt(2_000_000n) },
      { from: houseAccount('sponsorPoints', 0n), to: houseAccount('charityPoints', 0n), amount: points(50n) },
    ],
  });
  const published: unknown[] = [];
  const operatorEvents = { publish: async (event: unknown) => void published.push(event) };
  return {
    ...{ pool, tables, ledger, clock, wallNow: Date.now, published, operatorEvents },
    close: async () => {
      await ledger.close();
      await database.drop();
    },
  };
});

type Asked = Parameters<typeof proposeDisbursement>[1];
const books: Asked = { cause: 'books', asset: 'PTS', amount: '5', receipt: 'Receipt 1' };
const reviewed = reviewedDisbursements(world);

/** The number of the request, or the code of its refusal. */
const propose = (change: Partial<Asked> = {}, operator = 'anna', key: string | null = null): Promise<string> =>
  proposeDisbursement(world, { ...books, ...change }, owner(operator), key).then(
    ({ id }) => id,
    ({ code }) => code,
  );

async function waiting(id: string) {
  const found = (await reviewed.list(100)).find((one) => one.id === `0.${id}`);
  if (!found) throw new Error(`${id} does not wait`);
  return found;
}

const decide = async (id: string, operator: string, decision: 'approved' | 'refused' = 'approved') =>
  reviewed.decide({ by: owner(operator), id: `0.${id}`, hash: (await waiting(id)).hash, decision, reason: 'seen' });

test('an amount that is none of its asset, more than there is and an unknown cause are refused, each by its code', async () => {
  for (const [change, code] of [
    [{ amount: '0' }, 'amountInvalid'],
    [{ amount: '-1' }, 'amountInvalid'],
    [{ amount: '1.5' }, 'amountInvalid'],
    [{ asset: 'USDT', amount: '0.0000001' }, 'amountInvalid'],
    [{ amount: '51' }, 'disbursementTooLarge'],
    [{ asset: 'USDT', amount: '2.000001' }, 'disbursementTooLarge'],
    [{ cause: 'nothing' }, 'causeUnknown'],
  ] as const) {
    expect(await propose(change), JSON.stringify(change)).toBe(code);
  }
  expect(world.published).toEqual([]);
  expect(await reviewed.list(100)).toEqual([]);
});

test('an operator sees all of what is asked for and until when, in order of asking, and decides on that alone', async () => {
  const [first, second] = [await propose({ asset: 'USDT', amount: '1.5' }, 'bert'), await propose()];
  expect(world.published).toEqual(Array(2).fill({ subject: 'approvals', id: '' }));
  expect((await reviewed.list(100)).map(({ id }) => id)).toEqual([`0.${first}`, `0.${second}`]);
  expect(await reviewed.list(1)).toHaveLength(1);
  const { askedAt, expiresAt, approvedBy, content, hash } = await waiting(first);
  expect(expiresAt).toBe(askedAt + 86_400_000);
  expect({ approvedBy, content }).toEqual({
    approvedBy: ['bert'],
    content: [
      { name: 'disbursement', value: first },
      { name: 'cause', value: 'books' },
      { name: 'amount', value: '1.500000 USDT' },
      { name: 'receipt', value: 'Receipt 1' },
    ],
  });
  expect((await waiting(second)).content).toContainEqual({ name: 'amount', value: '5 PTS' });
  const unseen = {
    by: owner('anna'),
    id: `0.${first}`,
    hash: 'ab'.repeat(32),
    decision: 'approved',
    reason: '',
  } as const;
  await expect(reviewed.decide(unseen)).rejects.toMatchObject({ code: 'approvalChanged' });
  // What it decides on is all of that.
  const of = {
    id: 'A',
    causeId: 'books',
    asset: 'PTS',
    amount: 5n,
    receipt: 'R',
    askedBy: 'anna',
    askedAt: 0,
  } as const;
  const request = { ...of, disbursedAt: null, isRefused: false, approvedBy: [], isApproved: false };
  const changes = [{}, { id: 'B' }, { causeId: 'wells' }, { asset: 'USDT' as const }, { amount: 6n }, { receipt: 'S' }];
  const hashes = changes.map((change) =>
    hashOfContent(disbursementSubject({ ...request, ...change }).content).toString('hex'),
  );
  expect(new Set([...hashes, hash]).size).toBe(changes.length + 1);
  for (const id of [first, second]) expect(await decide(id, 'carl', 'refused')).toMatchObject({ status: 'refused' });
  expect(await reviewed.list(100)).toEqual([]);
  const { rows } = await world.pool.query(`select reason from approval_decision where decision = 'refused'`);
  expect(rows).toEqual([{ reason: 'seen' }, { reason: 'seen' }]);
});

test('who approved is listed in the order of approving', async () => {
  const id = await propose({ amount: '50' }, 'bert');
  const other = await propose({ amount: '1' }, 'anna');
  const { hash } = await waiting(other);
  expect(await decide(other, 'bert')).toEqual({ status: 'approved', approvals: 2, needed: 2 });
  const late = { by: owner('carl'), id: `0.${other}`, hash, decision: 'approved', reason: 'seen' } as const;
  await expect(reviewed.decide(late)).rejects.toMatchObject({ code: 'approvalOver' });
  // The charity holds a point less than that now.
  expect(await decide(id, 'anna')).toEqual({ status: 'open', approvals: 2, needed: 2 });
  expect((await waiting(id)).approvedBy).toEqual(['bert', 'anna']);
  // What is not paid yet can still be refused.
  expect(await decide(id, 'carl', 'refused')).toMatchObject({ status: 'refused' });
});

test('a key belongs to one request of one operator, in all that it asks for', async () => {
  const id = await propose({}, 'anna', 'the-key-of-anna');
  expect(await propose({}, 'anna', 'the-key-of-anna')).toBe(id);
  for (const change of [
    { cause: 'wells' },
    { amount: '6' },
    { receipt: 'Receipt 2' },
    { asset: 'USDT' as const, amount: '0.000005' },
  ]) {
    expect(await propose(change, 'anna', 'the-key-of-anna'), JSON.stringify(change)).toBe('idempotencyKeyReused');
  }
  const other = await propose({}, 'bert', 'the-key-of-anna');
  expect(other).not.toBe(id);
  for (const one of [id, other]) await decide(one, 'carl', 'refused');
  expect(await propose({}, 'anna', 'the-key-of-anna')).toBe(id);
});

test('the list begins with the latest disbursement and goes on behind the last one seen', async () => {
  const made: string[] = [];
  for (let count = 0; count < 3; count++) {
    world.clock.advance(1_000);
    made.push(await propose({ amount: '1', receipt: `Receipt of ${count}` }));
    await decide(made[count] ?? '', 'bert');
  }
  const [third = '', second = '', first = ''] = made.toReversed();
  const ids = async (before?: string) =>
    (await listDisbursements(world.pool, { ...(before && { before }) })).map(({ id }) => id);
  expect((await ids()).slice(0, 3)).toEqual([third, second, first]);
  expect((await ids(third)).slice(0, 2)).toEqual([second, first]);
});
