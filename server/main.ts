import { startApp } from './app.ts';
import { describeConfig, readConfig } from './platform/config.ts';
import { openLog } from './platform/log.ts';

/** The process: settings, start, a line for whoever started it, an orderly end. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  for (const line of describeConfig(config)) say(`  ${line}`);
  const app = await startApp(config, log, (error) => {
    log.fatal({ err: error }, 'the database is lost');
    process.exit(1);
  });
  say(`Clearlot is ready: ${app.address}`);

  let isEnding = false;
  const end = async (reason: string, code: number): Promise<void> => {
    // Whoever asks twice does not want to wait.
    if (isEnding) process.exit(1);
    isEnding = true;
    say(`Clearlot is stopping (${reason})`);
    setTimeout(() => process.exit(1), endWithinMs).unref();
    await app.close();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal, 0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug nobody caught');
    end('a bug', 1);
  });
}

const endWithinMs = 40_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE';
  const text = isTaken ? `${error.message}. Something listens there already: set PORT to another port.` : error.message;
  process.stderr.write(`Clearlot cannot start.\n${text}\n`);
  process.exit(1);
});
