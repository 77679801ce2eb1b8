import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { lock } from '../locks.ts';
import { silentLog } from '../log.ts';
import { memberIdEnd } from '../member-number.ts';
import { rolePassword } from './cluster.ts';
import { ownerRole, serverRole } from './database.ts';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts';
import { ensureDatabase } from './ensure-database.ts';
import { grantStatements } from './grants.ts';
import { migrate, readMigrations } from './migrations.ts';
import { createPool } from './pool.ts';

export interface TestDatabase {
  /** By the role that serves, as `pool`. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** By the role that owns the database: for rows that the server never changes. */
  readonly ownerUrl: string;
  readonly owner: pg.Pool;
  /** By a superuser of the server. */
  readonly superuserUrl: string;
  /** Ends the pools and drops the database. */
  drop(): Promise<void>;
}

/** The highest cell: code which assumes small ids fails in tests (decision 7). */
export const firstMemberId = memberIdEnd - 2n ** 40n + 1n;

/** The server's `postgres` database by both roles. The owner may create databases; neither is a superuser. */
interface TestServer {
  readonly superuserUrl: string;
  readonly ownerUrl: string;
  readonly serverUrl: string;
}

/** Only the owner of a database can do this. */
const claimedWaits = `
  create or replace function protection_time(claimed timestamptz) returns timestamptz language sql stable parallel safe
  as 'select claimed'`;

let server: Promise<TestServer> | undefined;
let template: Promise<string> | undefined;

export interface TestDatabaseOptions {
  /** Protections wait by the database's own clock, as they do in production; otherwise by the time that the caller claims. */
  readonly realWaits?: boolean;
}

const endWithinMs = 5_000;

/** A fresh, migrated database, copied from a template that is created once per set of migrations. */
export async function createTestDatabase({ realWaits = false }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  server ??= openServer();
  const { ownerUrl: base, serverUrl, superuserUrl } = await server;
  template ??= openTemplate(await server);
  const source = await template;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(base, async (client) => {
    // Copied as files, not through the log, which takes several times as long.
    await client.query(`create database ${name} template ${source} strategy file_copy`);
    // The one privilege that a copy does not inherit.
    await client.query(`revoke temporary on database ${name} from public`);
  });
  if (!realWaits) await administer(withDatabase(base, name), (client) => client.query(claimedWaits));
  const url = withDatabase(serverUrl, name);
  const ownerUrl = withDatabase(base, name);
  // A thousand calls at once may wait longer than a member would.
  const pool = createPool(url, silentLog, { connectionsMax: 10, connectWithinMs: 60_000, name: 'clearlot-test' });
  const owner = createPool(ownerUrl, silentLog, { connectionsMax: 10, name: 'clearlot-test-owner' });
  return {
    url,
    pool,
    ownerUrl,
    owner,
    superuserUrl: withDatabase(superuserUrl, name),
    async drop() {
      // A test that has failed may hold a connection that it never gives back: dropping ends it.
      await Promise.race([Promise.all([pool.end(), owner.end()]), delay(endWithinMs, undefined, { ref: false })]);
      await administer(base, (client) => dropDatabase(client, name));
    },
  };
}

async function openServer(): Promise<TestServer> {
  const { adminUrl, passwordOf } = await openAsSuperuser();
  const role = (name: string) => ({ name, password: passwordOf(name) });
  await ensureDatabase(adminUrl, ownerRole, { ...role(ownerRole), attributes: 'createdb' }, role(serverRole));
  // So that tests may end the server's connections.
  await administer(adminUrl, (client) => client.query(`grant ${serverRole} to ${ownerRole}`));
  const urlOf = (name: string): string => {
    const url = new URL(adminUrl);
    [url.username, url.password] = [name, passwordOf(name)];
    return url.href;
  };
  return { superuserUrl: adminUrl, ownerUrl: urlOf(ownerRole), serverUrl: urlOf(serverRole) };
}

/** The server of TEST_DATABASE_URL, which names a superuser with a password and its database `postgres`, else one of this run. */
async function openAsSuperuser(): Promise<Pick<EmbeddedServer, 'adminUrl' | 'passwordOf'>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, passwordOf: (role) => rolePassword(new URL(given).password, role) };
  return await startEmbeddedServer({
    folder: inject('databaseFolder'),
    durable: false,
    connectionsMax: 200,
    log: silentLog,
    onLost: (error) => {
      throw error;
    },
  });
}

async function openTemplate({ ownerUrl: base }: TestServer): Promise<string> {
  const migrations = readMigrations();
  const made = JSON.stringify([migrations, `${firstMemberId}`, grantStatements(serverRole)]);
  const name = `template_${createHash('sha256').update(made).digest('hex').slice(0, 16)}`;
  await administer(base, async (client) => {
    await lock(client, 'testTemplate');
    const present = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (present.rowCount) return;
    // Renamed when complete, so that an interrupted run leaves no incomplete template.
    const draft = `draft_${randomBytes(8).toString('hex')}`;
    await client.query(`create database ${draft}`);
    const pool = createPool(withDatabase(base, draft), silentLog, { connectionsMax: 1 });
    try {
      await migrate(pool, migrations, silentLog, serverRole);
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
