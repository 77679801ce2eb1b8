import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const programs: Readonly<Record<string, readonly (readonly string[])[]>> = {
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

test.each(Object.entries(programs))(
  '%s does nothing with words that it does not know, and shows those it does',
  (path, all) => {
    // Nothing is there: what opened it would fail otherwise.
    const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    for (const words of all) {
      const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, path), ...words], {
        env,
        encoding: 'utf8',
      });
      expect([words, status, stderr]).toEqual([
        words,
        2,
        expect.stringContaining('The database is that of DATABASE_URL'),
      ]);
    }
  },
);
