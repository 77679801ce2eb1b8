import { arrayParameter, type ElementType, type ElementTypes } from './array-parameter.ts';
import type { Query } from './round-trip.ts';

/** SQL types of the columns; every column is nullable. */
type Columns = Readonly<Record<string, ElementType>>;

/** Columns of the transfer that the ledger fills in where a statement names them: `bigint` and `timestamptz`. */
type OwnColumn = 'transfer_id' | 'transfer_at';

/**
 * How a feature's rows are written in the transaction of a transfer. `sql` is one INSERT or UPDATE that reads its rows from the relation
 * `given`, which has these columns; it returns nothing and must write exactly one row per row of `given`: an UPDATE whose row was already
 * changed thereby refuses the transfer. Rows of one statement in one batch are for different records.
 */
export interface AttachedStatement<C extends Columns = Columns> {
  /** Named in the error when its rows are refused. */
  readonly name: string;
  readonly columns: C;
  readonly sql: string;
  /**
   * Its rows may be written before the transfer is decided, under the locks of its members and not yet of the house; where it is not
   * made, they are taken back. For bulk transfers that nearly never fail, and rows that do not name the transfer's id.
   */
  readonly ahead?: C extends { readonly transfer_id: ElementType } ? never : true;
}

type ValuesOf<C extends Columns> = {
  readonly [Name in Exclude<keyof C, OwnColumn>]: ElementTypes[C[Name]] | null;
};

type AnyValue = ElementTypes[ElementType] | null;

/** A row that is written in the transaction of the transfer it is attached to. */
export interface AttachedRow {
  readonly statement: AttachedStatement;
  readonly row: Readonly<Record<string, AnyValue>>;
}

/** The row for that statement, checked against its columns by the compiler. */
export function attach<C extends Columns>(statement: AttachedStatement<C>, row: ValuesOf<C>): AttachedRow {
  return { statement, row };
}

interface PreparedText {
  readonly name: string;
  readonly text: string;
}

/** Keyed by the SQL text: names may collide, and PostgreSQL would run the text first prepared under a name. */
const preparedTexts = new Map<string, PreparedText>();

function preparedTextOf({ columns, sql }: AttachedStatement): PreparedText {
  const names = Object.keys(columns);
  const given = names.map((name, place) => `unnest($${place + 3}::${columns[name]}[]) as ${name}`).join(', ');
  const text = `with given as (select ${given}),
    attached as (${sql} returning 1)
    select ledger.expect_rows($1, (select count(*) from attached), $2)`;
  const known = preparedTexts.get(text);
  if (known) return known;
  const prepared = { name: `ledger attached rows ${preparedTexts.size + 1}`, text };
  preparedTexts.set(text, prepared);
  return prepared;
}

interface StatementRows {
  readonly statement: AttachedStatement;
  readonly columns: readonly { readonly name: string; readonly type: ElementType; readonly values: AnyValue[] }[];
}

/** The attached rows of a batch, collected by statement: one array statement each. */
export class AttachedRows {
  readonly #collected = new Map<AttachedStatement, StatementRows>();

  /** `transferId` is null for rows that are written ahead of it. */
  add({ statement, row }: AttachedRow, transferId: bigint | null, transferAt: Date): void {
    let collected = this.#collected.get(statement);
    if (!collected) {
      const columns = Object.entries(statement.columns).map(([name, type]) => ({ name, type, values: [] }));
      collected = { statement, columns };
      this.#collected.set(statement, collected);
    }
    for (const { name, values } of collected.columns) {
      if (name === 'transfer_id') values.push(transferId);
      else if (name === 'transfer_at') values.push(transferAt);
      else values.push(row[name] ?? null);
    }
  }

  queries(): Query[] {
    return [...this.#collected.values()].map(({ statement, columns }) => ({
      ...preparedTextOf(statement),
      values: [
        String(columns[0]?.values.length ?? 0),
        statement.name,
        ...columns.map(({ type, values }) => arrayParameter(type, values)),
      ],
    }));
  }
}
