import { defineConfig } from 'vitest/config';

// A zone off the full hour, with summer time, wherever the tests run: a time that forgets its zone shows.
process.env.TZ = 'America/St_Johns';

/** One project per room. */
const room = (name: string, more: { globalSetup?: string[] } = {}) => ({
  extends: true as const,
  test: { name, include: [`${name}/**/*.test.{ts,tsx}`], ...more },
});

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
    projects: [room('core'), room('contract'), room('server', withDatabase), room('web'), room('tools', withDatabase)],
  },
});
