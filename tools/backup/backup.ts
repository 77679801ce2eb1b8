import type { Database } from '#server/platform/database/database.ts';
import { runCommand, withDatabase } from '../command.ts';
import { checkBooks } from './check-books.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const usage = `Copies the whole database into one file, or fills an empty database from it, and checks the books either way.

  npm run backup -- FILE
  npm run restore -- FILE

The database is that of DATABASE_URL, else the own one in DATA_DIR. A backup can be taken while the product runs, by the version that runs,
which is also the one that restores it. The key that bank cards and authenticator apps are sealed with is not in it: keep that file apart.
A backup is restored while no server runs on the database.
`;

async function main([act, path, ...rest]: readonly string[]): Promise<number> {
  if ((act !== 'backup' && act !== 'restore') || path === undefined || rest.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  const work = async ({ pool }: Database): Promise<number> => {
    if (act === 'backup') {
      const { tables, rows } = await takeBackup(pool, path, new Date());
      console.log(`Backup written to ${path}: ${rows} rows of ${tables} tables`);
    } else {
      const { takenAt, rows } = await restoreBackup(pool, path);
      console.log(`Backup of ${takenAt} restored: ${rows} rows`);
    }
    const { isSound, lines } = await checkBooks(pool);
    for (const line of lines) console.log(`  ${line}`);
    console.log(isSound ? 'The books are sound.' : 'THE BOOKS ARE NOT SOUND.');
    return isSound ? 0 : 1;
  };
  // A backup before an update is one that the version before it restores, and nodes of that version are still serving.
  return withDatabase('owner', 2, work, { migrates: act === 'restore' });
}

await runCommand(main);
