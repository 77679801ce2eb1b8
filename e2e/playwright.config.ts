import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from '../tools/test/browser.ts';

// The same zone on every machine, for the browsers too: journeys compare what a page shows with the server's times.
process.env.TZ = 'UTC';
/** The captcha's fixed answer, set on the server under test. */
process.env.E2E_VERIFY_CODE ??= 'abcd';
// Every worker evaluates the configuration again: the first evaluation's values are passed on.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'clearlot-e2e-'));

const address = `http://127.0.0.1:${process.env.E2E_PORT}`;
const browser = await findBrowser();

/** They wait for minutes, most of them for the clock of a server of their own: beside the others, two workers that are mostly idle. */
const waiting = [
  '**/what-operators-change-is-what-members-see.test.ts',
  '**/a-round-on-drand-is-checked-on-the-phone.test.ts',
  '**/open-pages-follow-the-money.test.ts',
  '**/a-draw-is-earned-drawn-and-proved.test.ts',
  '**/tasks-fill-the-red-envelope.test.ts',
];

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 2 },
    { name: 'others', testIgnore: waiting, workers: 4 },
  ],
  globalSetup: './operators.ts',
  // Generous timeouts: only what never happens reaches them, even on a busy machine.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  fullyParallel: false,
  // More than there are processors: most of a journey is waiting.
  workers: 6,
  // The totals name what needed it, and bound how many may.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  outputDir: '../test-results',
  reporter: [['list']],
  use: {
    baseURL: address,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    colorScheme: 'dark',
    // It fetches the whole app for each new context: journeys that are about it turn it on.
    serviceWorkers: 'block',
    // Journeys about motion turn it back on.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: browser,
    actionTimeout: 60_000,
  },
  webServer: {
    command: 'node server/main.ts',
    cwd: '..',
    url: `${address}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      // One wall second is ten product minutes: an hour-long plan settles in six seconds.
      CLOCK_SPEED: '600',
      VERIFY_CODE_TEST: process.env.E2E_VERIFY_CODE,
      RATE_LIMIT: 'off',
      PUSH_TO_LOOPBACK: 'on',
      LOG_LEVEL: 'warn',
    },
  },
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return address.port;
}
