import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
