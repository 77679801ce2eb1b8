import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';

export interface SlowClockServer {
  readonly address: string;
  readonly port: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** A server of its own whose clock leaves time to bet: the other one's rounds last half a second. `module` is loaded before it. */
export async function openSlowClockServer(
  clockSpeed: number,
  { module, settings = {} }: { readonly module?: string; readonly settings?: Readonly<Record<string, string>> } = {},
): Promise<SlowClockServer> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'clearlot-e2e-own-'));
  const server = spawn(process.execPath, [...(module ? ['--import', module] : []), 'server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      CLOCK_SPEED: String(clockSpeed),
      VERIFY_CODE_TEST: process.env.E2E_VERIFY_CODE ?? '',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const isReady = async () => (await fetch(`${address}/readyz`).catch(() => null))?.ok ?? false;
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
  return {
    address,
    port: String(port),
    dataDir,
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return address.port;
}
