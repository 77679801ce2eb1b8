import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Database, openDatabase } from './database.ts';

/** Opens the database named by the settings. */
export async function openOwnDatabase(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  log: Log,
  onLost: (error: Error) => void,
): Promise<Database> {
  return await openDatabase({ url: databaseUrl, folder: dataFolder, log, onLost });
}
