import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { grants } from '#server/platform/database/grants.ts';
import { readMigrations } from '#server/platform/database/migrations.ts';

/** The tables that statements create, as they name them. */
function tablesOf(statements: string): string[] {
  return [...statements.matchAll(/^create table (?:if not exists )?([a-z_.]+)/gm)].map(([, name = '']) => name);
}

test('what the serving role may do is listed for every table of the migrations, and for no other', () => {
  const tables = readMigrations().flatMap(({ statements }) => tablesOf(statements));
  expect(Object.keys(grants).sort()).toEqual(['migration', ...tables].sort());
});

test('a table that is created or dropped is noticed', () => {
  expect(tablesOf('-- create table no\ncreate table one (n int);\ncreate table ledger.two (n int)')).toEqual([
    'one',
    'ledger.two',
  ]);
});

/** Used by functions and triggers of the database, which run as the role. */
const usedWithin = [
  'ledger.accounts insert',
  'ledger.balances insert',
  'ledger.balances update',
  'ledger.charity_received update',
  // Asked for by locks: of a decision, and of the challenges that are removed.
  'approval update',
  'passkey_challenge update',
  'support_chat insert',
  'support_conversation insert',
  'support_message insert',
  'support_reply insert',
  'team_points insert',
  'team_points update',
  'withdrawal_destination insert',
  'withdrawal_destination update',
];

test('no table may be written to or emptied that no statement of the server writes to or deletes from', () => {
  const server = resolve(import.meta.dirname, '../../server');
  const files = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file) && !/^test\/|grants\.ts$/.test(file),
  );
  const source = files.map((file) => readFileSync(join(server, file), 'utf8')).join('\n');
  const unused = Object.entries(grants).flatMap(([table, list]) => {
    const name = `${table.replace('.', '\\.')}\\b`;
    const statements: Readonly<Record<string, RegExp>> = {
      insert: new RegExp(`insert into ${name}|insertInto\\(\\s*'${name}`),
      update: new RegExp(
        `update ${name}|updateTable\\(\\s*'${name}|insert into ${name}[^;\`]*do update|insertInto\\(\\s*'${name}[^;]*doUpdateSet`,
      ),
      delete: new RegExp(`delete from ${name}|deleteFrom\\(\\s*'${name}`),
    };
    return Object.entries(statements).flatMap(([privilege, uses]) =>
      new RegExp(`\\b${privilege}\\b`).test(list) && !uses.test(source) ? [`${table} ${privilege}`] : [],
    );
  });
  expect(unused.sort()).toEqual(usedWithin.toSorted());
});
