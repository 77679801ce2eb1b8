import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { type Asset, points, usdt } from '#core/money/amount.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { nameCause } from '#server/test/named-cause.fixture.ts';
import { randomFrom } from '#server/test/random.fixture.ts';
import {
  askForDisbursement,
  completeDisbursements,
  type DisburseDependencies,
  decideDisbursement,
} from './disburse.ts';
import { type DisbursementContent, openRequests } from './disbursement-store.ts';
import { getGiving } from './get-giving.ts';
import { listDisbursements } from './list-disbursements.ts';
import { reviewedDisbursements } from './reviewed-disbursements.ts';

let database: TestDatabase;
const clock = createTestClock(Date.UTC(2026, 0, 1));
let nodes: DisburseDependencies[];
let wall = 0;
let funded = 0;

const texts = { name: 'Books <b>&amp;</b>', about: '=1+1 "quoted" <script>' };

beforeAll(async () => {
  database = await createTestDatabase();
  await allowMadeUpPoints(database);
  await addOperators(database.owner);
  const { pool } = database;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  nodes = [0, 1].map(() => ({ tables, ledger: openLedger({ pool, clock }), clock, wallNow: () => Date.now() + wall }));
  await nameCause(database, 'books', texts, { by: [owner('anna'), owner('bert')], now: clock.now() });
});
afterAll(async () => {
  await Promise.all(nodes.map(({ ledger }) => (ledger as ReturnType<typeof openLedger>).close()));
  await database.drop();
});
beforeEach(() => {
  wall = 0;
});

const node = (place = 0) => nodes[place % 2] as DisburseDependencies;

/** What the charity receives, as from rounds and donations. */
async function receive(asset: Asset, amount: bigint): Promise<void> {
  const postings =
    asset === 'USDT'
      ? [{ from: houseAccount('sponsor', 0n), to: houseAccount('charity', 0n), amount: usdt(amount) }]
      : [{ from: houseAccount('sponsorPoints', 0n), to: houseAccount('charityPoints', 0n), amount: points(amount) }];
  const outcome = await node().ledger.submit({
    ...{ key: `receive:${++funded}`, inputHash: '0'.repeat(64), kind: 'donated', reference: 'test', postings },
  });
  expect(outcome.status).toBe('committed');
}

let receipts = 0;
const content = (change: Partial<DisbursementContent> = {}): DisbursementContent => ({
  ...{ causeId: 'books', asset: 'PTS', amount: 5n, receipt: `Receipt ${++receipts}`, ...change },
});
const ask = (of: DisbursementContent, operator: string, place = 0, key: string | null = null) =>
  askForDisbursement(node(place), of, { by: owner(operator), key });
const columns = async () => {
  const { points: inPoints, usdt: inUsdt } = await getGiving({ ...node(), pool: database.pool } as never);
  return { PTS: inPoints, USDT: inUsdt };
};
const listed = () => listDisbursements(database.pool, {});
const idOf = (result: object): string => ('id' in result ? String(result.id) : '-');

test('one operator asks, another approves: it is disbursed, with its receipt; the columns and the list agree', async () => {
  await receive('USDT', 9_000_000n);
  await receive('PTS', 100n);
  const [money, some] = [content({ asset: 'USDT', amount: 2_500_000n }), content({ amount: 40n })];
  const asked = await ask(money, 'anna');
  expect(asked).toMatchObject({ outcome: 'approved', approvals: 1, needed: 2 });
  const { outcome } = await decideDisbursement(node(1), idOf(asked), { by: owner('bert'), refusal: null });
  expect(outcome).toBe('disbursed');
  const first = await ask(some, 'anna');
  expect(await decideDisbursement(node(), idOf(first), { by: owner('bert'), refusal: null })).toMatchObject({
    outcome: 'disbursed',
  });
  expect(await columns()).toEqual({
    PTS: { received: 100n, disbursed: 40n, unspent: 60n },
    USDT: { received: 9_000_000n, disbursed: 2_500_000n, unspent: 6_500_000n },
  });
  expect((await listed()).map(({ asset, amount, receipt, cause }) => [asset, amount, receipt, cause.en.name])).toEqual(
    expect.arrayContaining([
      ['USDT', 2_500_000n, money.receipt, texts.name],
      ['PTS', 40n, some.receipt, texts.name],
    ]),
  );
});

test('one operator is not two persons, however often and on how many nodes', async () => {
  const of = content();
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, place) => ask(of, 'anna', place, 'one-key-of-anna')),
  );
  expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(results[0]).toMatchObject({ outcome: 'approved', approvals: 1 });
  const again = await decideDisbursement(node(), idOf(results[0] ?? {}), { by: owner('anna'), refusal: null });
  expect(again).toMatchObject({ outcome: 'approved', approvals: 1 });
  expect(await completeDisbursements(node())).toBe(0);
});

test('two requests in the same words are two, and none approves the other; a key belongs to one request of one operator', async () => {
  const before = (await columns()).PTS;
  const of = content({ amount: 7n });
  const [first, second] = [await ask(of, 'anna', 0, 'key-of-it'), await ask(of, 'bert', 1, 'key-of-it')];
  expect([first, second]).toMatchObject([
    { outcome: 'approved', approvals: 1 },
    { outcome: 'approved', approvals: 1 },
  ]);
  expect(idOf(first)).not.toBe(idOf(second));
  expect(idOf(await ask(of, 'anna', 0, 'key-of-it'))).toBe(idOf(first));
  await expect(ask({ ...of, amount: 8n }, 'anna', 0, 'key-of-it')).rejects.toMatchObject({
    code: 'idempotencyKeyReused',
  });
  expect((await columns()).PTS.disbursed).toBe(before.disbursed);
  const operators = ['bert', 'carl', 'dora'];
  await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      decideDisbursement(node(place), idOf(first), { by: owner(operators[place % 3] ?? ''), refusal: null }),
    ),
  );
  expect((await columns()).PTS).toMatchObject({ disbursed: before.disbursed + 7n, unspent: before.unspent - 7n });
  expect(await ask(of, 'anna', 0, 'key-of-it')).toMatchObject({ outcome: 'disbursed', id: idOf(first) });
  expect((await listed()).filter(({ receipt }) => receipt === of.receipt)).toHaveLength(1);
  expect(await decideDisbursement(node(), idOf(second), { by: owner('anna'), refusal: 'asked twice' })).toMatchObject({
    outcome: 'refused',
  });
});

test('more than is unspent is refused when it is asked for, and when something else was disbursed meanwhile', async () => {
  const { unspent } = (await columns()).PTS;
  expect(await ask(content({ amount: unspent + 1n }), 'anna')).toEqual({ outcome: 'overUnspent', unspent });
  const [one, other] = [content({ amount: unspent - 1n }), content({ amount: unspent - 2n })];
  const asked = await Promise.all([ask(one, 'anna'), ask(other, 'anna', 1)]);
  const approve = (which: object, place: number) =>
    decideDisbursement(node(place), idOf(which), { by: owner('bert'), refusal: null });
  const results = await Promise.all(asked.map(approve));
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['disbursed', 'overUnspent']);
  const after = (await columns()).PTS;
  expect(after.received).toBe(after.disbursed + after.unspent);
  expect(after.unspent).toBeGreaterThanOrEqual(1n);
  await receive('PTS', 1_000n);
  // What was approved and could not be paid is paid once the charity has it, within its day.
  expect(await completeDisbursements(node())).toBe(1);
});

test('what is approved by both and exceeds what the charity holds stays in the list of what waits, which says so', async () => {
  const { unspent } = (await columns()).PTS;
  const [one, other] = [content({ amount: unspent }), content({ amount: unspent })];
  const [id, paid] = [idOf(await ask(one, 'anna')), idOf(await ask(other, 'anna'))];
  await decideDisbursement(node(), paid, { by: owner('bert'), refusal: null });
  const reviewed = reviewedDisbursements(node());
  const waiting = async () => (await reviewed.list(100)).find((each) => each.id === `0.${id}`);
  const hash = (await waiting())?.hash ?? '';
  const decision = { by: owner('bert'), id: `0.${id}`, hash, decision: 'approved' as const, reason: 'seen' };
  expect(await reviewed.decide(decision)).toEqual({ status: 'open', approvals: 2, needed: 2 });
  expect(await waiting()).toMatchObject({ approvedBy: ['anna', 'bert'], needed: 2 });
  await receive('PTS', unspent + 1_000n);
  expect(await completeDisbursements(node())).toBe(1);
  expect(await waiting()).toBeUndefined();
});

test('killed between the second approval and the transfer, it is completed once, by whichever node looks', async () => {
  const of = content({ amount: 11n });
  const before = (await columns()).PTS.disbursed;
  const cut = { ...node(), ledger: { ...node().ledger, submit: () => Promise.reject(new Error('killed')) } };
  const id = idOf(await ask(of, 'anna'));
  await expect(decideDisbursement(cut as never, id, { by: owner('bert'), refusal: null })).rejects.toThrow('killed');
  expect((await columns()).PTS.disbursed).toBe(before);
  const counts = await Promise.all([completeDisbursements(node(0)), completeDisbursements(node(1))]);
  expect(counts).toContain(1);
  expect((await columns()).PTS.disbursed).toBe(before + 11n);
  expect((await listed()).filter(({ receipt }) => receipt === of.receipt)).toHaveLength(1);
  expect(await completeDisbursements(node())).toBe(0);
});

test('what was approved is completed however many requests wait before it', async () => {
  await database.owner.query(
    `insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by, asked_at)
     select 'WAITING' || lpad(number::text, 9, '0'), 'books', 'PTS', 1, 'Waits', 'anna', now() - interval '2 hours'
     from generate_series(1, 230) as number`,
  );
  const of = content({ amount: 2n });
  const cut = { ...node(), ledger: { ...node().ledger, submit: () => Promise.reject(new Error('killed')) } };
  const id = idOf(await ask(of, 'anna'));
  await expect(decideDisbursement(cut as never, id, { by: owner('bert'), refusal: null })).rejects.toThrow('killed');
  // And more than a page of those that are approved and exceed what the charity holds.
  const { unspent } = (await columns()).PTS;
  await database.owner.query(
    `insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by, asked_at)
     select 'TOOMUCH' || lpad(number::text, 9, '0'), 'books', 'PTS', $1, 'Too much', 'anna', now() - interval '1 hour'
     from generate_series(1, 130) as number`,
    [unspent + 1n],
  );
  await database.owner.query(
    `insert into approval (kind, reference, subject_hash, needed, opened_at)
     select 'disbursement', '0.' || id, sha256('x'), 2, now() from disbursement_request where receipt = 'Too much'`,
  );
  await database.owner.query(
    `insert into approval_decision (kind, reference, operator, decision, reason, at)
     select 'disbursement', '0.' || id, operator, 'approved', '', now()
     from disbursement_request, unnest(array['anna', 'bert']) as operator where receipt = 'Too much'`,
  );
  expect(await completeDisbursements(node())).toBe(1);
  expect((await listed()).filter(({ receipt }) => receipt === of.receipt)).toHaveLength(1);
});

test('an id that is no disbursement’s is refused, and after the last one there are none', async () => {
  await expect(listDisbursements(database.pool, { before: 'NOSUCH0000000000' })).rejects.toMatchObject({
    code: 'recordUnknown',
  });
  const last = (await listed()).at(-1)?.id;
  expect(last).toBeDefined();
  expect(await listDisbursements(database.pool, { before: last })).toEqual([]);
});

test('a refusal ends a request, which can be asked for anew, and so does a day', async () => {
  const of = content();
  const first = await ask(of, 'anna');
  const refused = await decideDisbursement(node(), idOf(first), { by: owner('bert'), refusal: 'no receipt seen' });
  expect(refused).toMatchObject({ outcome: 'refused' });
  expect(await decideDisbursement(node(), idOf(first), { by: owner('carl'), refusal: null })).toEqual({
    outcome: 'over',
  });
  const second = await ask(of, 'anna');
  expect(idOf(second)).not.toBe(idOf(first));
  wall = 24 * 3_600_000 + 1_000;
  expect(await decideDisbursement(node(), idOf(second), { by: owner('bert'), refusal: null })).toEqual({
    outcome: 'over',
  });
  expect(await decideDisbursement(node(), 'NOSUCH0000000000', { by: owner('bert'), refusal: null })).toEqual({
    outcome: 'unknown',
  });
  expect(await ask(content({ causeId: 'nothing' }), 'anna')).toEqual({ outcome: 'causeUnknown' });
});

test('an approved request that was not paid within its day lapses in the database too', async () => {
  await receive('PTS', 50n);
  const id = 'LAPSED0000000000';
  await database.owner.query(
    `insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by, asked_at)
     values ($1, 'books', 'PTS', 3, 'Too late', 'anna', now() - interval '25 hours')`,
    [id],
  );
  await database.owner.query(
    `insert into approval (kind, reference, subject_hash, needed, opened_at) values ('disbursement', $1, sha256('x'), 2, now())`,
    [`0.${id}`],
  );
  await database.owner.query(
    `insert into approval_decision (kind, reference, operator, decision, reason, at)
     select 'disbursement', $1, operator, 'approved', '', now() from unnest(array['anna', 'bert']) as operator`,
    [`0.${id}`],
  );
  await expect(
    database.pool.query('insert into disbursement (request_id, disbursed_at) values ($1, now())', [id]),
  ).rejects.toThrow('more than a day ago');
  expect((await openRequests(node().tables, 100)).map((one) => one.id)).not.toContain(id);
  // Nor is it tried again, which would fail and stop what waits behind it.
  await expect(completeDisbursements(node())).resolves.toBeTypeOf('number');
});

test('the database takes no disbursement without approvals or without its transfer, no transfer without one, and nothing back', async () => {
  await receive('PTS', 50n);
  const open = await ask(content({ amount: 4n }), 'anna');
  const insert = (id: string) =>
    database.pool.query('insert into disbursement (request_id, disbursed_at) values ($1, now())', [id]);
  await expect(insert(idOf(open))).rejects.toThrow('two operators');
  const cut = {
    ...node(),
    ledger: { houseBalances: () => node().ledger.houseBalances(), submit: () => Promise.reject(new Error('killed')) },
  };
  await expect(decideDisbursement(cut, idOf(open), { by: owner('bert'), refusal: null })).rejects.toThrow('killed');
  await expect(insert(idOf(open))).rejects.toThrow('its disbursements are');

  const move = (from: 'charityPoints' | 'charityPointsSpent' | 'sponsorPoints', to: typeof from | 'prizePoints') =>
    node()
      .ledger.submit({
        ...{ key: `move:${++funded}`, inputHash: '0'.repeat(64), kind: 'donated', reference: 'test' },
        postings: [{ from: houseAccount(from, 0n), to: houseAccount(to, 0n), amount: points(1n) }],
      })
      .then(
        ({ status }) => status,
        (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
      );
  expect(await move('charityPoints', 'charityPointsSpent')).toMatch(/its disbursements are/);
  expect(await move('charityPoints', 'prizePoints')).toMatch(/charity_only_spends/);
  expect(await move('sponsorPoints', 'charityPointsSpent')).toMatch(/spent_by_charity/);
  expect(await move('charityPointsSpent', 'charityPoints')).toMatch(/spent_stays/);
  for (const statement of [
    'update disbursement set disbursed_at = now()',
    'delete from disbursement',
    `update disbursement_request set receipt = 'another'`,
    `update charity_cause set texts = '{}'`,
  ]) {
    await expect(database.owner.query(statement), statement).rejects.toThrow(/never changed|stays what it is/);
  }
  const another = `insert into charity_cause (id, texts, named_by) select 'wells', texts, 'anna' from charity_cause`;
  await expect(database.pool.query(another)).rejects.toThrow('the approvals of two operators');
});

test('random requests, approvals and refusals agree with a plain model', async () => {
  const random = randomFrom(11);
  await receive('USDT', 500n);
  const start = (await columns()).USDT;
  let unspent: bigint = start.unspent;
  const open = new Map<string, { readonly by: Set<string>; readonly of: DisbursementContent }>();
  for (let step = 0; step < 80; step++) {
    const operator = random.of(['anna', 'bert', 'carl']);
    const some = random.of([...open.keys(), 'new', 'new']);
    const known = open.get(some);
    if (!known) {
      const of = content({ asset: 'USDT', amount: BigInt(1 + Math.floor(random.next() * 60)) });
      const result = await ask(of, operator, step);
      expect(result.outcome).toBe(of.amount > unspent ? 'overUnspent' : 'approved');
      if (result.outcome === 'approved') open.set(result.id, { by: new Set([operator]), of });
      continue;
    }
    const refusal = random.chance(1 / 6) ? 'not this time' : null;
    const result = await decideDisbursement(node(step), some, { by: owner(operator), refusal });
    known.by.add(operator);
    const isPaid = refusal === null && known.by.size > 1;
    const isCovered = known.of.amount <= unspent;
    expect(result.outcome).toBe(refusal ? 'refused' : !isPaid ? 'approved' : isCovered ? 'disbursed' : 'overUnspent');
    if (isPaid && isCovered) unspent -= known.of.amount;
    if (result.outcome !== 'approved') open.delete(some);
  }
  expect((await columns()).USDT).toEqual({ received: start.received, disbursed: start.received - unspent, unspent });
  expect(await faultsOf(database)).toEqual([]);
  expect((await faultsIn(database.pool)).filter((fault) => /disbursement/.test(fault))).toEqual([]);
});
