import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const waiting = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Comes back when so many connections to the database wait for a lock. Throws where the work is over before: it did not wait. */
export async function untilLockWait(pool: pg.Pool, work: Promise<unknown>, count = 1): Promise<void> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) {
    const { rows } = await pool.query<{ count: number }>(waiting);
    if ((rows[0]?.count ?? 0) >= count) return;
    await delay(10);
  }
  throw new Error('the work is over and has not waited for the lock');
}
