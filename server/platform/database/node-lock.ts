import type pg from 'pg';

/**
 * Runs the work while no other node holds the lock of that key, or answers null at once when one does. It saves the nodes from
 * doing the same work twice; nothing may depend on it for being right, since a lock is lost with its connection.
 */
export async function withNodeLock<Result>(
  pool: pg.Pool,
  lockKey: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result | null> {
  const client = await pool.connect();
  let broken = true;
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey]);
    if (!rows[0]?.held) {
      broken = false;
      return null;
    }
    const result = await work(client);
    await client.query('select pg_advisory_unlock($1)', [lockKey]);
    broken = false;
    return result;
  } finally {
    // A connection that may still hold the lock, or a transaction, is closed, which gives up both.
    client.release(broken);
  }
}
