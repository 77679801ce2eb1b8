import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import type { Log } from './log.ts';

/** Opens the database named by the settings. */
export async function openOwnDatabase(
  { databaseUrl, databaseOwnerUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataFolder'>,
  log: Log,
  onLost: (error: Error) => void,
  onLaunched: () => void = () => undefined,
  signal?: AbortSignal,
): Promise<Database> {
  const addresses = { url: databaseUrl, ownerUrl: databaseOwnerUrl, folder: dataFolder };
  return await openDatabase({ ...addresses, log, onLost, onLaunched, signal });
}
