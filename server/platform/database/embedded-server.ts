import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { type Cluster, choosePort, openCluster, rolePassword, superuser } from './cluster.ts';
import { makeDataFolder } from './data-folder.ts';
import { findPostmaster, isAlive } from './postmaster-file.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';
import { launchServer } from './server-launch.ts';
import { type Lease, takeLease } from './server-lease.ts';
import { findServerPrograms, type ServerPrograms } from './server-programs.ts';
import { clusterNameOf, type ServerSettings, settingArguments } from './server-settings.ts';

/**
 * An embedded PostgreSQL server in a folder, shared by any number of processes: each holds a lease, and the last to leave stops
 * it. A server left running by a crash is taken over; one that dies is restarted on the same port.
 */
export interface EmbeddedServer {
  /** URL of the `postgres` database as superuser. */
  readonly adminUrl: string;
  urlOf(database: string, role: string): string;
  passwordOf(role: string): string;
  /** Gives up the lease; the last holder stops the server and waits for it. */
  close(): Promise<void>;
}

export interface EmbeddedServerOptions extends ServerSettings {
  readonly folder: string;
  readonly log: Log;
  /** Called when the server died and could not be restarted. */
  readonly onLost: (error: Error) => void;
  /** Called once the server runs or has been launched: what is left is to wait for it. */
  readonly onLaunched?: () => void;
  /** Ends the opening, and stops a server that this process has launched for it. */
  readonly signal?: AbortSignal | undefined;
}

interface Setting {
  readonly cluster: Cluster;
  readonly programs: ServerPrograms;
  readonly account: ServerAccount;
  readonly settingList: readonly string[];
  readonly logFile: string;
  readonly log: Log;
}

const startWithinMs = 120_000;
const stopWithinMs = 30_000;
/** The server is not restarted after `deathsMax` crashes in a row, each within `shortLifeMs` of its start. */
const deathsMax = 10;
const shortLifeMs = 10_000;
const pollMs = 15;

export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { log } = options;
  const base = makeDataFolder(options.folder);
  const programs = findServerPrograms();
  const clusterFolder = join(base, 'postgres');
  const account = chooseServerAccount(programs.postgres, base, clusterFolder);
  const cluster = await openCluster(clusterFolder, programs, account);
  const settingList = settingArguments(options, programs.version);
  const setting: Setting = { cluster, programs, account, settingList, logFile: join(base, 'postgres.log'), log };
  let lease = await renewIfOutdated(
    setting,
    await joinOrStart(setting, null, options.onLaunched, options.signal),
    options.signal,
  );
  let closing = false;
  let revival: Promise<void> = Promise.resolve();
  let deaths = 0;
  let upSince = Date.now();

  const revive = async (port: number): Promise<void> => {
    log.warn('the database server is gone, starting it again');
    try {
      deaths = Date.now() - upSince < shortLifeMs ? deaths + 1 : 1;
      if (deaths > deathsMax) throw new Error(`The database server died ${deaths} times in a row.`);
      lease = await joinOrStart(setting, port);
      upSince = Date.now();
      superviseLease();
      log.info('the database server is back');
    } catch (error) {
      options.onLost(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const superviseLease = (): void => {
    lease.onLost(() => {
      if (!closing) revival = revive(lease.port);
    });
  };
  superviseLease();

  const passwordOf = (role: string): string => rolePassword(cluster.password, role);
  const urlOf = (database: string, role: string): string =>
    `postgres://${role}:${passwordOf(role)}@127.0.0.1:${lease.port}/${database}`;
  return {
    adminUrl: urlOf('postgres', superuser),
    urlOf,
    passwordOf,
    async close() {
      closing = true;
      await revival;
      await release(setting, lease);
    },
  };
}

/** Releases the lease, and stops the server when no other process holds one. */
async function release(setting: Setting, lease: Lease): Promise<void> {
  if (await lease.leave()) await stopServer(setting);
  await lease.release();
}

/** Joins the server running in the folder or starts one; retries until either succeeds. */
async function joinOrStart(
  setting: Setting,
  requiredPort: number | null,
  onLaunched: () => void = () => undefined,
  signal?: AbortSignal,
): Promise<Lease> {
  const deadline = Date.now() + startWithinMs;
  for (;;) {
    const running = await findPostmaster(setting.cluster.folder);
    if (running === null) {
      signal?.throwIfAborted();
      const port = requiredPort ?? (await choosePort(setting.cluster, setting.account));
      const launching = launchServer({ ...setting, port, deadline, signal });
      onLaunched();
      // One that has become ready meanwhile may be in use: it is left by its lease.
      if ((await launching) && (await findPostmaster(setting.cluster.folder))?.status !== 'ready') {
        await stopServer(setting);
        signal?.throwIfAborted();
      }
    } else if (running.port !== null && running.status === 'ready') {
      onLaunched();
      const lease = await takeLease(setting.cluster, running.port);
      if (lease !== null && !signal?.aborted) return lease;
      if (lease !== null) await release(setting, lease);
      signal?.throwIfAborted();
    } else {
      // Another process has launched it, and waits for it.
      signal?.throwIfAborted();
    }
    if (Date.now() > deadline) {
      throw new Error(`The database server did not get ready in ${startWithinMs / 1000} s; see ${setting.logFile}.`);
    }
    await delay(pollMs);
  }
}

/** Replaces a running server of another version or other settings, unless another process uses it. */
async function renewIfOutdated(setting: Setting, lease: Lease, signal?: AbortSignal): Promise<Lease> {
  if ((await lease.clusterName()) === clusterNameOf(setting.settingList)) return lease;
  if (await lease.leave()) {
    setting.log.info('the database server left by an older version is replaced');
    await stopServer(setting);
  }
  await lease.release();
  return joinOrStart(setting, null, undefined, signal);
}

async function stopServer({ cluster, log, logFile }: Setting): Promise<void> {
  const running = await findPostmaster(cluster.folder);
  if (running === null) return;
  const signals = [
    { signal: 'SIGINT', waitMs: stopWithinMs },
    { signal: 'SIGQUIT', waitMs: 5_000 },
  ] as const;
  for (const { signal, waitMs } of signals) {
    process.kill(running.processId, signal);
    const deadline = Date.now() + waitMs;
    while (isAlive(running.processId) && Date.now() < deadline) await delay(pollMs);
    if (!isAlive(running.processId)) return;
    log.warn({ signal }, `the database server has not ended yet; see ${logFile}`);
  }
}
