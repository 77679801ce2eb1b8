import type pg from 'pg';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { busName } from '#server/platform/events/bus.ts';
import { readBackup } from './backup-file.ts';
import { type AppliedMigration, exactText, migrationsOf, type Table, tablesOf } from './tables.ts';

export interface RestoreReport {
  readonly takenAt: string;
  readonly rows: number;
}

/**
 * Fills a freshly migrated database from a backup, in one transaction: all of it, or nothing. Meanwhile the product's
 * triggers are disabled and foreign keys dropped; adding the keys back validates every row.
 */
export async function restoreBackup(pool: pg.Pool, path: string): Promise<RestoreReport> {
  return await inTransaction(pool, async (client) => {
    await client.query(exactText);
    await requireEmpty(client);
    await requireNoServer(client);
    const tables = await tablesOf(client);
    const putKeysBack = await takeKeysAway(client);
    // Again, with the tables locked: a server may have been started, or one that runs on the database may have been used meanwhile.
    await requireNoServer(client);
    await requireEmpty(client);
    await clear(client, tables);
    const report = await fill(client, new Map(tables.map((table) => [table.name, table])), path);
    await putKeysBack();
    return report;
  });
}

async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from member) or exists (select from ledger.transfers) as used',
  );
  if (rows[0]?.used !== false) throw new Error('This database is in use: a backup is restored into an empty one.');
}

/** A node holds the seeds and the market of the database that it started on, and would go on with them beside those of the backup. */
async function requireNoServer(client: pg.ClientBase): Promise<void> {
  // A transaction sees the list of its first look otherwise.
  await client.query('select pg_stat_clear_snapshot()');
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1',
    [busName],
  );
  if (rowCount) throw new Error('A server runs on this database: stop it, restore, and start it again.');
}

/** Drops foreign keys and disables triggers; returns the statements that restore them. */
async function takeKeysAway(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint
     where contype = 'f' and connamespace in (select oid from pg_namespace where nspname in ('public', 'ledger', 'market'))`,
  );
  const { rows: triggers } = await client.query<{ disable: string; enable: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable,
       format('alter table %s enable %s trigger %I', tgrelid::regclass,
         case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as enable
     from pg_trigger as t join pg_class as c on c.oid = t.tgrelid join pg_namespace as n on n.oid = c.relnamespace
     where not tgisinternal and tgenabled <> 'D' and n.nspname in ('public', 'ledger', 'market')`,
  );
  for (const { drop } of keys) await client.query(drop);
  for (const { disable } of triggers) await client.query(disable);
  return async () => {
    for (const { add } of keys) await client.query(add);
    for (const { enable } of triggers) await client.query(enable);
  };
}

/** Deletes the rows that migrations inserted: the backup has them. */
async function clear(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${name}) as filled`);
    if (rows[0]?.filled) await client.query(`delete from ${name}`);
  }
}

async function fill(client: pg.ClientBase, tables: ReadonlyMap<string, Table>, path: string): Promise<RestoreReport> {
  let takenAt: string | null = null;
  let rows = 0;
  for await (const line of readBackup(path)) {
    if (line.kind === 'head') {
      requireSameVersion(line.migrations, await migrationsOf(client));
      takenAt = line.takenAt;
      continue;
    }
    if (takenAt === null) throw new Error(`${path} does not begin like a backup.`);
    if (line.kind === 'sequence') {
      await client.query('select setval($1::regclass, $2::bigint)', [line.name, line.last]);
      continue;
    }
    const table = tables.get(line.table);
    if (!table) throw new Error(`The backup has a table ${line.table} that this version does not know.`);
    const columns = table.columns.join(', ');
    await client.query(
      `insert into ${table.name} (${columns}) overriding system value
       select ${columns} from unnest($1::text[]::${table.name}[])`,
      [line.rows],
    );
    rows += line.rows.length;
  }
  if (takenAt === null) throw new Error(`${path} is empty.`);
  return { takenAt, rows };
}

function requireSameVersion(backup: readonly AppliedMigration[], here: readonly AppliedMigration[]): void {
  const told = (migrations: readonly AppliedMigration[]) =>
    migrations.map(({ name, hash }) => `${name} ${hash}`).join();
  if (told(backup) === told(here)) return;
  throw new Error(
    `The backup was made by another version (its last migration is ${backup.at(-1)?.name}, here it is ${here.at(-1)?.name}). ` +
      'Restore it with the version that made it, then update.',
  );
}
