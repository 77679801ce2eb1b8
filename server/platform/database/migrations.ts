import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { lock, unlock } from '../locks.ts';
import type { Log } from '../log.ts';
import { failureOf } from './database-failure.ts';
import { grantStatements } from './grants.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: string;
  readonly hash: string;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

const nothingLost =
  'Nothing in it was changed: the version that made it still runs it. To start afresh, keep it where it is and name another ' +
  'place by DATA_DIR or DATABASE_URL.';
const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * Applies pending migrations, each file in one transaction, one process at a time. Throws when the recorded history differs from
 * the files: a changed or missing file, or one inserted before the last applied. A `server` role, quoted, gets its grants.
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  log: Log,
  server?: string,
): Promise<void> {
  const client = await pool.connect();
  try {
    await lock(client, 'migrations');
    await client.query(
      `create table if not exists migration (
         number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`,
    );
    for (const migration of pendingMigrations(migrations, await readApplied(client))) {
      await applyMigration(client, migration, log);
      log.debug({ migration: migration.name }, 'migration applied');
    }
    if (server !== undefined) await client.query(`begin; ${grantStatements(server)}; commit`);
  } finally {
    await unlock(client, 'migrations').catch(() => undefined);
    client.release();
  }
}

/** Whether this role may migrate: it owns the schema, or the database is still empty. */
export async function mayMigrate(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = to_regclass('migration')`,
  );
  return rows[0]?.owns ?? true;
}

/** The first migration that is not applied; undefined where all are. */
export async function firstPending(pool: pg.Pool, migrations: readonly Migration[]): Promise<Migration | undefined> {
  const { rows } = await pool.query<{ empty: boolean }>(`select to_regclass('migration') is null as empty`);
  return pendingMigrations(migrations, rows[0]?.empty ? [] : await readApplied(pool))[0];
}

/** Throws unless every migration is applied, for a role that cannot apply them. */
export async function requireMigrated(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  const [pending] = pendingMigrations(migrations, await readApplied(pool));
  if (!pending) return;
  throw new Error(
    `The database lacks migration ${pending.name}, and the role of DATABASE_URL does not own it: set DATABASE_OWNER_URL to the role that does.`,
  );
}

async function readApplied(client: pg.Pool | pg.PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select number, name, hash from migration order by number');
  return rows;
}

/** The migrations in the folder, in order. Throws on a file that is not named NNNN-name.sql or a number used twice. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const migrations = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => {
      const number = Number(fileName.exec(name)?.[1]);
      if (!Number.isInteger(number)) throw new Error(`${name} in ${folder} is not named NNNN-name.sql`);
      const statements = readFileSync(`${folder}/${name}`, 'utf8');
      return { number, name, statements, hash: createHash('sha256').update(statements).digest('hex') };
    });
  const twice = migrations.find((one, index) => migrations[index - 1]?.number === one.number);
  if (twice) throw new Error(`two migrations in ${folder} have number ${twice.number}`);
  return migrations;
}

interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly hash: string;
}

/** The pending migrations. Throws when `applied` is not a prefix of `migrations`. */
export function pendingMigrations(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const files = new Map(migrations.map((one) => [one.number, one]));
  const replaced = applied.find((one) => (files.get(one.number)?.name ?? one.name) !== one.name);
  if (replaced) {
    throw new Error(
      `The database was made by an earlier version, whose migrations (${replaced.name}) were replaced since. ${nothingLost}`,
    );
  }
  for (const one of applied) {
    const file = files.get(one.number);
    if (!file)
      throw new Error(
        `The database was made by a newer version: it has migration ${one.name}, which is not here. ${nothingLost}`,
      );
    if (file.hash !== one.hash) {
      throw new Error(
        `The database was made by another version, whose migration ${file.name} is a different one. ${nothingLost} ` +
          '(Where you changed the file after it was applied: undo the change and add a new file.)',
      );
    }
  }
  const last = applied.at(-1)?.number ?? 0;
  const done = new Set(applied.map((one) => one.number));
  const pending = migrations.filter((one) => !done.has(one.number));
  const late = pending.find((one) => one.number < last);
  if (late)
    throw new Error(
      `The database was made by another version, without migration ${late.name}, which comes before its number ${last}. ` +
        `${nothingLost} (Where you added the file: give it a higher number.)`,
    );
  return pending;
}

/**
 * How long a migration waits for the lock of a table: whatever a node that serves does with the table waits behind it. Yet longer than the
 * server waits before it looks for a deadlock: by that look it ends an autovacuum that is in the way, and of a large table one lasts hours.
 */
const lockWaiting = `
  select set_config('lock_timeout', (setting::integer + 1000)::text, true) from pg_settings where name = 'deadlock_timeout'`;
const lockPauseMs = 3_000;

/** Again and again while a long reading, such as a backup, holds its tables, or after a deadlock with a node that serves. */
async function applyMigration(client: pg.PoolClient, migration: Migration, log: Log): Promise<void> {
  for (;;) {
    try {
      return await tryMigration(client, migration);
    } catch (error) {
      const { name } = migration;
      if (failureOf(error) !== 'conflict')
        throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      log.warn(
        { migration: name },
        'a migration found its tables in use, as by a backup: it is tried again until they are free',
      );
      await delay(lockPauseMs);
    }
  }
}

async function tryMigration(client: pg.PoolClient, { number, name, statements, hash }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(lockWaiting);
    await client.query(statements);
    await client.query('insert into migration (number, name, hash) values ($1, $2, $3)', [number, name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
