import type pg from 'pg';

/** Runs the work in a transaction on a connection of its own: what it did is kept where it resolves, and undone where it throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Begins a transaction whose statements all read the same moment, and none of which writes. */
export const readingOneMoment = 'begin isolation level repeatable read read only';
