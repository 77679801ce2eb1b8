import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isCount } from './usage.ts';

/** Code and complaint of a program that is started with those words, where no database is. */
const started = (program: string, words: readonly string[]): Promise<readonly [unknown, string]> =>
  new Promise((ended) => {
    const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    execFile(process.execPath, [resolve(import.meta.dirname, program), ...words], { env }, (error, _, complaint) =>
      ended([error?.code, complaint]),
    );
  });

test('a command that is given words it does not know says on one line which ones it takes, and does nothing', async () => {
  const ends = await Promise.all([
    started('mutants/run.ts', ['--minutes', 'soon']),
    started('contact-sheet/draw.ts', ['darkk']),
  ]);
  for (const end of ends) expect(end).toEqual([2, expect.stringMatching(/^usage: n[^\n]+\n$/)]);
});

const ofDatabase: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'backup/backup.ts': [[], ['backup'], ['restore'], ['drop', 'file'], ['backup', 'file', 'another']],
  'operator/operators.ts': [
    ...[[], ['create', 'zoe'], ['create', 'zoe', '--role', 'support'], ['create', 'zoe', 'role', 'owner']],
    ...[['create', 'Zoe', '--role', 'owner'], ['create', 'zoe', '--role', 'owner', 'more'], ['list', 'zoe'], ['link']],
    ...[
      ['link', 'zoe', '--role', 'owner'],
      ['end', 'zoe'],
    ],
  ],
  'log/verify.ts': [['file']],
};

test.each(Object.entries(ofDatabase))(
  '%s does nothing with words that it does not know, and shows those it does',
  async (program, all) => {
    for (const words of all) {
      const end = [2, expect.stringContaining('The database is that of DATABASE_URL')];
      expect([words, ...(await started(program, words))]).toEqual([words, ...end]);
    }
  },
);

test('a count is a number above zero', () => {
  expect(['300', '0.5', '0', '-1', '', 'x', '1e3', ' 1', 'Infinity'].filter(isCount)).toEqual(['300', '0.5']);
});
