import pg from 'pg';
import { lock } from '../locks.ts';

/** Creates the product's database and its owner if missing. The owner is no superuser, so privileges apply to it. */
export async function ensureDatabase(adminUrl: string, database: string, user: string, rights = ''): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, ssl: false });
  await client.connect();
  try {
    const password = new URL(adminUrl).password;
    await lock(client, 'databaseCreation');
    const role = await client.query('select 1 from pg_roles where rolname = $1', [user]);
    if (role.rowCount === 0) {
      await client.query(
        `create role ${client.escapeIdentifier(user)} login ${rights} password ${client.escapeLiteral(password)}`,
      );
    }
    const present = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (present.rowCount === 0) {
      await client.query(`create database ${client.escapeIdentifier(database)} owner ${client.escapeIdentifier(user)}`);
    }
  } finally {
    await client.end();
  }
}
