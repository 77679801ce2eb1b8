import { readConfig } from '#server/platform/config.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
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
  const database = await openDatabase({
    url: databaseUrl,
    ownerUrl: databaseOwnerUrl,
    folder: dataFolder,
    log: openLog('warn'),
    connectionsMax,
    as,
    migrates,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
