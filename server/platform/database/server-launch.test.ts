import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { launchServer } from './server-launch.ts';

/** Launches a program that ends itself by that signal in place of the server. */
function launchDying(signal: 'ABRT' | 'KILL'): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-launch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return launchServer({
    ...{ cluster: { folder, password: 'unused' }, logFile: join(folder, 'log'), log: silentLog },
    ...{ programs: { postgres: '/bin/sh' } as never, settingList: [], port: 1, deadline: Date.now() + 30_000 },
    account: {
      command: (file) => ({ file, arguments: ['-c', `echo the last words; kill -${signal} $$`] }),
      ...{ identity: null, own: () => undefined },
    },
  });
}

test('a server that crashes at its start is reported with what it said; one that was killed from outside may start again', async () => {
  await expect(launchDying('ABRT')).rejects.toThrow(/ended with SIGABRT[\s\S]*the last words/);
  await expect(launchDying('KILL')).resolves.toBe(false);
});
