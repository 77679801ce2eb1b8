import { globSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HouseAccountName, houseAccount } from '#core/ledger/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';

const root = new URL('../../', import.meta.url).pathname;
const migrations = `${root}server/migrations/`;

/** Everything that the migrations make in the schema `ledger`. */
const names = new Set(
  readdirSync(migrations).flatMap((file) =>
    [...readFileSync(migrations + file, 'utf8').matchAll(/create [a-z ]*?\bledger\.(\w+)/g)].map(
      ([, name]) => name ?? '',
    ),
  ),
);

/** May name it: the ledger itself, the grants of all tables, what makes and checks backups of all tables, tests, benches, and code that is only quoted. */
const exceptions = [
  /^server\/ledger\//,
  /^server\/platform\/database\/grants\.ts$/,
  /^tools\/backup\//,
  /^tools\/mutants\/lists\//,
  /^bench\//,
  /\.test\.ts$/,
  /\.fixture\.ts$/,
];

/** Names of the ledger's tables, views and functions in a text. */
function usesIn(text: string): string[] {
  const named = [...text.matchAll(/\bledger"?\."?(\w+)/g)].flatMap(([use, name]) =>
    names.has(name ?? '') ? [use] : [],
  );
  return [...named, ...(/(withSchema\(|search_path.*)['" ]ledger\b/.exec(text) ?? []).slice(0, 1)];
}

test('SQL that names a table of the ledger is in server/ledger alone', () => {
  expect([...names]).toEqual(
    expect.arrayContaining(['accounts', 'balances', 'transfers', 'postings', 'house_balances']),
  );
  const files = globSync('{core,contract,server,web,tools,bench}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('node_modules') && !exceptions.some((exception) => exception.test(file)),
  );
  expect(files.length).toBeGreaterThan(500);
  const uses = files.flatMap((file) => usesIn(readFileSync(root + file, 'utf8')).map((use) => `${file}: ${use}`));
  expect(uses).toEqual([]);
});

test.each([
  'select balance from ledger.balances where member_id = $1',
  'join "ledger"."postings" as p on true',
  'select ledger.open_member(1)',
  "tables.withSchema('ledger').selectFrom('balances')",
  'set search_path = ledger',
])('the search finds %s', (planted) => {
  expect(usesIn(planted)).toHaveLength(1);
});

test.each(['await ledger.submit(transfer)', 'ledger.balancesOf(memberId)', 'ledger.close()'])(
  'the search passes over %s',
  (call) => {
    expect(usesIn(call)).toEqual([]);
  },
);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

/** Functions and views outside the schema `ledger` whose text names a table or view of it; its functions are there to be called. */
async function readersOutside(): Promise<string[]> {
  const { rows } = await database.owner.query<{ name: string; text: string }>(`
    select p.oid::regprocedure::text as name, p.prosrc as text from pg_proc as p
    where p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'ledger'::regnamespace)
      and p.prokind in ('f', 'p')
    union all
    select format('%I.%I', schemaname, viewname), definition from pg_views
    where schemaname not in ('pg_catalog', 'information_schema', 'ledger')`);
  const { rows: relations } = await database.owner.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'ledger'::regnamespace and relkind in ('r', 'v', 'S')`,
  );
  const named = new RegExp(`\\bledger\\.(${relations.map(({ name }) => name).join('|')})\\b`);
  expect(named.test('from ledger.balances as b')).toBe(true);
  expect(rows.length).toBeGreaterThan(30);
  return rows.filter(({ text }) => named.test(text)).map(({ name }) => name);
}

test('no function or view of the database reads the ledger’s tables, except its own', async () => {
  expect(await readersOutside()).toEqual([]);
  await database.owner.query(`
    create function planted() returns bigint language sql as 'select sum(balance) from ledger.balances';
    create view planted_view as select * from ledger.accounts`);
  expect(await readersOutside()).toEqual(['planted()', 'public.planted_view']);
  await database.owner.query('drop function planted; drop view planted_view');
});

/** Constraints and triggers of the ledger's tables that can only name accounts by their numbers. */
const accountsOf: Readonly<Record<string, readonly HouseAccountName[]>> = {
  charity_only_spends: ['charity', 'charityPoints'],
  needs_row: ['charityPoints'],
  spent_by_charity: ['charitySpent', 'charityPointsSpent'],
  spent_stays: ['charitySpent', 'charityPointsSpent'],
  spent_is_disbursed: ['charitySpent', 'charityPointsSpent'],
};

test('the account numbers in constraints and triggers are those of core/ledger/accounts.ts', async () => {
  const { rows } = await database.owner.query<{ name: string; text: string }>(`
    select conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid in (select oid from pg_class where relnamespace = 'ledger'::regnamespace) and contype = 'c'
    union all
    select tgname, pg_get_triggerdef(oid) from pg_trigger
    where tgrelid in (select oid from pg_class where relnamespace = 'ledger'::regnamespace) and not tgisinternal`);
  const numbers = rows.flatMap(({ name, text }) => {
    const found = [...text.matchAll(/-\d+/g)].map(([number]) => BigInt(number));
    return found.length > 0 ? [[name, [...new Set(found)].sort()] as const] : [];
  });
  const expected = Object.entries(accountsOf).map(
    ([name, accounts]) => [name, accounts.map((account) => houseAccount(account, 0n)).sort()] as const,
  );
  expect(Object.fromEntries(numbers)).toEqual(Object.fromEntries(expected));
});
