import type { Query } from './round-trip.ts';

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

/** What JSON holds; a Date becomes its ISO text. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** To the rows of a statement that names them, the ledger adds `transfer_id` (bigint) and `transfer_at` (timestamptz). */
export interface CompanionRow {
  readonly statement: CompanionStatement;
  readonly row: Readonly<Record<string, JsonValue | bigint>>;
}

/** A row as the fields of a JSON object, without its braces: made once, before the batch knows the id of its transfer. */
export interface EncodedRow {
  readonly statement: CompanionStatement;
  readonly fields: string;
}

export function encodeRow({ statement, row }: CompanionRow): EncodedRow {
  let fields = '';
  for (const name in row) {
    const value = row[name];
    if (value === undefined) continue;
    const field = `${encodedName(name)}:${encodedValue(value)}`;
    fields = fields === '' ? field : `${fields},${field}`;
  }
  return { statement, fields };
}

function encodedValue(value: JsonValue | bigint): string {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Date ? `"${value.toISOString()}"` : JSON.stringify(value);
}

/** The columns that statements name are few: their texts are made once. */
const encodedNames = new Map<string, string>();

function encodedName(name: string): string {
  let encoded = encodedNames.get(name);
  if (encoded === undefined) {
    encoded = JSON.stringify(name);
    encodedNames.set(name, encoded);
  }
  return encoded;
}

/**
 * One name for each text, whatever its author called it: under a name that is prepared already, another text would be ignored.
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

interface GatheredRows {
  readonly statement: CompanionStatement;
  readonly wantsTransfer: boolean;
  readonly rows: string[];
}

/** The rows of a batch, gathered by statement: one array statement each. */
export class CompanionRows {
  readonly #rows = new Map<string, GatheredRows>();

  add({ statement, fields }: EncodedRow, transferId: bigint, at: string): void {
    let gathered = this.#rows.get(statement.sql);
    if (!gathered) {
      gathered = { statement, wantsTransfer: /\btransfer_(id|at)\b/.test(statement.sql), rows: [] };
      this.#rows.set(statement.sql, gathered);
    }
    const transfer = gathered.wantsTransfer ? `"transfer_id":${transferId},"transfer_at":"${at}"` : '';
    gathered.rows.push(`{${fields}${transfer && fields && ','}${transfer}}`);
  }

  queries(): Query[] {
    return [...this.#rows.values()].map(({ statement, rows }) => ({
      name: preparedName(statement.sql),
      text: `with companion as (${statement.sql} returning 1)
        select ledger.expect_rows($2, (select count(*) from companion), $3)`,
      values: [`[${rows.join(',')}]`, String(rows.length), statement.name],
    }));
  }
}
