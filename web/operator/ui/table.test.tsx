import { expect, test } from 'vitest';
import { markupOf, wordsOf } from '#web/ui/shown.fixture.tsx';
import { Table } from './table.tsx';
import { wholeOf } from './whole-of.ts';

const columns = ['a', 'b', 'c'].map((label) => ({ label, cell: (row: string) => `${label} of ${row}` }));

test('a table that is laid out otherwise on a phone keeps its roles, its labels and its place in the order of the keyboard', () => {
  const markup = markupOf(<Table caption="Things" columns={columns} rows={['x', 'y']} keyOf={String} empty="" />);
  const roles = [...markup.matchAll(/ role="(\w+)"/g)].map(([, role]) => role);
  const row = (cell: string) => ['row', ...Array(3).fill(cell)];
  expect(roles).toEqual(['table', 'rowgroup', ...row('columnheader'), 'rowgroup', ...row('cell'), ...row('cell')]);
  expect(markup).toMatch(/<section [^>]*aria-label="Things" tabindex="0"/);
  expect(markup).toContain('data-stacks="true"');
  expect([...markup.matchAll(/data-label="(\w)"/g)].map(([, label]) => label)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  const narrow = <Table caption="" columns={columns.slice(1)} rows={['x']} keyOf={String} empty="" />;
  expect(markupOf(narrow)).toContain('data-stacks="false"');
  expect(wordsOf(<Table caption="" columns={columns} rows={[]} keyOf={String} empty="Nothing yet." />)).toBe(
    'Nothing yet.',
  );
});

test('a whole number is what was typed, and anything else is none', () => {
  expect([' 12 ', '１２', '0', '999999999'].map(wholeOf)).toEqual([12, 12, 0, 999_999_999]);
  expect(['', 'x', '1.5', '-1', '1e3', '1234567890'].map(wholeOf)).toEqual([0, 0, 0, 0, 0, 0]);
});
