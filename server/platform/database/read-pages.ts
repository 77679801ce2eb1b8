import type pg from 'pg';

export interface RowPage<Row> {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Runs statements: a client, or what counts them. */
export interface PageQueries {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

/**
 * The rows of a statement by a cursor, in the caller's transaction: at most `rowsPerPage` of them are in memory at once. There is at least
 * one page, which has the columns. One such reading at a time.
 */
export async function* readPages<Row extends pg.QueryResultRow>(
  client: PageQueries,
  text: string,
  values: readonly unknown[],
  rowsPerPage: number,
): AsyncGenerator<RowPage<Row>> {
  await client.query(`declare pages no scroll cursor for ${text}`, [...values]);
  for (;;) {
    const { rows, fields } = await client.query<Row>(`fetch ${rowsPerPage} from pages`);
    yield { columns: fields.map(({ name }) => name), rows };
    if (rows.length < rowsPerPage) break;
  }
  await client.query('close pages');
}
