import { expect, test } from 'vitest';
import { scheduledJobs } from '#contract/health.ts';
import { composeApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { openForFile } from './open-for-file.fixture.ts';

const { pool, url } = await openForFile(async () => {
  const { drop, ...database } = await createTestDatabase();
  return { ...database, close: drop };
});

/** Composes the app on the database; `isLast` once it has closed that with nothing of its own left on it. */
function compose(settings: Record<string, string>) {
  const closed = { isLast: false };
  const connections = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and application_name in ('clearlot-bus', 'clearlot-watch')`,
    );
    return rows.map(({ name }) => name);
  };
  const database = {
    pool,
    url,
    async close() {
      await expect.poll(connections).toEqual([]);
      closed.isLast = true;
    },
  };
  const config = readConfig({ PORT: '0', CARD_KEY: '7'.repeat(64), CLOCK_SPEED: '60', ...settings });
  return { closed, starting: composeApp(config, silentLog, Promise.resolve(database)) };
}

test('a start that fails in the middle closes what it has opened, and its database last', async () => {
  const { closed, starting } = compose({ BEACON: 'drand' });
  await expect(starting).rejects.toThrow('BEACON=drand needs');
  expect(closed.isLast).toBe(true);
});

test('the work of every hour and day is done from the start on, and what is composed is closed before its database', async () => {
  const { closed, starting } = compose({});
  const app = await starting;
  const done = async () =>
    (await pool.query<{ name: string }>('select name from scheduled_work order by name')).rows.map(({ name }) => name);
  await expect.poll(done).toEqual([...scheduledJobs].sort());
  await app.close();
  expect(closed.isLast).toBe(true);
});
