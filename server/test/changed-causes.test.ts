import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { askForDisbursement, completeDisbursements, decideDisbursement } from '#server/features/donations/disburse.ts';
import { getGiving } from '#server/features/donations/get-giving.ts';
import { listCauses } from '#server/features/donations/list-causes.ts';
import { listDisbursements } from '#server/features/donations/list-disbursements.ts';
import { reviewedDisbursements } from '#server/features/donations/reviewed-disbursements.ts';
import { listOffers } from '#server/features/products/list-offers.ts';
import { listProductChanges } from '#server/features/products/list-product-changes.ts';
import { proposeCause } from '#server/features/products/propose-cause.ts';
import { reviewedProducts } from '#server/features/products/reviewed-products.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { openLedgerReader } from '#server/ledger/ledger-reader.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from './made-up-points.fixture.ts';
import { setProductTime } from './product-time.fixture.ts';

const [anna, bert] = [owner('anna'), owner('bert')];
// Apart from wall time, by which requests are dated.
const clock = createTestClock(Date.UTC(2040, 0, 1));
const minuteMs = 60_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
});
afterAll(() => database.drop());

const own = () => ({
  tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) }),
  offers: { changes: () => [], prizeTables: () => [] },
  ledger: { houseBalances: async () => new Map<never, bigint>() },
  clock,
  wallNow: Date.now,
  operatorEvents: { publish: async () => undefined },
});

type Asked = Parameters<typeof proposeCause>[1];

const wells: Asked = {
  ...{ cause: 'wells', open: '1', reason: 'for a test' },
  ...{ nameEn: 'Wells <script>alert(1)</script>', aboutEn: 'Clean water', nameZh: '水井', aboutZh: '清洁用水' },
  ...{ nameTc: '水井', aboutTc: '潔淨用水', nameJp: '井戸', aboutJp: 'きれいな水' },
};

/** Asked for by one and approved by another; the moment that it holds from. */
async function changed(asked: Asked): Promise<number> {
  await setProductTime(database.owner, clock.now());
  const { id } = await proposeCause(own(), asked, anna);
  const waiting = (await reviewedProducts(own()).list(200)).find((one) => one.id === `0.${id}`);
  if (!waiting) throw new Error(`${id} does not wait`);
  await reviewedProducts(own()).decide({
    ...{ by: bert, id: waiting.id, hash: waiting.hash, decision: 'approved', reason: 'seen by two' },
  });
  const made = (await listProductChanges(own(), {})).find((one) => one.id === id);
  expect(made).toMatchObject({ state: 'made', kind: 'cause', minimum: null, texts: { en: { name: asked.nameEn } } });
  return made?.effectiveFrom ?? 0;
}

async function moveTo(ms: number): Promise<void> {
  clock.advance(ms - clock.now());
  await setProductTime(database.owner, ms);
}

const shown = async () => (await listCauses(own())).map(({ id, texts }) => `${id}: ${texts.en.name}`);

test('a cause is shown from its moment on, with the texts that two operators saw, and leaves the pages when it is closed', async () => {
  const later = clock.now() + 60 * minuteMs;
  expect(await changed({ ...wells, from: String(later) })).toBe(later);
  await moveTo(later - 1);
  expect(await shown()).toEqual([]);
  await moveTo(later);
  expect(await shown()).toEqual(['wells: Wells <script>alert(1)</script>']);
  const { causes } = await getGiving({ ...own(), pool: database.pool, ledger: openLedgerReader(database.pool) });
  expect(causes).toEqual(await listCauses(own()));

  const renamed = await changed({ ...wells, nameEn: 'Deep wells', from: '100000000000' });
  expect(renamed).toBe(later + minuteMs);
  await moveTo(renamed - 1);
  expect(await shown()).toEqual(['wells: Wells <script>alert(1)</script>']);
  await moveTo(renamed);
  expect(await shown()).toEqual(['wells: Deep wells']);

  await moveTo(await changed({ ...wells, nameEn: 'Deep wells', open: '0' }));
  expect(await shown()).toEqual([]);
  const offered = await listOffers(own());
  expect(offered.causes).toMatchObject([{ id: 'wells', isOpen: false, texts: { en: { name: 'Deep wells' } } }]);

  await moveTo(await changed({ ...wells, cause: 'books', nameEn: 'Books' }));
  expect((await listOffers(own())).causes.map(({ id }) => id)).toEqual(['books', 'wells']);
});

test('a request whose cause was closed meanwhile is neither approved nor paid, can be refused, and its key still answers for it', async () => {
  await allowMadeUpPoints(database);
  const ledger = openLedger({ pool: database.pool, clock });
  const node = { ...own(), ledger };
  const received = {
    from: houseAccount('sponsorPoints', 0n),
    to: houseAccount('charityPoints', 0n),
    amount: points(100n),
  };
  await ledger.submit({
    ...{ key: 'received', inputHash: '0'.repeat(64), kind: 'donated', reference: 'test', postings: [received] },
  });
  const school = { ...wells, cause: 'school', nameEn: 'School' };
  await moveTo(await changed(school));
  const content = (receipt: string) => ({ causeId: 'school', asset: 'PTS' as const, amount: 5n, receipt });
  const ask = (receipt: string) => askForDisbursement(node, content(receipt), { by: anna, key: `key of ${receipt}` });
  const idOf = (asked: object) => ('id' in asked ? String(asked.id) : '-');
  const approve = (id: string, on: typeof node = node) => decideDisbursement(on, id, { by: bert, refusal: null });
  const [paid, waiting, cut] = [idOf(await ask('Paid')), idOf(await ask('Waiting')), idOf(await ask('Cut off'))];
  expect(await approve(paid)).toMatchObject({ outcome: 'disbursed' });
  const killed = { ...node, ledger: { ...ledger, submit: () => Promise.reject(new Error('killed')) } };
  await expect(approve(cut, killed as never)).rejects.toThrow('killed');
  await moveTo(await changed({ ...school, open: '0' }));

  expect(await approve(waiting)).toEqual({ outcome: 'causeClosed' });
  const reviewed = reviewedDisbursements(node);
  const seen = (await reviewed.list(100)).find(({ id }) => id === `0.${waiting}`);
  await expect(
    reviewed.decide({
      by: bert,
      id: `0.${waiting}`,
      hash: seen?.hash ?? '',
      decision: 'approved',
      reason: 'seen by two',
    }),
  ).rejects.toMatchObject({ code: 'causeClosed' });
  // Approved by both while it was open, and not paid before.
  expect(await completeDisbursements(node)).toBe(0);
  await expect(
    database.pool.query('insert into disbursement (request_id, disbursed_at) values ($1, $2)', [
      cut,
      new Date(clock.now()),
    ]),
  ).rejects.toThrow('the cause of this disbursement is closed');
  expect((await ledger.houseBalances()).get('charityPointsSpent')).toBe(5n);

  expect(await ask('Paid')).toEqual({ outcome: 'disbursed', id: paid });
  expect(await ask('Waiting')).toMatchObject({ outcome: 'approved', id: waiting });
  expect(await ask('New')).toEqual({ outcome: 'causeUnknown' });
  expect(await decideDisbursement(node, waiting, { by: bert, refusal: 'closed by now' })).toMatchObject({
    outcome: 'refused',
  });
  await ledger.close();
});

test('what was disbursed keeps the texts of its moment', async () => {
  const named = await changed({ ...wells, cause: 'trees', nameEn: 'Trees' });
  await moveTo(named);
  await disburseTo('trees', named);
  await moveTo(await changed({ ...wells, cause: 'trees', nameEn: 'Old trees' }));
  await disburseTo('trees', clock.now());
  const rows = await listDisbursements(database.pool, {});
  expect(rows.slice(0, 2).map(({ cause }) => cause.en.name)).toEqual(['Old trees', 'Trees']);
});

let disbursed = 0;

/** A disbursement as it is recorded; no points are moved, so the guards are off. */
async function disburseTo(cause: string, at: number): Promise<void> {
  const id = `D${++disbursed}`;
  const client = await database.owner.connect();
  await client.query('begin');
  await client.query('alter table disbursement disable trigger user');
  await client.query(
    `insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by) values ($1, $2, 'PTS', 1, 'Receipt', 'anna')`,
    [id, cause],
  );
  await client.query('insert into disbursement (request_id, disbursed_at) values ($1, $2)', [id, new Date(at)]);
  await client.query('alter table disbursement enable always trigger disbursement_approved');
  await client.query('commit');
  client.release();
}

test('of two changes for the same moment the later approved one holds', async () => {
  const cause = 'schools';
  const [first, second] = [
    await changed({ ...wells, cause, nameEn: 'Schools' }),
    await changed({ ...wells, cause, nameEn: 'Village schools' }),
  ];
  expect(second).toBe(first);
  await moveTo(second);
  expect((await shown()).filter((line) => line.startsWith(cause))).toEqual(['schools: Village schools']);
});

test('a cause is named with the texts that were approved, by who asked for it', async () => {
  await changed({ ...wells, cause: 'trees', nameEn: 'Trees' });
  const named = (details: string, by: string, cause = 'item') =>
    database.owner.query(
      `insert into charity_cause (id, texts, named_by, named_with)
       select ${cause}, ${details}, ${by}, id from product_request where item = 'trees'`,
    );
  const refused = 'the approvals of two operators';
  await expect(named(`details || '{"en": {"name": "Other", "about": "Other"}}'`, 'asked_by')).rejects.toThrow(refused);
  await expect(named('details', `'bert'`)).rejects.toThrow(refused);
  await expect(named('details', 'asked_by', `'other-trees'`)).rejects.toThrow(refused);
  await expect(named('details', 'asked_by')).rejects.toThrow('duplicate key');
});

test('a text that is too short or no single line, an unknown kind of id, and a row past the approvals are refused', async () => {
  for (const wrong of [
    { nameEn: 'x' },
    { aboutJp: 'two\nlines' },
    { nameTc: ' spaces ' },
    { cause: '-x' },
    { aboutZh: '' },
  ]) {
    await expect(proposeCause(own(), { ...wells, ...wrong }, anna)).rejects.toMatchObject({ code: 'causeInvalid' });
  }
  const { id } = await proposeCause(own(), { ...wells, cause: 'meals' }, anna);
  const named = sql`insert into charity_cause (id, texts, named_by, named_with)
    select item, details, asked_by, id from product_request where id = ${id}`;
  await expect(named.execute(own().tables)).rejects.toThrow('the approvals of two operators');
  const odd = sql`insert into product_request (id, kind, item, is_open, details, effective_from, reason, asked_by)
    values ('ODD', 'cause', 'odd', true, '{"en": {}}', now(), 'for a test', 'anna')`;
  await expect(odd.execute(own().tables)).rejects.toThrow('product_request_texts');
});
