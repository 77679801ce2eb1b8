import { ownTables } from '#server/features/own-data/own-data-tables.ts';
import type { TestDatabase } from '#server/platform/database/test-database.ts';

/** The tables of the product with a row that, as text, holds one of these. */
export async function tablesHolding(database: TestDatabase, ...texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await database.owner.query<{ name: string }>(`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const patterns = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]).map((text) => `%${text}%`);
  const holding: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.owner.query(`select from ${name} as one where one::text ilike any($1) limit 1`, [
      patterns,
    ]);
    if (rows.length > 0) holding.push(name.replace(/^public\./, ''));
  }
  return holding;
}

/** The rows of each table about the member. */
export async function rowsOf(
  database: TestDatabase,
  memberId: bigint,
): Promise<Map<string, Record<string, unknown>[]>> {
  const all = new Map<string, Record<string, unknown>[]>();
  for (const [table, { by = 'member_id' }] of Object.entries(ownTables)) {
    const { rows } = await database.owner.query(`select * from ${table} where ${by} = $1`, [memberId]);
    all.set(
      table,
      rows.toSorted((one, two) => (String(one.id) < String(two.id) ? -1 : 1)),
    );
  }
  return all;
}
