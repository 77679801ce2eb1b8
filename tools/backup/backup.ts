import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { openLog } from '#server/platform/log.ts';
import { checkBooks } from './check-books.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const usage = `Copies the whole database into one file, or fills an empty database from it, and checks the books either way.

  npm run backup -- FILE
  npm run restore -- FILE

The database is that of DATABASE_URL, else the own one in DATA_DIR. A backup can be taken while the product runs. The key that bank
cards are encrypted with is not in it: keep that file apart.
`;

async function main([act, path, ...rest]: readonly string[]): Promise<number> {
  if ((act !== 'backup' && act !== 'restore') || path === undefined || rest.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  const { databaseUrl, dataFolder } = readConfig(process.env);
  const database = await openDatabase({
    url: databaseUrl,
    folder: dataFolder,
    log: openLog('warn'),
    connectionsMax: 2,
  });
  try {
    if (act === 'backup') {
      const { tables, rows } = await takeBackup(database.pool, path, new Date());
      console.log(`Backup written to ${path}: ${rows} rows of ${tables} tables`);
    } else {
      const { takenAt, rows } = await restoreBackup(database.pool, path);
      console.log(`Backup of ${takenAt} restored: ${rows} rows`);
    }
    const { isSound, lines } = await checkBooks(database.pool);
    for (const line of lines) console.log(`  ${line}`);
    console.log(isSound ? 'The books are sound.' : 'THE BOOKS ARE NOT SOUND.');
    return isSound ? 0 : 1;
  } finally {
    await database.close();
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
