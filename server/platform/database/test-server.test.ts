import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers } from './test-server.ts';

test('what a killed run left is removed; what another user’s left, or belongs to a run that goes on, stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-leftovers-'));
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const [ended, running, unrelated] = [
    `clearlot-test-${pid}-a`,
    `clearlot-test-${process.pid}-a`,
    'clearlot-other',
  ].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [ended, running, unrelated]) mkdirSync(join(path, 'postgres'), { recursive: true });
  const here = () => [ended, running, unrelated].map((path) => existsSync(path));
  const me = process.getuid?.() ?? 0;
  await removeLeftovers(folder, me + 1);
  expect(here()).toEqual([true, true, true]);
  await removeLeftovers(folder, process.getuid?.());
  expect(here()).toEqual([false, true, true]);
  rmSync(folder, { recursive: true });
});
