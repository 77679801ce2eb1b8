import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { LedgerClosed } from './failures.ts';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { openLedger, type Submission } from './ledger.ts';
import { deposit, place } from './transfers.fixture.ts';

const members = Array.from({ length: 40 }, (_, index) => BigInt(index + 1));
let books: TestLedger;
beforeAll(async () => {
  books = await openTestLedger(members);
});
afterAll(() => books.close());

async function* pagesOf(pages: readonly (readonly Submission[])[]): AsyncGenerator<readonly Submission[]> {
  yield* pages;
}

/** So many pages, each with so many deposits of 1 to every member in turn. */
function deposits(name: string, pageCount: number, pageSize: number): Submission[][] {
  return Array.from({ length: pageCount }, (_, page) =>
    Array.from({ length: pageSize }, (_, index) => {
      const memberId = members[(page * pageSize + index) % members.length] ?? 1n;
      return deposit(memberId, `${name}:${page}:${index}`, 1n);
    }),
  );
}

async function availableOfAll(): Promise<bigint> {
  let total = 0n;
  for (const memberId of members) total += (await books.ledger.balancesOf(memberId))?.available ?? 0n;
  return total;
}

test('every transfer of every page is made once, by two nodes at once and again afterwards', async () => {
  const { database, ledger } = books;
  const other = openLedger({ pool: database.pool, clock: { now: () => Date.now() } });
  const before = await availableOfAll();
  const pages = deposits('twice', 4, 700);
  const reports = await Promise.all([ledger.submitPages(pagesOf(pages)), other.submitPages(pagesOf(pages))]);
  expect(reports.map(({ failed }) => failed)).toEqual([[], []]);
  expect(reports.reduce((total, { committed }) => total + committed, 0)).toBe(2_800);
  expect(await ledger.submitPages(pagesOf([[], ...pages, []]))).toEqual({ committed: 0, failed: [] });
  expect(await availableOfAll()).toBe(before + 2_800n);
  await other.close();
  expect(await faultsOf(database)).toEqual([]);
});

test('a transfer that is refused, or that can never be written, is reported and the others are made', async () => {
  const { ledger, database } = books;
  const before = await availableOfAll();
  const [page = []] = deposits('some', 1, 600);
  const poor = place(7n, 'too much', 10n ** 15n);
  const unwritable = {
    name: 'unwritable',
    columns: { id: 'bigint' },
    sql: 'insert into no_such_table select id from given',
  } as const;
  const poison = { ...deposit(9n, 'poison', 1n), rows: [{ statement: unwritable, row: { id: 1n } }] };
  const report = await ledger.submitPages(pagesOf([page.toSpliced(100, 0, poor).toSpliced(300, 0, poison)]));
  expect(report.committed).toBe(600);
  expect(report.failed).toEqual([
    { key: 'too much', reason: 'insufficientFunds' },
    { key: 'poison', reason: expect.objectContaining({ name: 'AttachedRowsRefused' }) },
  ]);
  expect(await availableOfAll()).toBe(before + 600n);
  expect(await faultsOf(database)).toEqual([]);
});

test('the next page is read while pages are written, and no more pages than two are under way', async () => {
  const { ledger, database } = books;
  const seen: bigint[] = [];
  async function* watched(): AsyncGenerator<readonly Submission[]> {
    for (const page of deposits('read ahead', 6, 500)) {
      const { rows } = await database.pool.query<{ count: bigint }>(
        "select count(*) from ledger.transfers where idempotency_key like 'read ahead:%'",
      );
      seen.push(rows[0]?.count ?? 0n);
      yield page;
    }
  }
  expect((await ledger.submitPages(watched())).committed).toBe(3_000);
  // When page n is read, all but the two pages before it are written.
  for (const [number, count] of seen.entries()) expect(count).toBeGreaterThanOrEqual(BigInt(500 * (number - 2)));
});

test('a caller that waits is served before the rest of a page', async () => {
  const { ledger, database } = books;
  const page = Array.from({ length: 4_000 }, (_, index) => deposit(2n, `long:${index}`, 1n));
  const bulk = ledger.submitPages(pagesOf([page]));
  await new Promise(setImmediate);
  // Single calls are refused as too many by those that are waited for alone.
  expect(ledger.counts().waiting).toBe(0);
  const outcome = await ledger.submit(deposit(2n, 'urgent', 1n));
  await bulk;
  const { rows } = await database.pool.query<{ after: bigint }>(
    "select count(*) as after from ledger.transfers where idempotency_key like 'long:%' and id > $1",
    [outcome.status === 'committed' && outcome.transferId],
  );
  expect(Number(rows[0]?.after)).toBeGreaterThan(2_000);
});

test('in one batch what callers wait for is decided before bulk transfers, whatever came first', async () => {
  const { ledger } = books;
  const { available } = (await ledger.balancesOf(2n)) ?? { available: 0n };
  const bulk = ledger.submitPages(pagesOf([[deposit(2n, 'bulk first', 1n)]]));
  // Until the page is queued, within one turn of the event loop.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  const outcome = await ledger.submit(place(2n, 'one too much', available + 1n));
  expect(outcome).toMatchObject({ status: 'refused', reason: 'insufficientFunds' });
  expect((await bulk).committed).toBe(1);
});

test('the pages before one that cannot be read are written', async () => {
  const { ledger } = books;
  const before = await availableOfAll();
  async function* broken(): AsyncGenerator<readonly Submission[]> {
    yield* deposits('broken', 2, 50);
    throw new Error('unreadable');
  }
  await expect(ledger.submitPages(broken())).rejects.toThrow('unreadable');
  expect(await availableOfAll()).toBe(before + 100n);
});

test('a transfer that no code should build stops its page before anything of it is written', async () => {
  const before = await availableOfAll();
  const [page = []] = deposits('built wrong', 1, 10);
  const wrong = {
    ...deposit(1n, 'wrong', 1n),
    postings: [{ ...place(1n, 'x', 1n).postings[0], to: memberAccount(2n, 'plans') }],
  };
  await expect(books.ledger.submitPages(pagesOf([[...page, wrong as Submission]]))).rejects.toThrow(RangeError);
  expect(await availableOfAll()).toBe(before);
  // Nor does the page after it hide that.
  const behind = books.ledger.submitPages(pagesOf([[wrong as Submission], [deposit(1n, 'behind', 1n)]]));
  await expect(behind).rejects.toThrow(RangeError);
});

test('a closed ledger takes no page', async () => {
  const ledger = openLedger({ pool: books.database.pool, clock: { now: () => Date.now() } });
  await ledger.close();
  await expect(ledger.submitPages(pagesOf(deposits('closed', 1, 1)))).rejects.toThrow(LedgerClosed);
});
