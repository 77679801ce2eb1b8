import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** What a withdrawal may never depend on, by the words such code is named with. */
const forbidden =
  /weight|deposit|invit|promotion|red-envelope|check-in|task|plans\/|draws|donation|wallet|\blimits\b|exclusion/i;

/** Tables that it may never read. */
const forbiddenTables =
  /\b(weight_entry|weight_entries|member_weight|deposit|plan|plan_group|invited_by|invitation_code|member_income|member_guard|loss_limit|self_exclusion|may_lose|excluded_until)\b/;

const feature = join(root, 'server/features/withdrawals');
const roots = [
  ...readdirSync(feature)
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
    .map((name) => join(feature, name)),
  join(root, 'contract/withdrawals.ts'),
];

const importLine = /^import (type )?[^'"]*?['"]([^'"]+)['"];/gms;

/** The files that a file loads at run time; type-only imports load nothing. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(importLine)].flatMap(([, isType, path = '']) => {
    if (isType) return [];
    if (path.startsWith('#')) return [join(root, path.slice(1))];
    return path.startsWith('.') ? [join(dirname(file), path)] : [];
  });
}

/** Every file that a withdrawal loads, with the import path that leads there. */
function reachable(): Map<string, string> {
  const found = new Map(roots.map((file) => [file, relative(root, file)]));
  for (const [file, path] of found) {
    for (const next of importsOf(file)) {
      if (!found.has(next)) found.set(next, `${path} > ${relative(root, next)}`);
    }
  }
  return found;
}

test('no code that a withdrawal runs is about weight, deposits, plans, limits, invitations or promotions, however far it is imported', () => {
  const found = reachable();
  for (const known of ['server/ledger/failures.ts', 'core/withdrawals/rules.ts', 'contract/fields.ts']) {
    expect(found.has(join(root, known)), known).toBe(true);
  }
  const wrong = [...found].filter(([file]) => forbidden.test(relative(root, file))).map(([, path]) => path);
  expect(wrong).toEqual([]);
});

test('no statement of a withdrawal asks a table of weight, deposits, plans, limits, invitations or promotions', () => {
  const statements = /`[^`]*`|'[^'\n]*'/g;
  for (const file of roots.filter((one) => one.startsWith(feature))) {
    const texts = readFileSync(file, 'utf8').match(statements) ?? [];
    const wrong = texts.filter(
      (text) => !text.startsWith("'#") && !text.startsWith("'.") && forbiddenTables.test(text),
    );
    expect(wrong, relative(root, file)).toEqual([]);
  }
});

test('what one withdrawal is limited by is asked of one place, which answers with one of two words', () => {
  const text = readFileSync(join(feature, 'member-identity.ts'), 'utf8');
  expect(text).toContain("of(memberId: bigint): Promise<'one' | 'several'>");
});
