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
