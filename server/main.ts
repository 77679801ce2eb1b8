import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { App } from './app.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';

const nodeMajorMin = 24;
if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  process.stderr.write(
    `Clearlot runs on Node ${nodeMajorMin}, this is ${process.version}. "npm start" brings the right one.\n`,
  );
  process.exit(1);
}

// Cached compiled code halves the time of loading, so everything else is imported after this call.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { describeSettings, readConfig } = await import('./platform/config.ts');
const { openOwnDatabase } = await import('./platform/own-database.ts');
const { openLog } = await import('./platform/log.ts');
const { isOutOfResources, warnOncePerMinute } = await import('./platform/resources.ts');

/** The process: reads settings, starts the app, reports it on stdout, shuts down on a signal. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  for (const line of describeSettings(process.env)) say(`  ${line}`);
  const interruption = new AbortController();
  const starting = start(config, log, interruption.signal);

  let endingSinceMs = 0;
  const end = async (reason: string, code: number): Promise<void> => {
    const isImpatient = endingSinceMs > 0 && Date.now() - endingSinceMs > sameSignalWithinMs;
    if (isImpatient) endAtOnce();
    if (endingSinceMs > 0) return;
    endingSinceMs = Date.now();
    say(`Clearlot is stopping (${reason})`);
    setTimeout(endAtOnce, endWithinMs).unref();
    interruption.abort();
    await starting.then(
      (app) => app.close(),
      (error: unknown) => {
        if (error !== interruption.signal.reason)
          log.error({ err: error }, 'the start failed while it was being ended');
      },
    );
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal, 0));
  const warnOfShortage = warnOncePerMinute(log, 'out of files, sockets or memory: going on without');
  process.on('uncaughtException', (error) => {
    if (isOutOfResources(error)) return warnOfShortage({ err: error });
    log.fatal({ err: error }, 'uncaught exception');
    end('a bug', 1);
  });

  if (process.env.npm_lifecycle_event === 'start') whenParentEnds(() => end('npm has ended', 0));

  const app = await starting.catch((error: unknown) => {
    if (endingSinceMs === 0) throw error;
    return null;
  });
  if (app === null || endingSinceMs > 0) return;
  // One write: a reader may close the pipe after the address.
  say(`Clearlot is ready: ${app.address}\n  passkeys work at ${config.publicOrigin ?? localhostOf(app.address)}`);
}

/** The database starts, or recovers from a crash, while the rest of the code is loaded: loading blocks, so it comes after the launch. */
async function start(config: Config, log: Log, signal: AbortSignal): Promise<App> {
  const launch = Promise.withResolvers<void>();
  const onLost = (error: Error): void => {
    log.fatal({ err: error }, 'the database is lost');
    process.exit(1);
  };
  const database = openOwnDatabase(config, log, onLost, launch.resolve, signal);
  await Promise.race([launch.promise, database]);
  // Handled at the `await` in `composeApp`.
  database.catch(() => undefined);
  const { composeApp } = await import('./app.ts');
  return await composeApp(config, log, database);
}

/** Passkeys are bound to a name: browsers make none for an IP address. */
function localhostOf(address: string): string {
  const url = new URL(address);
  url.hostname = 'localhost';
  return url.origin;
}

const endWithinMs = 40_000;
/** One Ctrl-C sends the signal twice, from the terminal and from npm. A later one forces the exit. */
const sameSignalWithinMs = 1_000;

/** An exit waits for operations on files, which may hang, and no signal is heard meanwhile. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** npm forwards signals to its shell only, and many shells exit without forwarding them. */
function whenParentEnds(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 250);
  timer.unref();
}

await main().catch((error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE';
  const text = isTaken ? `${error.message}. Something listens there already: set PORT to another port.` : error.message;
  process.stderr.write(`Clearlot cannot start.\n${text}\n`);
  process.exit(1);
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
