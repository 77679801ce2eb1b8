import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#server/platform/database/test-database.ts';

const tool = fileURLToPath(new URL('backup.ts', import.meta.url));

test('a backup by a newer version changes nothing in a database on which the earlier one still serves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-earlier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { url, ownerUrl, owner, drop } = await createTestDatabase();
  const applied = async () => (await owner.query('select name from migration order by number')).rows;
  const { rows: last } = await owner.query<{ name: string }>(
    'delete from migration where number = (select max(number) from migration) returning name',
  );
  const before = await applied();
  const file = join(folder, 'one.backup');
  const env = { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  const ended = await new Promise<{ status: number; said: string }>((resolve) => {
    execFile(process.execPath, [tool, 'backup', file], { env }, (error, output, complaint) =>
      resolve({ status: error ? Number(error.code) : 0, said: output + complaint }),
    );
  });
  const said = expect.stringContaining(`made by an earlier version, without migration ${last[0]?.name}`);
  expect(ended).toEqual({ status: 1, said });
  expect(await applied()).toEqual(before);
  expect(existsSync(file)).toBe(false);
  await drop();
});
