import type pg from 'pg';
import type { Log } from '../log.ts';
import { maskAddress } from './database-address.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { ensureDatabase } from './ensure-database.ts';
import { privilegesTooMany } from './grants.ts';
import { firstPending, mayMigrate, migrate, readMigrations, requireMigrated } from './migrations.ts';
import { createPool } from './pool.ts';

export interface Database {
  readonly pool: pg.Pool;
  /** URL including the password, for libraries that open their own connections. Never logged. */
  readonly url: string;
  /** Ends the pool, and stops the embedded server when no other process uses it. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** URL of an existing PostgreSQL, one or several hosts. Without it the embedded server runs in `folder`. */
  readonly url?: string | undefined;
  /** The same database by the role that owns it: migrates, and grants the role of `url` what it needs. */
  readonly ownerUrl?: string | undefined;
  readonly folder: string;
  readonly log: Log;
  readonly connectionsMax?: number;
  /** `owner` for tools that change the schema or disable triggers; a server never needs it. */
  readonly as?: 'server' | 'owner';
  /** False for what reads the database as the version does that runs on it: one of an earlier version is refused and left as it is. */
  readonly migrates?: boolean;
  /** Called when the embedded server died and could not be restarted. */
  readonly onLost?: (error: Error) => void;
  /** Called once the server runs or has been launched: what is left is to wait for it. */
  readonly onLaunched?: () => void;
  /** Ends the opening of the embedded server. */
  readonly signal?: AbortSignal | undefined;
}

const name = 'clearlot';
export const ownerRole = 'clearlot';
export const serverRole = 'clearlot_server';

interface Place {
  readonly url: string;
  readonly ownerUrl: string | undefined;
  close(): Promise<void>;
}

/** Opens the product's database and applies pending migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log, connectionsMax, as = 'server', migrates = true } = options;
  if (options.url !== undefined) options.onLaunched?.();
  const place =
    options.url === undefined
      ? await openEmbedded(options)
      : { url: options.url, ownerUrl: options.ownerUrl, close: async () => undefined };
  const url = as === 'owner' ? (place.ownerUrl ?? place.url) : place.url;
  const pool = createPool(url, log, connectionsMax === undefined ? {} : { connectionsMax });
  const close = async (): Promise<void> => {
    await pool.end();
    await place.close();
  };
  try {
    await requireVersion(pool, options.url);
    if (as === 'owner') await openAsOwner(pool, migrates, log);
    else await bringUpToDate(pool, place.ownerUrl, log);
    return { pool, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openEmbedded({
  folder,
  log,
  onLost,
  onLaunched = () => undefined,
  signal,
}: DatabaseOptions): Promise<Place> {
  const server = await startEmbeddedServer({
    folder,
    log,
    durable: true,
    connectionsMax: 100,
    onLost: onLost ?? ((error) => log.error({ err: error }, 'the database server is lost')),
    onLaunched,
    signal,
  });
  const account = (role: string) => ({ name: role, password: server.passwordOf(role) });
  try {
    await ensureDatabase(server.adminUrl, name, account(ownerRole), account(serverRole));
  } catch (error) {
    await server.close().catch(() => undefined);
    const { message, hint = '' } = error as Error & { hint?: string };
    throw new Error(`The database could not be created in ${folder}: ${message}. ${hint}`.trim(), { cause: error });
  }
  return {
    url: server.urlOf(name, serverRole),
    ownerUrl: server.urlOf(name, ownerRole),
    close: () => server.close(),
  };
}

async function openAsOwner(pool: pg.Pool, migrates: boolean, log: Log): Promise<void> {
  if (!(await mayMigrate(pool)))
    throw new Error('This takes the role that owns the database: set DATABASE_OWNER_URL to its address.');
  if (migrates) return await migrate(pool, readMigrations(), log);
  const lacking = await firstPending(pool, readMigrations());
  if (lacking)
    throw new Error(
      `The database was made by an earlier version, without migration ${lacking.name}. Nothing in it was changed: take the version that runs on it.`,
    );
}

/** By the owner where there is one. A role that does not own the database only checks that it is up to date. */
async function bringUpToDate(pool: pg.Pool, ownerUrl: string | undefined, log: Log): Promise<void> {
  const migrations = readMigrations();
  if (ownerUrl === undefined) {
    if (await mayMigrate(pool)) await migrate(pool, migrations, log);
  } else {
    const owner = createPool(ownerUrl, log, { connectionsMax: 1 });
    try {
      const [server, own] = await Promise.all([roleOf(pool), roleOf(owner)]);
      await migrate(owner, migrations, log, server === own ? undefined : server);
    } finally {
      await owner.end();
    }
  }
  await requireMigrated(pool, migrations);
  await warnOfPrivileges(pool, log);
}

/** The role of the pool, quoted for a statement. */
async function roleOf(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ role: string }>('select quote_ident(current_user) as role');
  return rows[0]?.role;
}

async function warnOfPrivileges(pool: pg.Pool, log: Log): Promise<void> {
  const found = await privilegesTooMany(pool);
  if (found.length === 0) return;
  log.warn(
    `The role of DATABASE_URL ${found.join(' and ')}: the database's guards bind this server only as long as it wants. ` +
      'Give it a role of its own, and set DATABASE_OWNER_URL to the one that owns the database (docs/database-roles.md).',
  );
}

const versionMin = 150_000;

async function requireVersion(pool: pg.Pool, url: string | undefined): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version");
    version = Number(rows[0]?.version);
  } catch (error) {
    const where = url === undefined ? 'The own database' : `The database of DATABASE_URL (${maskAddress(url)})`;
    throw new Error(`${where} cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (version < versionMin) throw new Error(`PostgreSQL 15 or newer is needed, this one is ${version / 10_000}.`);
}
