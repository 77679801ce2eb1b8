import type pg from 'pg';
import type { Log } from '../log.ts';
import { maskAddress } from './database-address.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { ensureDatabase } from './ensure-database.ts';
import { migrate, readMigrations } from './migrations.ts';
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
  readonly folder: string;
  readonly log: Log;
  readonly connectionsMax?: number;
  /** Called when the embedded server died and could not be restarted. */
  readonly onLost?: (error: Error) => void;
}

const name = 'clearlot';

/** Opens the product's database and applies pending migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log } = options;
  const place =
    options.url === undefined ? await openEmbedded(options) : { url: options.url, close: async () => undefined };
  const pool = createPool(
    place.url,
    log,
    options.connectionsMax === undefined ? {} : { connectionsMax: options.connectionsMax },
  );
  const close = async (): Promise<void> => {
    await pool.end();
    await place.close();
  };
  try {
    await requireVersion(pool, options.url);
    await migrate(pool, readMigrations(), log);
    return { pool, url: place.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openEmbedded({
  folder,
  log,
  onLost,
}: DatabaseOptions): Promise<{ url: string; close(): Promise<void> }> {
  const server = await startEmbeddedServer({
    folder,
    log,
    durable: true,
    connectionsMax: 100,
    onLost: onLost ?? ((error) => log.error({ err: error }, 'the database server is lost')),
  });
  await ensureDatabase(server.adminUrl, name, name);
  return { url: server.urlOf(name, name), close: () => server.close() };
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
