import { networkInterfaces } from 'node:os';
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

const metricsKey = 'metrics-key-of-this-test';

/** What dashboards and alerts may name. */
const publishedMetrics = [
  'background_seconds histogram le name outcome',
  'connections gauge',
  'connections_closed_total counter',
  'connections_max gauge',
  'ledger_batches_total counter',
  'ledger_bisections_total counter',
  'ledger_conflict_retries_total counter',
  'ledger_outage_retries_total counter',
  'ledger_transfers_total counter',
  'ledger_waiting gauge',
  'refusals_total counter code operation',
  'request_seconds histogram le operation status',
  'streams gauge',
  ...['active_handles', 'active_requests', 'active_resources'].flatMap((what) => [
    `nodejs_${what} gauge`,
    `nodejs_${what}_total gauge`,
  ]),
  ...['', 'max_', 'mean_', 'min_', 'p50_', 'p90_', 'p99_', 'stddev_'].map(
    (what) => `nodejs_eventloop_lag_${what}seconds gauge`,
  ),
  ...['external_memory', 'heap_size_total', 'heap_size_used'].map((what) => `nodejs_${what}_bytes gauge`),
  ...['available', 'total', 'used'].map((what) => `nodejs_heap_space_size_${what}_bytes gauge`),
  'nodejs_gc_duration_seconds histogram',
  'nodejs_version_info gauge',
  ...['process_cpu_seconds_total', 'process_cpu_system_seconds_total', 'process_cpu_user_seconds_total'].map(
    (name) => `${name} counter`,
  ),
  'process_resident_memory_bytes gauge',
  'process_start_time_seconds gauge',
].sort();

/** What the library measures on Linux alone. */
const ofLinux = /^process_(heap_bytes|max_fds|open_fds|virtual_memory_bytes) gauge$/;

/** Name, type and labels of each metric, without `clearlot_` and without the labels of what the library measures of its own. */
async function metricsOf(address: string): Promise<string[]> {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } });
  const metrics = (await response.text()).matchAll(/^# TYPE clearlot_(\S+) (\w+)\n((?:[^#].*\n)*)/gm);
  return Array.from(metrics, ([, name = '', type = '', samples = '']) => {
    const labels = new Set(Array.from(samples.matchAll(/[{,](\w+)="/g), ([, label = '']) => label));
    return [name, type, ...(/^(nodejs|process)_/.test(name) ? [] : [...labels].sort())].join(' ');
  })
    .filter((metric) => !ofLinux.test(metric))
    .sort();
}

test('a start that fails in the middle closes what it has opened, and its database last', async () => {
  const { closed, starting } = compose({ BEACON: 'drand' });
  await expect(starting).rejects.toThrow('BEACON=drand needs');
  expect(closed.isLast).toBe(true);
});

test('the work of every hour and day is done from the start on, metrics keep their names, and what is composed is closed before its database', async () => {
  const { closed, starting } = compose({ METRICS_KEY: metricsKey });
  const app = await starting;
  const done = async () =>
    (await pool.query<{ name: string }>('select name from scheduled_work order by name')).rows.map(({ name }) => name);
  await expect.poll(done).toEqual([...scheduledJobs].sort());

  expect((await fetch(`${app.address}/api/api/wallet`)).status).toBe(401);
  await expect.poll(() => metricsOf(app.address)).toEqual(publishedMetrics);
  await app.close();
  expect(closed.isLast).toBe(true);
});

/** An address of this machine that is not loopback's, as one that a proxy elsewhere reaches; loopback's where there is no other. */
const ownAddress =
  Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

test('the probe reaches a server that listens on another address than members open', async () => {
  await pool.query('delete from probe_cell');
  const { starting } = compose({ HOST: ownAddress, PUBLIC_ORIGIN: 'https://clearlot.example' });
  const app = await starting;
  const measured = async () =>
    (
      await pool.query(
        `select component, up + degraded > 0 as works, down > 0 as fails from probe_cell
         where component in ('api', 'stream') order by component`,
      )
    ).rows;
  const works = { works: true, fails: false };
  await expect.poll(measured).toEqual([
    { component: 'api', ...works },
    { component: 'stream', ...works },
  ]);
  await app.close();
});
