import type pg from 'pg';
import type { Log } from './log.ts';
import { type Poll, poll } from './poll.ts';

export interface ScheduleOptions {
  readonly pool: pg.Pool;
  readonly name: string;
  /** Interval in wall time; due times are its multiples since 1970 UTC. */
  readonly everyMs: number;
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Log;
}

/** Longest delay until another node's finished work, or a changed clock, is noticed. */
const lookMsMax = 60_000;

/**
 * Runs work at every due time, on one node of the database. The next due time is stored when the work is done: missed times are
 * made up for by one run, and work that failed or was killed is retried by the first node that polls.
 */
export function schedule({ pool, name, everyMs, run, log }: ScheduleOptions): Poll {
  let waitMs = lookMsMax;
  return poll({
    name,
    log,
    everyMs: () => waitMs,
    retryMsMax: everyMs,
    lock: { pool, name: 'schedule', subject: name },
    async run(signal) {
      const dueMs = await dueIn(pool, name);
      // Further away than an interval: the database's clock was set back since, and the work would rest until it is there again.
      const isDue = dueMs <= 0 || dueMs > everyMs;
      if (isDue) {
        await run(signal);
        await pool.query(storeNext, [name, everyMs]);
      }
      waitMs = Math.min(lookMsMax, isDue ? await dueIn(pool, name) : dueMs);
    },
  });
}

/** Milliseconds until the work is due, by the database's clock; work that has never run is due now. */
async function dueIn(pool: pg.Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    `select (extract(epoch from due_at - now()) * 1000)::double precision as ms from scheduled_work where name = $1`,
    [name],
  );
  return rows[0]?.ms ?? 0;
}

const storeNext = `
  insert into scheduled_work (name, due_at)
  values ($1, date_bin($2 * interval '1 millisecond', now(), 'epoch') + $2 * interval '1 millisecond')
  on conflict (name) do update set due_at = excluded.due_at`;
