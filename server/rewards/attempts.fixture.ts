import type pg from 'pg';

/** A transfer of one posting, as a row. */
export interface Move {
  readonly key: string;
  readonly kind: string;
  readonly reference: string;
  readonly at?: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly amount: number;
}

/** A statement with its values; `$id` stands for the id of the newest transfer. */
export type Statement = readonly [sql: string, ...values: unknown[]];

let newest = 0;

/** What came of one transaction with these postings and rows: its error, or that it was committed. */
export async function attemptIn(pool: pg.Pool, moves: readonly Move[], ...rows: readonly Statement[]): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { key, kind, reference, at = '2027-01-04T12:00:00Z', from, to, amount } of moves) {
      await client.query(
        `with t as (
           insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at)
           values ($1, $2, sha256('x'), $3, $4, 1, $5)
         )
         insert into ledger.postings
         select $6, $1, 0, $7, $8, $9, giving.balance - $9, taking.balance + $9
         from ledger.balances as giving, ledger.balances as taking where giving.account_id = $7 and taking.account_id = $8`,
        [++newest, key, kind, reference, at, (from > 0n ? from : to > 0n ? to : from) >> 5n, from, to, amount],
      );
    }
    for (const [sql, ...values] of rows) await client.query(sql.replaceAll('$id', String(newest)), values);
    await client.query('commit');
    return 'committed';
  } catch (error) {
    await client.query('rollback');
    return (error as Error).message;
  } finally {
    client.release();
  }
}
