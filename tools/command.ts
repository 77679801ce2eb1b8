import { readConfig } from '#server/platform/config.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { giveUpConnections } from '#server/platform/database/database-client.ts';
import { openLog } from '#server/platform/log.ts';

/** Runs a command on its arguments. Its result is the exit code; an error is printed as one line. */
export async function runCommand(main: (words: readonly string[]) => Promise<number>): Promise<void> {
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  });
}

/**
 * Works on the product's database, that of DATABASE_URL or the own one in DATA_DIR, whether the product is running or not: as the
 * server does, or as the role that owns it. `migrates`: false where a database of an earlier version is to be refused.
 */
export async function withDatabase<Result>(
  as: 'server' | 'owner',
  connectionsMax: number,
  work: (database: Database) => Promise<Result>,
  { migrates = true }: { readonly migrates?: boolean } = {},
): Promise<Result> {
  const { databaseUrl, databaseOwnerUrl, dataFolder } = readConfig(process.env);
  const interruption = listenForInterruption();
  let endedBy: string | null = null;
  // Opening may wait as well, for others to be done with the database.
  interruption.then((signal) => {
    endedBy = signal;
    for (const url of [databaseUrl, databaseOwnerUrl]) if (url !== undefined) giveUp(url, signal);
  });
  const database = await openDatabase({
    url: databaseUrl,
    ownerUrl: databaseOwnerUrl,
    folder: dataFolder,
    log: openLog('warn'),
    connectionsMax,
    as,
    migrates,
  }).catch((error: unknown) => {
    throw endedBy === null ? error : endOf(endedBy);
  });
  try {
    interruption.then((signal) => giveUp(database.url, signal));
    return await Promise.race([work(database), interruption.then(refuse)]);
  } finally {
    await database.close();
  }
}

/** One Ctrl-C sends the signal twice, from the terminal and from npm. A later one ends the process where it is. */
const sameSignalWithinMs = 1_000;

/**
 * Resolves with the signal that ends the command before it is done. Without a listener the process would end at once, and leave its own
 * database running and the half of a file behind.
 */
function listenForInterruption(): Promise<string> {
  return new Promise((resolve) => {
    let sinceMs = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (sinceMs > 0 && Date.now() - sinceMs > sameSignalWithinMs) process.exit(1);
        sinceMs ||= Date.now();
        resolve(signal);
      });
  });
}

const giveUp = (url: string, signal: string): void => giveUpConnections(url, `the command got ${signal}`);

const endOf = (signal: string): Error => new Error(`Ended by ${signal} before it was done.`);

function refuse(signal: string): never {
  throw endOf(signal);
}
