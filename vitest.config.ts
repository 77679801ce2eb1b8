import { defineConfig } from 'vitest/config';

/** One project per room; only the server's tests have a database behind them. */
const room = (name: string, more: { globalSetup?: string[] } = {}) => ({
  extends: true as const,
  test: { name, include: [`${name}/**/*.test.{ts,tsx}`], ...more },
});

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      room('core'),
      room('contract'),
      room('server', { globalSetup: ['server/platform/database/test-server.ts'] }),
      room('web'),
      room('tools'),
    ],
  },
});
