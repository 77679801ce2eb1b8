import type pg from 'pg';
import { readPages } from '#server/platform/database/read-pages.ts';
import { inTransaction, readingOneMoment } from '#server/platform/database/transaction.ts';
import { type BackupLine, writeBackup } from './backup-file.ts';
import { exactText, migrationsOf, tablesOf } from './tables.ts';

const rowsPerLine = 1_000;
/** A line is one text, which Node limits to half a GiB, and a picture of 5 MiB takes 10 of it. */
const largeRowsPerLine = 8;

export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
}

/** Copies one snapshot of the whole database into a file, without blocking other work. */
export async function takeBackup(pool: pg.Pool, path: string, takenAt: Date): Promise<BackupReport> {
  const report = { tables: 0, rows: 0 };
  const copy = async (client: pg.PoolClient): Promise<void> => {
    await client.query(exactText);
    await writeBackup(path, linesOf(client, takenAt, report));
  };
  await inTransaction(pool, copy, readingOneMoment);
  return report;
}

async function* linesOf(
  client: pg.ClientBase,
  takenAt: Date,
  report: { tables: number; rows: number },
): AsyncGenerator<BackupLine> {
  const migrations = await migrationsOf(client);
  yield { kind: 'head', format: 'clearlot-backup-1', takenAt: takenAt.toISOString(), migrations };
  for (const { name, isLarge } of await tablesOf(client)) {
    report.tables += 1;
    const pages = readPages<{ line: string }>(
      client,
      `select line::text as line from ${name} as line`,
      [],
      isLarge ? largeRowsPerLine : rowsPerLine,
    );
    for await (const { rows } of pages) {
      if (rows.length === 0) continue;
      report.rows += rows.length;
      yield { kind: 'rows', table: name, rows: rows.map(({ line }) => line) };
    }
  }
  // After the rows: sequences are not part of the snapshot, and must not be behind the ids they gave.
  const { rows: sequences } = await client.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where last_value is not null order by 1`,
  );
  for (const { name, last } of sequences) yield { kind: 'sequence', name, last };
}
