/**
 * Rows of a feature that live or die with a transfer. `sql` is one INSERT or UPDATE that reads its rows from
 * `json_to_recordset($1)`, returns nothing, and must write exactly one row for each row given; an UPDATE that finds its row
 * already changed by someone else thereby refuses the transfer. Rows of one statement in one batch concern different records.
 */
export interface CompanionStatement {
  /** Named in the error when its rows are refused. */
  readonly name: string;
  readonly sql: string;
}

/** A value that a column takes: a bigint arrives as its decimal digits, a Date as its ISO text. */
export type RowValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly RowValue[]
  | { readonly [name: string]: RowValue };

/** The ledger adds `transfer_id` and `transfer_at` (timestamptz) to every row, for statements that want them. */
export interface CompanionRow {
  readonly statement: CompanionStatement;
  readonly row: Readonly<Record<string, RowValue>>;
}

/** A row as JSON text without its closing brace: it is written once, before the batch, and finished when its transfer has an id. */
export interface EncodedRow {
  readonly statement: CompanionStatement;
  readonly openJson: string;
}

export function encodeRow({ statement, row }: CompanionRow): EncodedRow {
  const json = JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return { statement, openJson: json === '{}' ? '{' : `${json.slice(0, -1)},` };
}

/**
 * One name for each text, whatever its author called it. A driver refuses to send another text under a prepared name, and a
 * statement that is not sent would be missing from a transaction that commits.
 */
const preparedNames = new Map<string, string>();

function preparedName(sql: string): string {
  let name = preparedNames.get(sql);
  if (name === undefined) {
    name = `ledger companion ${preparedNames.size + 1}`;
    preparedNames.set(sql, name);
  }
  return name;
}

/** The rows of a batch, gathered by statement: one array statement each. */
export class CompanionRows {
  readonly #rows = new Map<string, { readonly statement: CompanionStatement; readonly rows: string[] }>();

  add({ statement, openJson }: EncodedRow, transferId: bigint, at: string): void {
    let gathered = this.#rows.get(statement.sql);
    if (!gathered) {
      gathered = { statement, rows: [] };
      this.#rows.set(statement.sql, gathered);
    }
    gathered.rows.push(`${openJson}"transfer_id":${transferId},"transfer_at":"${at}"}`);
  }

  queries(): { readonly name: string; readonly text: string; readonly values: string[] }[] {
    return [...this.#rows.values()].map(({ statement, rows }) => ({
      name: preparedName(statement.sql),
      text: `with companion as (${statement.sql} returning 1)
        select ledger.expect_rows($2, (select count(*) from companion), $3)`,
      values: [`[${rows.join(',')}]`, String(rows.length), statement.name],
    }));
  }
}
