import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import { withLock } from './locks.ts';
import { silentLog } from './log.ts';
import { type Poll, type PollOptions, poll, pollSeconds } from './poll.ts';

let database: TestDatabase;
const open: Poll[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});

afterAll(() => database.drop());

function start(options: Partial<PollOptions> & Pick<PollOptions, 'run'>): Poll {
  const polling = poll({ name: 'test', everyMs: 20, log: silentLog, ...options });
  open.push(polling);
  return polling;
}

const hour = 3_600_000;

test('it runs at once and after every pause, one run at a time', async () => {
  let runs = 0;
  let underWay = 0;
  let overlaps = 0;
  const polling = start({
    async run() {
      underWay++;
      if (underWay > 1) overlaps++;
      await delay(30);
      underWay--;
      runs++;
    },
  });
  for (let count = 0; count < 20; count++) {
    polling.wake();
    await delay(5);
  }
  await expect.poll(() => runs).toBeGreaterThanOrEqual(4);
  expect(overlaps).toBe(0);
});

test('woken between two runs it runs at once, woken during a run once more after it', async () => {
  let runs = 0;
  let finish: () => void = () => undefined;
  const polling = start({
    everyMs: hour,
    async run() {
      runs++;
      if (runs === 2) await new Promise<void>((resolve) => (finish = resolve));
    },
  });
  await delay(20);
  expect(runs).toBe(1);
  polling.wake();
  await expect.poll(() => runs).toBe(2);
  polling.wake();
  polling.wake();
  finish();
  await expect.poll(() => runs).toBe(3);
  await delay(50);
  expect(runs).toBe(3);
});

test('the pause is computed after each run', async () => {
  let runs = 0;
  start({ everyMs: () => (runs < 3 ? 1 : hour), run: async () => void runs++ });
  await expect.poll(() => runs).toBe(3);
  await delay(50);
  expect(runs).toBe(3);
});

test('failures are retried, later each time, and the first success ends the back-off', async () => {
  const starts: number[] = [];
  start({
    everyMs: 20,
    async run() {
      starts.push(performance.now());
      if (starts.length <= 4) throw new Error('not yet');
    },
  });
  await expect.poll(() => starts.length).toBeGreaterThanOrEqual(7);
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  // 40, 80, 160, 320 ms, then 20: a loaded machine may be later, a timer never earlier than a millisecond.
  for (const [index, leastMs] of [40, 80, 160, 320].entries())
    expect(pauses[index]).toBeGreaterThanOrEqual(leastMs - 1);
  expect(Math.min(...pauses.slice(4))).toBeLessThan(320);
});

test('a long pause is no reason to retry late, and a short one none to retry in a tight loop', async () => {
  let runs = 0;
  const fail = async (): Promise<void> => {
    runs++;
    throw new Error('away');
  };
  start({ everyMs: 0, run: fail });
  await delay(100);
  expect(runs).toBeLessThanOrEqual(4);
  runs = 0;
  start({ everyMs: hour, run: fail });
  await expect.poll(() => runs).toBeGreaterThan(3);
});

test('stop aborts the signal of the run under way, waits for it, and nothing runs afterwards', async () => {
  let runs = 0;
  let ended = 0;
  const polling = start({
    everyMs: 1,
    async run(signal) {
      runs++;
      while (!signal.aborted) await delay(5);
      await delay(30);
      ended++;
    },
  });
  await expect.poll(() => runs).toBe(1);
  await polling.stop();
  expect(ended).toBe(1);
  polling.wake();
  await delay(30);
  expect(runs).toBe(1);
});

test('under a lock one node runs at a time, and while another holds it nothing runs', async () => {
  const { pool } = database;
  let underWay = 0;
  let most = 0;
  let runs = 0;
  const run = async (): Promise<void> => {
    underWay++;
    most = Math.max(most, underWay);
    await delay(10);
    underWay--;
    runs++;
  };
  const acquired = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held = withLock(pool, 'settlement', () => {
    acquired.resolve();
    return released.promise;
  });
  await acquired.promise;
  expect(await withLock(pool, 'settlement', async () => 'mine')).toBeNull();
  for (let node = 0; node < 3; node++) start({ everyMs: 5, lock: { pool, name: 'settlement' }, run });
  await delay(100);
  expect(runs).toBe(0);
  released.resolve();
  await held;
  await expect.poll(() => runs).toBeGreaterThan(6);
  expect(most).toBe(1);
});

test('each run is on the metrics with its outcome', async () => {
  const registry = new Registry();
  registry.registerMetric(pollSeconds);
  let runs = 0;
  start({
    name: 'measured',
    everyMs: 5,
    async run() {
      if (++runs === 2) throw new Error('the second fails');
    },
  });
  await expect.poll(() => runs).toBeGreaterThan(2);
  const text = await registry.metrics();
  expect(text).toMatch(/clearlot_background_seconds_count\{name="measured",outcome="failed"\} 1/);
  expect(text).toMatch(/clearlot_background_seconds_count\{name="measured",outcome="done"\} [1-9]/);
});
