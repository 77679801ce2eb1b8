import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('e2e/') && file !== 'tools/lint/patience.test.ts');

/** Where a pattern finds a time below the runner's: `file:line`. */
function shorterIn(file: string, text: string, pattern: RegExp, leastMs: number): string[] {
  return [...text.matchAll(pattern)]
    .filter(([, time = '']) => Number(time.replaceAll('_', '')) < leastMs)
    .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`);
}

const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
/** How long a poll of a test may take, and a test. */
const pollMs = Number(/^const patienceMs = ([\d_]+);$/m.exec(config)?.[1]?.replaceAll('_', ''));
const testMs = Number(/testTimeout: (\d+) \* patienceMs/.exec(config)?.[1]) * pollMs;

/** A time of a test's own, or of one poll in it. The end of a call at the beginning of a line is that of a test. */
function impatienceOf(file: string, text: string): string[] {
  return [
    ...shorterIn(file, text, /^ {0,2}\},? ?\n? *([\d_]+),?\n?\);/gm, testMs),
    ...shorterIn(file, text, /(?:poll|waitFor|waitUntil)\((?:(?!;\n)[\s\S]){0,600}?\btimeout: ([\d_]+)/g, pollMs),
  ];
}

test('the times of the runner are found', () => {
  expect(pollMs).toBeGreaterThanOrEqual(60_000);
  expect(testMs).toBeGreaterThan(pollMs);
});

test('no test waits less than the runner lets it: a short time says how busy the machine is', () => {
  const found = files.flatMap((file) => impatienceOf(file, readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

test.each([
  ["test('one', async () => {\n  work();\n}, 60_000);\n", 1],
  ["test('one', async () => {\n  work();\n}, 600_000);\n", 0],
  ['  await expect.poll(count, { timeout: 30_000, interval: 1 }).toBe(1);\n', 1],
  ['  await expect\n    .poll(() => count, {\n      timeout: 9_000,\n    })\n    .toBe(1);\n', 1],
  ['  await vi.waitFor(look, { timeout: 60_000 });\n', 0],
  ['  await expect.poll(count).toBe(1);\n  run({ timeout: 5_000 });\n', 0],
])('%j has %i of them', (text, count) => {
  expect(impatienceOf('a.test.ts', text)).toHaveLength(count);
});
