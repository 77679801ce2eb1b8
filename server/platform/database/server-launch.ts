import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { type Cluster, serverEnvironment } from './cluster.ts';
import { findPostmaster } from './postmaster-file.ts';
import type { ServerAccount } from './server-account.ts';
import type { ServerPrograms } from './server-programs.ts';

export interface Launch {
  readonly cluster: Cluster;
  readonly programs: ServerPrograms;
  readonly account: ServerAccount;
  readonly settingList: readonly string[];
  readonly port: number;
  readonly logFile: string;
  readonly log: Log;
  readonly deadline: number;
  /** Ends the wait for the server. */
  readonly signal?: AbortSignal | undefined;
}

const logBytesMax = 5_000_000;
const pollMs = 15;
const patienceMs = 5_000;

/**
 * Starts the server in its own process session: Ctrl-C reaches only the app, which then stops the server in order.
 * Returns when the server is ready, another process started it first, or somebody killed it meanwhile; throws on failure. True where the
 * signal ended the wait: the server is this launch's own, and in nobody's use yet.
 */
export async function launchServer(launch: Launch): Promise<boolean> {
  const { cluster, account, logFile } = launch;
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax) rmSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const sizeBefore = statSync(logFile).size;
  const { file, arguments: rest } = account.command(launch.programs.postgres, [
    '-D',
    cluster.folder,
    '-p',
    String(launch.port),
    ...launch.settingList,
  ]);
  const server = spawn(file, rest, {
    ...account.identity,
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  server.unref();
  let ended: End | null = null;
  server.once('error', (error) => {
    ended = { reason: error.message, isKilled: false };
  });
  server.once('exit', (code, signal) => {
    ended ??= { reason: `ended with ${code ?? signal}`, isKilled: signal === 'SIGKILL' };
  });
  return await untilReady(launch, () => ended, { processId: server.pid, sizeBefore });
}

interface End {
  readonly reason: string;
  /** From outside, as by a kernel out of memory: the next start may succeed. */
  readonly isKilled: boolean;
}

async function untilReady(
  launch: Launch,
  endOf: () => End | null,
  { processId, sizeBefore }: { readonly processId: number | undefined; readonly sizeBefore: number },
): Promise<boolean> {
  const began = Date.now();
  let saidPatience = false;
  while (Date.now() < launch.deadline) {
    const running = await findPostmaster(launch.cluster.folder);
    if (running?.status === 'ready') return false;
    const end = endOf();
    if (end !== null) {
      const output = readFileSync(launch.logFile).subarray(sizeBefore).toString('utf8').trim();
      if (running !== null || end.isKilled || gaveWay(output)) return false;
      throw new Error(`The database server could not be started (${end.reason}).\n${output.slice(-2_000)}`);
    }
    // Once its file is there: it can be stopped by that, unless the file is another launch's.
    if (running?.processId === processId && launch.signal?.aborted) return true;
    if (!saidPatience && Date.now() - began > patienceMs) {
      saidPatience = true;
      launch.log.info('the database is recovering from its last stop; this can take a minute');
    }
    await delay(pollMs);
  }
  return false;
}

/** Another process started the server first, or took the port between our check and the bind: a retry resolves both. */
function gaveWay(output: string): boolean {
  return /lock file "postmaster\.pid" (already exists|is empty)|Address already in use|pre-existing shared memory block/.test(
    output,
  );
}
