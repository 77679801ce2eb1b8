import { PgBoss } from 'pg-boss';
import type { Log } from './log.ts';

/** Work on a schedule, each time by exactly one node of the database. */
export interface Jobs {
  /**
   * Runs `work` at every time of the schedule (five cron fields, wall clock, UTC; a minute is the finest). A failure is logged
   * and tried again twice, then at the next time.
   */
  schedule(name: string, cron: string, work: () => Promise<void>): Promise<void>;
  /** Runs the named job once now, on whichever node is free. */
  runNow(name: string): Promise<void>;
  close(): Promise<void>;
}

const keptSeconds = 7 * 24 * 3600;

export async function openJobs(url: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'clearlot-jobs',
    max: 2,
    superviseIntervalSeconds: 300,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'));
  await boss.start();
  return {
    async schedule(name, cron, work) {
      await boss.createQueue(name, {
        policy: 'singleton',
        retryLimit: 2,
        retryDelay: 5,
        expireInSeconds: 600,
        deleteAfterSeconds: keptSeconds,
      });
      await boss.work(name, { pollingIntervalSeconds: 2 }, async () => {
        try {
          await work();
        } catch (error) {
          log.error({ err: error, job: name }, 'a job failed');
          throw error;
        }
      });
      await boss.schedule(name, cron, null, { tz: 'UTC' });
    },
    async runNow(name) {
      await boss.send(name);
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
