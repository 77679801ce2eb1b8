import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findPostmaster } from '#server/platform/database/postmaster-file.ts';

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
