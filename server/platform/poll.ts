import type pg from 'pg';
import { Histogram } from 'prom-client';
import { type LockName, withLock } from './locks.ts';
import type { Log } from './log.ts';

export interface PollOptions {
  /** For log and metrics. */
  readonly name: string;
  /** Wall time from the end of one run to the next, fixed or computed after each run. */
  readonly everyMs: number | (() => number);
  /** Shortest time from the end of one run to one that `wake` asks for, default 0: what wakes it many times a second costs a few runs. */
  readonly restMs?: number;
  /** `stop` aborts the signal, so that long work can end early. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Log;
  /** Lets one node of the database run at a time; the others try again within a second. */
  readonly lock?: { readonly pool: pg.Pool; readonly name: LockName; readonly subject?: string };
  /** Longest pause between retries. */
  readonly retryMsMax?: number;
}

export interface Poll {
  /** Runs now or after the rest, or again after the current run. */
  wake(): void;
  /** Stops polling; waits for the current run. */
  stop(): Promise<void>;
}

/** Time of background runs, by name and outcome (`done`, `failed`, or `elsewhere` where another node held the lock). */
export const pollSeconds: Histogram<'name' | 'outcome'> = new Histogram({
  name: 'clearlot_background_seconds',
  help: 'Time of a run of background work, by name and outcome',
  labelNames: ['name', 'outcome'],
  buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
  registers: [],
});

const lockHeldPauseMsMax = 1_000;
/** Timers are limited to 2^31 ms; an extra run is harmless. */
const pauseMsMax = 24 * 3_600_000;
const jitterMsMax = 1_000;

/** Retry delay: twice the pause, between 20 ms and 2 s, doubled with each consecutive failure. */
const retryPauseMs = (everyMs: number, failures: number, longestMs: number): number =>
  Math.min(longestMs, Math.min(1_000, Math.max(10, everyMs)) * 2 ** Math.min(failures, 20));

/**
 * Runs background work immediately and again after every pause, until it is stopped. Runs never overlap, up to a tenth of a pause is
 * added as jitter, and a failure is retried with exponential back-off.
 */
export function poll({ name, everyMs, restMs = 0, run, log, lock, retryMsMax = 30_000 }: PollOptions): Poll {
  const stopping = new AbortController();
  let failures = 0;
  let isWoken = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let restedAtMs = 0;

  const pauseMs = (): number => (typeof everyMs === 'number' ? everyMs : everyMs());

  const runUnderLock = async (): Promise<'done' | 'elsewhere'> => {
    const work = async (): Promise<'done'> => {
      await run(stopping.signal);
      return 'done';
    };
    return lock ? ((await withLock(lock.pool, lock.name, work, lock.subject)) ?? 'elsewhere') : await work();
  };

  /** One run; returns the pause before the next. */
  const turn = async (): Promise<number> => {
    const endTimer = pollSeconds.startTimer({ name });
    try {
      const outcome = await runUnderLock();
      endTimer({ outcome });
      if (failures > 0) log.info({ work: name, failures }, 'background work succeeds again');
      failures = 0;
      return outcome === 'done' ? pauseMs() : Math.min(lockHeldPauseMsMax, pauseMs());
    } catch (error) {
      endTimer({ outcome: 'failed' });
      failures += 1;
      const retryMs = retryPauseMs(pauseMs(), failures, retryMsMax);
      if (!stopping.signal.aborted)
        log[failures === 1 ? 'error' : 'warn']({ err: error, work: name, failures, retryMs }, 'background work failed');
      return retryMs;
    }
  };

  const start = (): void => {
    clearTimeout(timer);
    isWoken = false;
    running = turn().then((pause) => {
      running = null;
      restedAtMs = Date.now() + restMs;
      if (stopping.signal.aborted) return;
      if (isWoken) return startRested();
      // What is overdue is due now.
      const dueMs = Math.max(0, pause);
      const jitterMs = Math.random() * Math.min(jitterMsMax, dueMs / 10);
      startIn(Math.min(pauseMsMax, dueMs) + jitterMs);
    });
  };

  const startIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(start, ms);
    timer.unref();
  };

  const startRested = (): void => {
    const leftMs = restedAtMs - Date.now();
    if (leftMs > 0) startIn(Math.min(leftMs, restMs));
    else start();
  };

  start();
  return {
    wake() {
      if (running) isWoken = true;
      else if (!stopping.signal.aborted) startRested();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
