import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** Where the tables of results, and of what decides them, are written: by what settles and draws, on nobody's word. */
const writers: Readonly<Record<string, readonly string[]>> = {
  plan: ['server/features/plans/place-plan.ts', 'server/features/plans/settle-plans.ts'],
  plan_candles: ['server/features/plans/record-outcomes.ts'],
  plan_outcome: ['server/features/plans/record-outcomes.ts'],
  fairness_chain: ['server/features/rounds/seed-chains.ts'],
  fairness_day: ['server/features/rounds/round-seeds.ts'],
  round_closing: ['server/features/rounds/close-round.ts'],
  round_end: ['server/features/rounds/end-round.ts'],
  round_follow: ['server/features/rounds/place-follows.ts', 'server/features/rounds/round-transfers.ts'],
  round_order: ['server/features/rounds/place-follows.ts', 'server/features/rounds/round-transfers.ts'],
  round_payment: ['server/features/rounds/pay-round.ts', 'server/features/rounds/round-transfers.ts'],
  draw: ['server/features/draws/draw-transfers.ts'],
  draw_reveal: ['server/features/draws/reveal-seeds.ts'],
  holding: ['server/features/financing/financing-transfers.ts'],
};

const writing = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|insertInto\\(|updateTable\\(|deleteFrom\\(|mergeInto\\()[\\s'"\`]*(${Object.keys(writers).join('|')})\\b(?!\\.)`,
  'gi',
);

/** The tables of results that a text writes. */
function writtenIn(text: string): string[] {
  return [...text.matchAll(writing)].map(([, table = '']) => table);
}

test('tables of results, and of what decides them, are written by the settlement and the draws alone', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  const found = Object.fromEntries(Object.keys(writers).map((table) => [table, new Set<string>()]));
  for (const file of files) {
    for (const table of writtenIn(readFileSync(root + file, 'utf8'))) found[table]?.add(file);
  }
  const sorted = Object.entries(found).map(([table, names]) => [table, [...names].sort()]);
  expect(Object.fromEntries(sorted)).toEqual(writers);
});

test('none of them records an act of an operator, or asks who the operator is', () => {
  const files = new Set(Object.values(writers).flat());
  const operators = [...files].filter((file) =>
    /recordOperatorAct|platform\/operators|ActingOperator|\{ operator \}/.test(readFileSync(root + file, 'utf8')),
  );
  expect(operators).toEqual([]);
});

test.each([
  'update plan set income = 1',
  'insert into "round_end" (round_id) values (1)',
  "tables.updateTable('plan_outcome')",
  'delete from draw',
])('the search finds %s', (planted) => {
  expect(writtenIn(planted)).toHaveLength(1);
});

test.each(['update planner set a = 1', 'select from plan', 'update draw_client_seed set seed = 1'])(
  'the search passes over %s',
  (other) => {
    expect(writtenIn(other)).toEqual([]);
  },
);
