import type pg from 'pg';

const lockKey = 4_207_010;

/**
 * Runs the work while no other node does, or answers null at once when one does. It saves the nodes from doing the same work
 * twice; that a plan settles once does not depend on it, so a lock lost with its connection harms nothing.
 */
export async function withSettlementLock<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result | null> {
  const client = await pool.connect();
  let broken = true;
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey]);
    if (!rows[0]?.held) {
      broken = false;
      return null;
    }
    const result = await work();
    await client.query('select pg_advisory_unlock($1)', [lockKey]);
    broken = false;
    return result;
  } finally {
    // A connection that may still hold the lock is closed, which gives it up.
    client.release(broken);
  }
}
