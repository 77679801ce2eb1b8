import type pg from 'pg';

export interface Table {
  /** Schema and name, quoted for a statement. */
  readonly name: string;
  /** Stored columns, quoted; generated ones are left out. */
  readonly columns: readonly string[];
  /** Whether values of its rows are stored apart from them, such as pictures. */
  readonly isLarge: boolean;
}

/** Every table of the product, without the migrations' own, which each database has for itself. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(format('%I', a.attname) order by a.attnum)::text[] as columns,
       pg_relation_size(nullif(c.reltoastrelid, 0)) > 0 is true as "isLarge"
     from pg_class as c
     join pg_namespace as n on n.oid = c.relnamespace
     join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema')
       and not (n.nspname = 'public' and c.relname = 'migration')
     group by n.nspname, c.relname, c.reltoastrelid
     order by 1`,
  );
  return rows;
}

export interface AppliedMigration {
  readonly name: string;
  readonly hash: string;
}

export async function migrationsOf(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select name, hash from migration order by number');
  return rows;
}

/** Settings under which rows convert to text without loss, whatever the server's defaults. */
export const exactText = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 3; set local intervalstyle = 'postgres'`;
