import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from '../tools/test/browser.ts';

/** The captcha that the journeys type; the server under test is told to ask for exactly this. */
process.env.E2E_VERIFY_CODE ??= 'abcd';
// The configuration is read again in every worker: the first reading decides for all of them.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'clearlot-e2e-'));

const address = `http://127.0.0.1:${process.env.E2E_PORT}`;
const browser = await findBrowser();

export default defineConfig({
  testDir: '.',
  // Patient: only what never comes meets these, on however busy a machine.
  timeout: 240_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  fullyParallel: false,
  workers: 2,
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
    // Journeys that are about motion ask for it.
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
      // One wall second is ten minutes of the product: a plan of an hour settles in six.
      CLOCK_SPEED: '600',
      VERIFY_CODE_TEST: process.env.E2E_VERIFY_CODE,
      RATE_LIMIT: 'off',
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
