import type pg from 'pg';

/** A statement, prepared once per connection under its name. A name always has the same text. */
export interface Query {
  readonly name: string;
  readonly text: string;
  /** Text, or PostgreSQL's binary form. */
  readonly values: readonly (string | Buffer)[];
}

/** Rows in PostgreSQL's text format. */
export interface QueryResult {
  readonly rows: (string | null)[][];
  /** Command tag: "COMMIT", "INSERT 0 5". */
  command: string;
}

/** Names of the statements that are prepared on a connection. */
const preparedOn = new WeakMap<pg.Connection, Set<string>>();

/**
 * Pipelines the queries in one round trip. The server stops at the first failure and skips the rest, so a COMMIT among them never
 * runs without the statements before it; the failure is thrown.
 */
export function roundTrip(client: pg.Client, queries: readonly Query[]): Promise<QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new RoundTrip(queries, (error, results) => (error ? reject(error) : resolve(results))));
  });
}

/** The interface that the driver's client expects of a custom query. */
class RoundTrip implements pg.Submittable {
  /** The client wraps it to clear its timeout. */
  callback: (error: Error | null, results: QueryResult[]) => void;
  readonly #queries: readonly Query[];
  readonly #results: QueryResult[] = [];
  #prepared = new Set<string>();
  #current: QueryResult = { rows: [], command: '' };

  constructor(queries: readonly Query[], callback: (error: Error | null, results: QueryResult[]) => void) {
    this.#queries = queries;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    this.#prepared = preparedOn.get(connection) ?? new Set();
    preparedOn.set(connection, this.#prepared);
    connection.stream.cork();
    for (const { name, text, values } of this.#queries) {
      if (!this.#prepared.has(name)) {
        // A failed attempt may or may not have prepared it.
        connection.close({ type: 'S', name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: [...values] }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#current.rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const query = this.#queries[this.#results.length];
    if (query) this.#prepared.add(query.name);
    this.#current.command = text;
    this.#results.push(this.#current);
    this.#current = { rows: [], command: '' };
  }

  handleReadyForQuery(): void {
    const isWhole = this.#results.length === this.#queries.length;
    this.callback(isWhole ? null : new Error('the database left a query unanswered'), this.#results);
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }
}
