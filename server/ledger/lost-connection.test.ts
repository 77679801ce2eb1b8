import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool } from '#server/platform/database/pool.ts';
import { openSeveringProxy, type SeveringProxy } from '#server/platform/database/severing-proxy.fixture.ts';
import { silentLog } from '#server/platform/log.ts';
import { attach } from './attached-rows.ts';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { deposit, place } from './transfers.fixture.ts';

let test1: TestLedger;
let proxy: SeveringProxy;
let pool: pg.Pool;
let ledger: Ledger;
beforeAll(async () => {
  test1 = await openTestLedger([1n, 2n]);
  await test1.ledger.submit(deposit(1n, 'funds', 1_000n));
});
beforeEach(async () => {
  proxy = await openSeveringProxy(test1.database.url);
  pool = createPool(proxy.url, silentLog);
  ledger = openLedger({ pool, clock: { now: () => Date.now() }, outageMsMax: 60_000 });
});
afterEach(async () => {
  await ledger.close();
  await pool.end();
  await proxy.close();
});
afterAll(() => test1.close());

async function available(): Promise<bigint> {
  return (await test1.ledger.balancesOf(1n))?.available ?? 0n;
}

/** The simple query as it goes over the wire; "read committed" is not it. */
const commit = 'commit\0';

const fates: readonly (readonly [string, string, number | null])[] = [
  ['the commit arrived, its answer did not', commit, 0],
  ['the commit arrived after we had come back', commit, 400],
  ['the commit never arrived', commit, null],
  ['the rows never arrived', 'insert into ledger.transfers', null],
  ['the locks never arrived', 'begin', null],
];

test.each(fates)('a lost connection gets the true answer: %s', async (fate, words, delayMs) => {
  const before = await available();
  proxy.cutAt(words, 1, delayMs);
  const outcomes = await Promise.all([
    ledger.submit(place(1n, `${fate} 1`, 10n)),
    ledger.submit(place(1n, `${fate} 2`, 20n)),
    ledger.submit(place(1n, `${fate} 2`, 20n)),
    ledger.submit(place(1n, `${fate} 3`, 1_000n)),
  ]);
  expect(proxy.cuts).toBe(1);
  expect(outcomes.map(({ status }) => status)).toEqual(['committed', 'committed', 'replayed', 'refused']);
  expect(await available()).toBe(before - 30n);
  expect(ledger.counts().outageRetries).toBeGreaterThan(0);
  expect(await faultsOf(test1.database)).toEqual([]);
});

test('so does a transfer whose rows went ahead of it', async () => {
  const note = {
    name: 'test note',
    columns: { name: 'text', transfer_at: 'timestamptz' },
    sql: 'insert into scheduled_work (name, due_at) select name, transfer_at from given',
    ahead: true,
  } as const;
  proxy.cutAt(commit, 1, 0);
  const noted = { ...deposit(2n, 'ahead in doubt', 1n), rows: [attach(note, { name: 'ahead in doubt' })] };
  expect(await ledger.submit(noted)).toMatchObject({ status: 'committed' });
  expect(proxy.cuts).toBe(1);
});

test('a transfer that used up the balance is not called insufficient when its commit was in doubt', async () => {
  const all = await available();
  proxy.cutAt(commit, 3, 50);
  expect(await ledger.submit(place(1n, 'everything', all))).toMatchObject({ status: 'committed' });
  expect(await available()).toBe(0n);
});

test('a replay is answered only after a commit that waits for the standby, as its first answer did', async () => {
  const first = await ledger.submit(deposit(2n, 'replayed', 1n));
  proxy.cutAt('pg_logical_emit_message', 1, null);
  // Also where it comes with a transfer that is refused.
  const [again, refused] = await Promise.all([
    ledger.submit(deposit(2n, 'replayed', 1n)),
    ledger.submit(place(2n, 'too much', 1_000_000n)),
  ]);
  expect(again).toEqual({ ...first, status: 'replayed' });
  expect(refused.status).toBe('refused');
  expect(proxy.cuts).toBe(1);
});

test('a database that stays away is reported: in doubt where a commit was sent, else as not written', async () => {
  await test1.ledger.submit(deposit(1n, 'more funds', 100n));
  await ledger.close();
  ledger = openLedger({ pool, clock: { now: () => Date.now() }, outageMsMax: 500 });
  proxy.cutAt(commit, Number.POSITIVE_INFINITY, null);
  await expect(ledger.submit(place(1n, 'doubt', 1n))).rejects.toMatchObject({ name: 'LedgerOutcomeUnknown' });
  proxy.cutAt('begin', Number.POSITIVE_INFINITY, null);
  await expect(ledger.submit(place(1n, 'away', 1n))).rejects.toMatchObject({ name: 'LedgerUnavailable' });
  // More than a batch in bulk: what stands behind the first batch fails with it, and is not waited for once more.
  const page = Array.from({ length: 1_100 }, (_, place) => deposit(2n, `in bulk ${place}`, 1n));
  const { transfers } = ledger.counts();
  const { committed, failed } = await ledger.submitPages(
    (async function* () {
      yield page;
    })(),
  );
  expect([committed, failed.length]).toEqual([0, page.length]);
  expect(failed.at(-1)?.reason).toMatchObject({ name: 'LedgerUnavailable' });
  const sent = ledger.counts().transfers - transfers;
  expect([sent > 0, sent % 1_024]).toEqual([true, 0]);
  expect(await available()).toBe(100n);
});

test('while the database stays away, all that waits is told at once, however many batches it is', async () => {
  await ledger.close();
  ledger = openLedger({ pool, clock: { now: () => Date.now() }, outageMsMax: 500 });
  proxy.cutAt('begin', Number.POSITIVE_INFINITY, null);
  let told = 0;
  const waiting = Array.from({ length: 1_100 }, (_, index) => ledger.submit(deposit(1n, `far away ${index}`, 1n)));
  for (const one of waiting) one.catch(() => told++);
  await expect(waiting[0]).rejects.toMatchObject({ name: 'LedgerUnavailable' });
  await new Promise(setImmediate);
  expect(told).toBe(1_100);
});

test('of a batch that is split while the database goes away, every transfer is told', async () => {
  await ledger.close();
  let batches = 0;
  const now = () => {
    // The first batch finds what it cannot write; its halves find no database.
    if (++batches === 2) proxy.cutAt('begin', Number.POSITIVE_INFINITY, null);
    return Date.now();
  };
  ledger = openLedger({ pool, clock: { now }, outageMsMax: 500 });
  const poison = {
    name: 'test poison',
    columns: { name: 'text' },
    sql: 'insert into no_such_table select name from given',
  } as const;
  const told: string[] = [];
  for (const transfer of [
    deposit(1n, 'whole', 1n),
    { ...deposit(1n, 'poison', 1n), rows: [attach(poison, { name: 'x' })] },
  ])
    ledger.submit(transfer).catch((error: Error) => told.push(error.name));
  await expect.poll(() => told).toEqual(['LedgerUnavailable', 'LedgerUnavailable']);
});
