import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findPostmaster } from '#server/platform/database/postmaster-file.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';

const child = fileURLToPath(new URL('command-child.fixture.ts', import.meta.url));

test('a command that is interrupted says so and leaves no database running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-command-'));
  const { DATABASE_URL: _, ...environment } = process.env;
  const command = spawn(process.execPath, [child], {
    env: { ...environment, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaint = text(command.stderr);
  await once(command.stdout, 'data');
  // From the terminal and from npm.
  command.kill('SIGINT');
  command.kill('SIGINT');
  const [code] = await once(command, 'exit');
  const left = await findPostmaster(join(folder, 'postgres'));
  if (left) process.kill(left.processId, 'SIGINT');
  expect([left, code, await complaint]).toEqual([null, 1, 'Ended by SIGINT before it was done.\n']);
  rmSync(folder, { recursive: true, force: true });
});

test('a command that is interrupted while its database is in use by others does not wait for them', async () => {
  const { url, ownerUrl, owner, drop } = await createTestDatabase();
  onTestFinished(drop);
  const holder = await owner.connect();
  onTestFinished(() => holder.release());
  await holder.query('begin; lock table migration');
  const command = spawn(process.execPath, [child], {
    env: { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void command.kill('SIGKILL'));
  const complaint = text(command.stderr);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
  command.kill('SIGINT');
  const [code] = await once(command, 'exit');
  await holder.query('rollback');
  expect([code, await complaint]).toEqual([1, 'Ended by SIGINT before it was done.\n']);
});
