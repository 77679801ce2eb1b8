import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { rolePassword, superuser } from '#server/platform/database/cluster.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { findPostmaster } from '#server/platform/database/postmaster-file.ts';
import { silentLog } from '#server/platform/log.ts';

export const code = 'TEST7';

/** A port that is free, and that no connection of anybody is given while the app is down: below those that systems hand out. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}

/**
 * Product seconds per wall second: a plan takes a second, the shortest holding twenty. A plan must commit before its first candle opens,
 * within 75 ms here: where that never holds, placements are tried again without end, and members get no answers to lose.
 */
const fastClock = 4_000;
const patienceMs = 180_000;

/** The whole app in a process of its own, with its own database: what can be killed. */
export interface KillableApp {
  readonly address: string;
  /** Queries the database, with retries while it restarts. */
  look<Seen>(into: (pool: pg.Pool) => Promise<Seen>): Promise<Seen>;
  /** A connection of the database's superuser, which can lock what the app waits for. */
  connect(): Promise<pg.Client>;
  start(): Promise<void>;
  /** `whenDead` runs once nothing of its process runs any more, before its open transactions have ended. */
  killApp(whenDead?: () => Promise<unknown>): Promise<void>;
  /** Kills the database server under the running app, which must restart it. Resolves when it accepts queries again. */
  killDatabase(): Promise<void>;
  /** Shuts down the app and its database, and removes the folder. */
  close(): Promise<void>;
}

export async function openKillableApp(port: number, clockSpeed = fastClock): Promise<KillableApp> {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-killed-'));
  const own = join(folder, 'own');
  const cluster = join(own, 'postgres');
  let child: ChildProcess | null = null;
  let pool: pg.Pool | null = null;

  const start = async (): Promise<void> => {
    child = await startApp(port, own, clockSpeed);
    pool ??= createPool(await databaseUrl(cluster, 'clearlot'), silentLog);
  };
  const look = async <Seen>(into: (pool: pg.Pool) => Promise<Seen>): Promise<Seen> => {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      try {
        if (!pool) throw new Error('the app never started');
        return await into(pool);
      } catch (error) {
        if (Date.now() > deadline || !isAway(error)) throw error;
        await wait(20);
      }
    }
  };
  const killApp: KillableApp['killApp'] = async (whenDead) => {
    if (!child) throw new Error('nothing runs');
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    child = null;
    await whenDead?.();
    // Its open transactions must end before the ledger is checked.
    await until('the killed app left work behind', async () => {
      const { rows } = await look((one) => one.query(busy));
      return rows.length === 0;
    });
  };
  const killDatabase = async (): Promise<void> => {
    const running = await findPostmaster(cluster);
    if (!running) throw new Error('there is no database server to kill');
    process.kill(running.processId, 'SIGKILL');
    await until('the database did not come back', async () => {
      const next = await findPostmaster(cluster);
      return next?.status === 'ready' && next.processId !== running.processId;
    });
    await look((one) => one.query('select 1'));
  };
  return {
    address: `http://127.0.0.1:${port}`,
    look,
    async connect() {
      const client = new pg.Client({ connectionString: await databaseUrl(cluster, superuser) });
      // It ends with the server that a test kills.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    start,
    killApp,
    killDatabase,
    async close() {
      await pool?.end().catch(() => undefined);
      if (child?.exitCode === null) {
        child.kill('SIGTERM');
        await Promise.race([once(child, 'exit'), wait(20_000)]);
        child.kill('SIGKILL');
      }
      // Left behind where the app was killed or did not end: nothing in it is kept.
      const running = await findPostmaster(cluster);
      if (running) process.kill(running.processId, 'SIGQUIT');
      await until('the database did not end', async () => (await findPostmaster(cluster)) === null);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

const busy = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;

async function startApp(port: number, dataFolder: string, clockSpeed: number): Promise<ChildProcess> {
  const { npm_lifecycle_event: _, DATABASE_URL: __, ...environment } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    env: {
      ...environment,
      PORT: String(port),
      DATA_DIR: dataFolder,
      VERIFY_CODE_TEST: code,
      CLOCK_SPEED: String(clockSpeed),
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Clearlot is ready')) resolve(child);
    });
    child.once('exit', () => reject(new Error(`it did not start: ${said}`)));
  });
}

/** The app restarts its database on the same port. */
async function databaseUrl(cluster: string, role: string): Promise<string> {
  const running = await findPostmaster(cluster);
  const password = readFileSync(join(cluster, 'clearlot.password'), 'utf8').trim();
  return `postgres://${role}:${rolePassword(password, role)}@127.0.0.1:${running?.port}/clearlot`;
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Connection lost, refused or being taken down; an SQLSTATE of a statement that is wrong is none of these.
  return /^(57P0[123]|08...|ECONN.*|EPIPE|XX000)$/.test(code) || /terminated|timeout|ended/i.test(error.message);
}

export async function until(fault: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(fault);
    await wait(20);
  }
}
