import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const files = execFileSync('git', ['ls-files', 'core', 'contract'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file));

/** The names that a source exports without a docstring. An operation has its `summary`, which the compiler demands. */
function undocumented(source: string): string[] {
  const lines = source.split('\n');
  return lines.flatMap((line, at) => {
    const [, kind, name] = /^export (?:async )?(const|function|interface|type|class) (\w+)/.exec(line) ?? [];
    if (kind === undefined || name === undefined || line.includes('= operation(')) return [];
    const before = lines[at - 1] ?? '';
    const isOverload = kind === 'function' && before.startsWith(`export function ${name}`);
    return isOverload || before.trimEnd().endsWith('*/') ? [] : [name];
  });
}

test('every export of core and contract has a docstring, or a summary where it is an operation', () => {
  const missing = files.flatMap((file) =>
    undocumented(readFileSync(resolve(root, file), 'utf8')).map((name) => `${file}#${name}`),
  );
  expect(missing).toEqual([]);
});

test('an export without a docstring is found', () => {
  const source = ['/** A. */', 'export const a = 1;', 'export const b = 2;', '', 'export function c() {}'].join('\n');
  expect(undocumented(source)).toEqual(['b', 'c']);
});
