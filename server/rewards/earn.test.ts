import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rewardRules, rewards } from '#core/rewards/rules.ts';
import { AttachedRowsRefused } from '#server/ledger/failures.ts';
import { openTestLedger, type TestLedger } from '#server/ledger/ledger.fixture.ts';
import { deposit } from '#server/ledger/transfers.fixture.ts';
import { earn, earnFirst } from './earn.ts';

let books: TestLedger;
let tables: Kysely<unknown>;

beforeAll(async () => {
  books = await openTestLedger([1n, 2n, 3n]);
  tables = new Kysely({ dialect: new PostgresDialect({ pool: books.database.pool }) });
});
afterAll(() => books.close());

const earningDeposit = (memberId: bigint, key: string, reference: string) => ({
  ...deposit(memberId, key, 100n),
  rows: [earn('depositConfirmed', memberId, reference)],
});

async function entriesOf(memberId: bigint) {
  const { rows } = await books.database.pool.query(
    'select kind, reference, points, rule_version, earned_at from weight_entry where member_id = $1 order by reference',
    [memberId],
  );
  return rows;
}

test('what an act earns is written with its transfer, at the transfer’s time', async () => {
  const outcome = await books.ledger.submit(earningDeposit(1n, 'one', 'A'));
  const entry = {
    kind: 'depositConfirmed',
    points: rewards.depositConfirmed.weight,
    rule_version: rewardRules.version,
  };
  expect(await entriesOf(1n)).toEqual([
    { ...entry, reference: 'A', earned_at: outcome.status === 'committed' && new Date(outcome.at) },
  ]);
});

test('one reference earns once: a second transfer that claims it is refused whole, and its neighbours are not', async () => {
  const attempts = await Promise.allSettled([
    books.ledger.submit(earningDeposit(2n, 'first', 'SAME')),
    books.ledger.submit(earningDeposit(2n, 'second', 'SAME')),
    books.ledger.submit(earningDeposit(2n, 'third', 'OTHER')),
  ]);
  expect(attempts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(attempts[1]).toMatchObject({ reason: expect.any(AttachedRowsRefused) });
  expect((await entriesOf(2n)).map(({ reference }) => reference)).toEqual(['OTHER', 'SAME']);
  expect((await books.ledger.balancesOf(2n))?.available).toBe(200n);
});

test('a first act earns once, however often and by however many at once it is repeated, and not where it is undone', async () => {
  const attempt = () => earnFirst('cardBound', 3n, tables, Date.now());
  const undone = tables.transaction().execute(async (transaction) => {
    await earnFirst('cardBound', 3n, transaction, Date.now());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await entriesOf(3n)).toEqual([]);
  await Promise.all([attempt(), attempt(), attempt()]);
  await attempt();
  expect(await entriesOf(3n)).toMatchObject([
    { kind: 'cardBound', reference: 'first', points: rewards.cardBound.weight },
  ]);
});

/** A statement that writes an entry, however it is written. */
const writesEntries =
  /insert\s+into\s+(?:"?public"?\.)?"?weight_entry\b|insertInto\(\s*['"`](?:public\.)?weight_entry\b/i;

test('rewards are written here and nowhere else', () => {
  for (const text of ['INSERT INTO  weight_entry (', 'insert into public."weight_entry"', "insertInto('weight_entry')"])
    expect(writesEntries.test(text), text).toBe(true);
  const server = resolve(import.meta.dirname, '..');
  const writers = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|sql)$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) => writesEntries.test(readFileSync(join(server, file), 'utf8')));
  expect(writers).toEqual(['rewards/earn.ts']);
});
