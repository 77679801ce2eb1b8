import type { Pool } from 'pg';

/** Waits until the work has ended, or a statement of this database waits for a lock. */
export async function endedOrBlocked(pool: Pool, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = (): void => {
    isDone = true;
  };
  work.then(end, end);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while (!isDone && (await pool.query(waiting)).rowCount === 0) await new Promise(setImmediate);
}
