import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');
const startWithinMs = 240_000;
const stopWithinMs = 15_000;

export interface SheetServer {
  readonly address: string;
  readonly captcha: string;
  /** Starts or restarts the server with a product clock at this multiple of wall time. */
  runAt(speed: number): Promise<void>;
  stop(): Promise<void>;
}

/** A server on a free port with its data in `dataFolder`. */
export async function openServer(dataFolder: string): Promise<SheetServer> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const captcha = 'abcd';
  let child: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child?.kill('SIGKILL'), stopWithinMs);
    await ended;
    clearTimeout(timer);
  };
  return {
    address,
    captcha,
    stop,
    async runAt(speed) {
      await stop();
      child = spawn(process.execPath, ['server/main.ts'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: dataFolder,
          CLOCK_SPEED: String(speed),
          VERIFY_CODE_TEST: captcha,
          RATE_LIMIT: 'off',
          LOG_LEVEL: 'warn',
        },
      });
      const untilMs = Date.now() + startWithinMs;
      while (!(await responds(`${address}/readyz`))) {
        if (child.exitCode !== null || Date.now() > untilMs) {
          await stop();
          throw new Error('the server did not start');
        }
        await passed(100);
      }
    },
  };
}

async function responds(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  server.close();
  await once(server, 'close');
  if (place === null || typeof place === 'string') throw new Error('no free port was found');
  return place.port;
}
