import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Database, openDatabase } from './database.ts';

/** Opens the database named by the settings. */
export async function openOwnDatabase(
  { databaseUrl, databaseOwnerUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataFolder'>,
  log: Log,
  onLost: (error: Error) => void,
): Promise<Database> {
  return await openDatabase({ url: databaseUrl, ownerUrl: databaseOwnerUrl, folder: dataFolder, log, onLost });
}
