import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isCount } from './usage.ts';

const root = resolve(import.meta.dirname, '..');

/** Code and complaint of a program that is started with those words. */
const started = (program: string, ...words: readonly string[]): Promise<readonly [unknown, string]> =>
  new Promise((ended) => {
    execFile(process.execPath, [resolve(root, program), ...words], (error, _, complaint) =>
      ended([error?.code, complaint]),
    );
  });

test('a command that is given words it does not know says on one line which ones it takes, and does nothing', async () => {
  const ends = await Promise.all([
    started('tools/mutants/run.ts', '--minutes', 'soon'),
    started('tools/contact-sheet/draw.ts', 'darkk'),
  ]);
  for (const end of ends) expect(end).toEqual([2, expect.stringMatching(/^usage: n[^\n]+\n$/)]);
});

test('a count is a number above zero', () => {
  expect(['300', '0.5', '0', '-1', '', 'x', '1e3', ' 1', 'Infinity'].filter(isCount)).toEqual(['300', '0.5']);
});
