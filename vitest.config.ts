import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// A zone off the full hour, with summer time, wherever the tests run: a time that forgets its zone shows.
process.env.TZ = 'America/St_Johns';

interface Room {
  readonly globalSetup?: string[];
  readonly include?: string[];
  readonly exclude?: string[];
  readonly isolate?: boolean;
  readonly setupFiles?: string[];
}

/** One project per room. */
const room = (name: string, more: Room = {}) => ({
  extends: true as const,
  test: { name, include: [`${name}/**/*.test.{ts,tsx}`], ...more },
});

/** A thread, and the packages in it, serve many files: half of what a short test costs is their start. */
const shared: Room = { isolate: false, setupFiles: ['tools/test/fresh-file.ts'] };

/** Those that ask for a document have a thread each: what one leaves in its document, and listens to there, would reach the next. */
const withDocument = globSync('web/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('// @vitest-environment '),
);

/** How long a test may wait for what is to come: only what never comes meets it, on however busy a machine. */
const patienceMs = 60_000;

/** The server starts with the first test that needs a database. */
const withDatabase = { globalSetup: ['server/platform/database/test-server.ts'] };

export default defineConfig({
  test: {
    // A snapshot that is missing fails: `--update` writes it.
    update: 'none',
    pool: 'threads',
    // Much of the time is spent waiting for processes and databases: one more than the smallest machine has cores.
    maxWorkers: 3,
    testTimeout: 10 * patienceMs,
    hookTimeout: 10 * patienceMs,
    expect: { poll: { timeout: patienceMs, interval: 30 } },
    projects: [
      room('core', shared),
      room('contract', shared),
      room('server', withDatabase),
      room('web', { ...shared, exclude: withDocument }),
      room('web-document', { include: withDocument }),
      room('tools', withDatabase),
    ],
  },
});
