import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { lock } from '../locks.ts';
import { silentLog } from '../log.ts';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts';
import { ensureDatabase } from './ensure-database.ts';
import { historyHash, migrate, readMigrations } from './migrations.ts';
import { createPool } from './pool.ts';

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Ends the pool and drops the database. */
  drop(): Promise<void>;
}

const user = 'clearlot';

/** Cell 3 makes ids large, so that code which assumes small numbers fails in tests (decision 7). */
export const firstMemberId = 3n * 2n ** 40n + 1n;

let server: Promise<string> | undefined;
let template: Promise<string> | undefined;

/** A fresh, migrated database, copied from a template that is created once per set of migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  server ??= openServer();
  const base = await server;
  template ??= openTemplate(base);
  const source = await template;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(base, (client) => client.query(`create database ${name} template ${source}`));
  const url = withDatabase(base, name);
  const pool = createPool(url, silentLog, { connectionsMax: 10, name: 'clearlot-test' });
  return {
    url,
    pool,
    async drop() {
      await pool.end();
      await administer(base, (client) => dropDatabase(client, name));
    },
  };
}

/** URL of the server's `postgres` database, as a role with CREATEDB that is no superuser. */
async function openServer(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return given;
  const embedded: EmbeddedServer = await startEmbeddedServer({
    folder: inject('databaseFolder'),
    durable: false,
    connectionsMax: 200,
    log: silentLog,
    onLost: (error) => {
      throw error;
    },
  });
  await ensureDatabase(embedded.adminUrl, user, user, 'createdb');
  return embedded.urlOf('postgres', user);
}

async function openTemplate(base: string): Promise<string> {
  const migrations = readMigrations();
  const name = `template_${historyHash(migrations).slice(0, 16)}_${firstMemberId}`;
  await administer(base, async (client) => {
    await lock(client, 'testTemplate');
    const present = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (present.rowCount) return;
    // Renamed when complete, so that an interrupted run leaves no incomplete template.
    const draft = `draft_${randomBytes(8).toString('hex')}`;
    await client.query(`create database ${draft}`);
    const pool = createPool(withDatabase(base, draft), silentLog, { connectionsMax: 1 });
    try {
      await migrate(pool, migrations, silentLog);
      await pool.query(`alter table member alter column id restart with ${firstMemberId}`);
    } finally {
      await pool.end();
    }
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

/** Retried: on an external server autovacuum may be working in the database, which blocks DROP. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await client.query(`drop database if exists ${name} with (force)`));
    } catch (error) {
      if (tries === 20) throw error;
      await delay(100);
    }
  }
}

async function administer(base: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: base });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(base: string, name: string): string {
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
}
