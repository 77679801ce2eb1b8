import type pg from 'pg';
import { memberLedgerStatements } from '#server/ledger/member-ledger.ts';
import { type PageQueries, readPages } from '#server/platform/database/read-pages.ts';
import { exportedTables } from './own-data-tables.ts';

/** Rows of a table, as JSON has them: bigints and dates as text, bytes in hex. */
export interface CollectedPage {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

interface CollectedImage {
  readonly id: string;
  readonly webp: Buffer;
}

/** Everything that is kept about a member, of one moment, a page at a time. One reading at a time. */
export interface OwnData {
  readonly tables: readonly string[];
  /** The rows of a table, as often as wanted; at least one page. */
  pagesOf(table: string): AsyncIterable<CollectedPage>;
  images(): AsyncIterable<CollectedImage>;
}

const rowsPerPage = 100;

/** Reads what is kept about a member for as long as `work` takes, in a snapshot of its own. */
export async function withOwnData<Result>(
  pool: pg.Pool,
  memberId: bigint,
  work: (ownData: OwnData) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const result = await work(ownDataOf(client, memberId));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Destroys the connection, and the transaction with it.
    client.release(true);
    throw error;
  }
}

/** What is kept about a member, by a client with an open transaction. */
export function ownDataOf(client: PageQueries, memberId: bigint): OwnData {
  return {
    tables: [...Object.keys(exportedTables), ...Object.keys(memberLedgerStatements)],
    async *pagesOf(table) {
      const statement = memberLedgerStatements[table] ?? (await statementOf(client, table));
      const pages = readPages<Record<string, unknown>>(client, statement, [memberId], rowsPerPage);
      for await (const { columns, rows } of pages) {
        yield { columns, rows: rows.map((row) => pick(row, columns)) };
      }
    },
    async *images() {
      const text = 'select id, webp from image where member_id = $1 order by id';
      // An image is as large as a page of rows.
      for await (const { rows } of readPages<CollectedImage & pg.QueryResultRow>(client, text, [memberId], 1))
        yield* rows;
    },
  };
}

/** Names the columns: those that are left out, such as pictures, are not read either. */
async function statementOf(client: PageQueries, table: string): Promise<string> {
  const { by = 'member_id', without = [] } = exportedTables[table] ?? {};
  const { fields } = await client.query(`select * from ${table} limit 0`);
  const columns = fields.map(({ name }) => name).filter((name) => !without.includes(name));
  const order = fields.slice(0, 2).map(({ name }) => `"${name}"`);
  return `select ${columns.map((name) => `"${name}"`).join(', ')} from ${table} where ${by} = $1 order by ${order.join(', ')}`;
}

function pick(row: Readonly<Record<string, unknown>>, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((name) => [name, plain(row[name])]));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return value;
}
