import pg from 'pg';
import { lock } from '../locks.ts';

export interface Role {
  readonly name: string;
  readonly password: string;
  /** For tests: further attributes, as `create role` takes them. */
  readonly attributes?: string;
}

/**
 * Creates the product's database with the role that owns it and the role that serves, where missing. Neither is a superuser, so that
 * privileges apply to both.
 */
export async function ensureDatabase(adminUrl: string, database: string, owner: Role, server?: Role): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, ssl: false });
  await client.connect();
  try {
    await lock(client, 'databaseCreation');
    await ensureRole(client, owner);
    if (server) await ensureRole(client, server);
    const present = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (present.rowCount === 0) {
      await client.query(
        `create database ${client.escapeIdentifier(database)} owner ${client.escapeIdentifier(owner.name)}`,
      );
    }
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, { name, password, attributes = '' }: Role): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  if (rowCount !== 0) return;
  await client.query(
    `create role ${client.escapeIdentifier(name)} login ${attributes} password ${client.escapeLiteral(password)}`,
  );
}
