import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { putHelperThreadsBehind } from './helper-threads.ts';

test.runIf(process.platform === 'linux')(
  'threads that check passwords stand behind the one that answers calls',
  async () => {
    await hash('a password');
    const own = getPriority();
    expect(putHelperThreadsBehind()).toBeGreaterThan(0);
    const ofThreads = readdirSync('/proc/self/task').map((id) => ({
      name: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim(),
      priority: getPriority(Number(id)),
    }));
    for (const { name, priority } of ofThreads) {
      expect(priority, name).toBe(name === 'libuv-worker' ? Math.min(19, own + 6) : own);
    }
    expect(await hash('a password')).toContain('$argon2id$');
  },
);
