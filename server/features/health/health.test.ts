import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { getHealth } from './get-health.ts';
import { openHealth } from './health-feature.ts';
import { type HealthSample, recordSample } from './sample-store.ts';

/** The event loop as the platform measures it: its longest delay since the last reset, in nanoseconds. */
const loop = vi.hoisted(() => ({
  isMeasured: false,
  longest: 0,
  enable: () => void Object.assign(loop, { isMeasured: true }),
  disable: () => void Object.assign(loop, { isMeasured: false }),
  reset: () => void Object.assign(loop, { longest: 0 }),
  percentile: (share: number) => (share === 99 && loop.isMeasured ? loop.longest : Number.NaN),
}));
vi.mock('node:perf_hooks', async (original) => ({
  ...(await original<typeof import('node:perf_hooks')>()),
  monitorEventLoopDelay: () => loop,
}));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => database.drop());

const minuteMs = 60_000;
const noLedger = { batches: 0, transfers: 0, conflictRetries: 0, outageRetries: 0, splits: 0, waiting: 0 };
const sample: HealthSample = {
  requests: 10,
  refusals: 2,
  failures: 1,
  p95Ms: 25,
  slowest: [{ operation: 'getPlan', calls: 10, meanMs: 12.5 }],
  ledgerWaiting: 3,
  ledgerBatches: 4,
  ledgerTransfers: 40,
  eventLoopMs: 1.5,
};

test('samples of all nodes are summed by minute and by ten minutes, the worst of each kept, and old ones go', async () => {
  const now = Date.UTC(2026, 4, 1, 12, 0, 30);
  await recordSample(database.pool, 'old', now - 26 * 60 * minuteMs, sample);
  await recordSample(database.pool, 'a', now - 90 * minuteMs, {
    ...sample,
    slowest: [{ operation: 'placePlan', calls: 1, meanMs: 900 }],
  });
  await recordSample(database.pool, 'a', now - 5 * minuteMs, sample);
  await recordSample(database.pool, 'b', now - 5 * minuteMs + 1, { ...sample, p95Ms: 100, ledgerWaiting: 9 });
  await recordSample(database.pool, 'a', now - minuteMs, {
    ...sample,
    p95Ms: null,
    slowest: [{ operation: 'getPlan', calls: 1, meanMs: 80 }],
  });
  const health = await getHealth({ pool: database.pool, wallNow: () => now });
  expect(health.nodes).toBe(1);
  expect(health.hour).toEqual([
    {
      at: now - 5 * minuteMs - 30_000,
      nodes: 2,
      requests: 20,
      refusals: 4,
      failures: 2,
      p95Ms: 100,
      ledgerWaiting: 9,
      ledgerBatches: 8,
      ledgerTransfers: 80,
      eventLoopMs: 1.5,
    },
    {
      at: now - minuteMs - 30_000,
      nodes: 1,
      requests: 10,
      refusals: 2,
      failures: 1,
      p95Ms: null,
      ledgerWaiting: 3,
      ledgerBatches: 4,
      ledgerTransfers: 40,
      eventLoopMs: 1.5,
    },
  ]);
  expect(health.day.map(({ requests, nodes }) => [requests, nodes])).toEqual([
    [10, 1],
    [30, 2],
  ]);
  expect(health.slowest).toEqual([{ operation: 'getPlan', calls: 21, slowestMeanMs: 80 }]);
  const { rows } = await database.pool.query(`select count(*)::int as count from health_sample where node = 'old'`);
  expect(rows).toEqual([{ count: 0 }]);
});

test('a span in which a node was slower than the last bucket has no percentile, whatever the others were', async () => {
  await database.pool.query('delete from health_sample');
  const now = Date.UTC(2026, 4, 2, 12, 5, 30);
  await recordSample(database.pool, 'a', now - 2 * minuteMs, { ...sample, p95Ms: null, requests: 0 });
  await recordSample(database.pool, 'b', now - 2 * minuteMs, sample);
  await recordSample(database.pool, 'a', now - minuteMs, { ...sample, p95Ms: null });
  await recordSample(database.pool, 'b', now - minuteMs, sample);
  const { hour, day } = await getHealth({ pool: database.pool, wallNow: () => now });
  expect(hour.map(({ p95Ms }) => p95Ms)).toEqual([25, null]);
  expect(day.map(({ p95Ms }) => p95Ms)).toEqual([null]);
});

test('nodes that measured within two minutes are counted together, wherever the minutes are', async () => {
  await database.pool.query('delete from health_sample');
  const boundary = Date.UTC(2026, 4, 3, 12, 4);
  await recordSample(database.pool, 'stopped', boundary - 40_000, sample);
  await recordSample(database.pool, 'started', boundary + 20_000, sample);
  for (const [now, nodes] of [
    [boundary + minuteMs, 2],
    [boundary + 2 * minuteMs, 1],
    [boundary + 3 * minuteMs, 0],
  ] as const)
    expect((await getHealth({ pool: database.pool, wallNow: () => now })).nodes).toBe(nodes);
});

test('a running node measures itself, until it is closed', async () => {
  // Time passes for what is timed here alone, the database's client included.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const metrics = createMetrics();
  const counts = { ...noLedger };
  const looks = vi.fn(Date.now);
  const wallNow = Date.now;
  await database.pool.query('delete from health_sample');
  const feature = await openHealth({
    pool: database.pool,
    metrics,
    ledger: { counts: () => ({ ...counts }) },
    log: silentLog,
    wallNow: looks,
    sampleMs: 200,
  });
  metrics.requestSeconds.observe({ operation: 'getPlan', status: '200' }, 0.02);
  Object.assign(counts, { batches: 2, transfers: 30, waiting: 1 });
  // Added up: the end of ten minutes can come in between.
  const measuredInAll = async () => {
    const { day } = await getHealth({ pool: database.pool, wallNow });
    const sumOf = (name: 'requests' | 'ledgerBatches' | 'ledgerTransfers') =>
      day.reduce((sum, point) => sum + point[name], 0);
    return { requests: sumOf('requests'), batches: sumOf('ledgerBatches'), transfers: sumOf('ledgerTransfers') };
  };
  await vi.advanceTimersByTimeAsync(250);
  await expect.poll(measuredInAll).toEqual({ requests: 1, batches: 2, transfers: 30 });
  const samples = async () => {
    await vi.advanceTimersByTimeAsync(250);
    return (await database.pool.query('select count(*)::int as n from health_sample')).rows[0].n;
  };
  await expect.poll(samples).toBeGreaterThan(2);
  expect(await measuredInAll()).toEqual({ requests: 1, batches: 2, transfers: 30 });
  await feature.close?.();
  const { day, nodes } = await getHealth({ pool: database.pool, wallNow });
  expect(nodes).toBe(1);
  expect(Math.max(...day.map(({ ledgerWaiting }) => ledgerWaiting))).toBe(1);
  const stopped = looks.mock.calls.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks).toHaveBeenCalledTimes(stopped);
});

test('the event loop’s delay is that of each sample alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await database.pool.query('delete from health_sample');
  const feature = await openHealth({
    pool: database.pool,
    metrics: createMetrics(),
    ledger: { counts: () => noLedger },
    log: silentLog,
    wallNow: Date.now,
    sampleMs: 200,
  });
  loop.longest = 250e6;
  const delays = async (): Promise<number[]> => {
    await vi.advanceTimersByTimeAsync(250);
    const { rows } = await database.pool.query('select event_loop_ms as ms from health_sample order by at');
    return rows.map(({ ms }) => ms);
  };
  await expect.poll(async () => (await delays()).length).toBeGreaterThan(2);
  await feature.close?.();
  const [first, ...others] = await delays();
  expect(first).toBe(250);
  expect(new Set(others)).toEqual(new Set([0]));
  expect(loop.isMeasured).toBe(false);
});

test('a job that is long past its time is overdue', async () => {
  await database.pool.query(
    `insert into scheduled_work (name, due_at) values ('late one', now() - interval '3 minutes'), ('noticed', now() - interval '1 minute'),
       ('on time', now() + interval '1 minute')`,
  );
  const { jobs } = await getHealth({ pool: database.pool, wallNow: Date.now });
  expect(jobs.map(({ name, isOverdue }) => [name, isOverdue])).toEqual([
    ['late one', true],
    ['noticed', false],
    ['on time', false],
  ]);
});
