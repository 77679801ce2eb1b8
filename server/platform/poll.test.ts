import { once } from 'node:events';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import { withLock } from './locks.ts';
import { silentLog } from './log.ts';
import { type Poll, type PollOptions, poll, pollSeconds } from './poll.ts';

let database: TestDatabase;
const open: Poll[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

/** The time of what polls passes by `pass` alone: an hour takes no longer than a millisecond. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

afterEach(async () => {
  const stopped = Promise.all(open.splice(0).map((one) => one.stop()));
  if (vi.isFakeTimers()) await pass(hour);
  await stopped;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

afterAll(() => database.drop());

function start(options: Partial<PollOptions> & Pick<PollOptions, 'run'>): Poll {
  const polling = poll({ name: 'test', everyMs: 20, log: silentLog, ...options });
  open.push(polling);
  return polling;
}

const hour = 3_600_000;

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** What a run does for so long. */
const takes = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('it runs at once and after every pause, one run at a time', async () => {
  let runs = 0;
  let underWay = 0;
  let overlaps = 0;
  const polling = start({
    async run() {
      underWay++;
      if (underWay > 1) overlaps++;
      await takes(30);
      underWay--;
      runs++;
    },
  });
  for (let count = 0; count < 20; count++) {
    polling.wake();
    await pass(5);
  }
  // One after the other without a pause, woken during each.
  expect(runs).toBe(3);
  await pass(50);
  expect(runs).toBe(5);
  // 30 ms and a pause of 20 to 22 each.
  await pass(520);
  expect(runs).toBe(15);
  expect(overlaps).toBe(0);
});

test('woken between two runs it runs at once, woken during a run once more after it', async () => {
  let runs = 0;
  let finish: () => void = () => undefined;
  const polling = start({
    everyMs: hour,
    async run() {
      runs++;
      if (runs === 2) await Promise.race([new Promise<void>((resolve) => (finish = resolve)), takes(hour)]);
    },
  });
  await pass(10);
  expect(runs).toBe(1);
  polling.wake();
  expect(runs).toBe(2);
  polling.wake();
  polling.wake();
  await pass(10);
  expect(runs).toBe(2);
  finish();
  await pass(10);
  expect(runs).toBe(3);
  // The next one after an hour, and no other by the pause that was cut short.
  await pass(2 * hour - 30);
  expect(runs).toBe(4);
});

test('however often it is woken, it runs once after each rest, and at once when it has rested', async () => {
  let runs = 0;
  const polling = start({ everyMs: hour, restMs: 100, run: async () => void runs++ });
  await pass(10);
  for (let count = 0; count < 3; count++) {
    polling.wake();
    await pass(10);
  }
  expect(runs).toBe(1);
  await pass(60);
  expect(runs).toBe(2);
  await pass(200);
  polling.wake();
  expect(runs).toBe(3);
  // During a run: after it and its rest.
  polling.wake();
  await pass(99);
  expect(runs).toBe(3);
  await pass(1);
  expect(runs).toBe(4);
});

test('the pause is computed after each run', async () => {
  let runs = 0;
  start({ everyMs: () => (runs < 3 ? 1 : hour), run: async () => void runs++ });
  await pass(10);
  expect(runs).toBe(3);
  await pass(hour - 10);
  expect(runs).toBe(3);
});

test.each([
  { everyMs: 200, after: 210 },
  { everyMs: hour, after: hour + 500 },
])('a part of a tenth of the pause is added, of a second at most: half of it to $everyMs ms', async (pause) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  let runs = 0;
  start({ everyMs: pause.everyMs, run: async () => void runs++ });
  await pass(pause.after - 1);
  expect(runs).toBe(1);
  await pass(1);
  expect(runs).toBe(2);
});

test('failures are retried, later each time, and the first success ends the back-off', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const starts: number[] = [];
  start({
    everyMs: 20,
    async run() {
      starts.push(Date.now());
      if (starts.length <= 4 || starts.length === 6) throw new Error('not yet');
    },
  });
  await pass(680);
  expect(starts.slice(1).map((at, index) => at - (starts[index] ?? 0))).toEqual([40, 80, 160, 320, 20, 40, 20]);
});

test('a long pause is no reason to retry late, and a short one none to retry in a tight loop', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  let runs = 0;
  const fail = async (): Promise<void> => {
    runs++;
    throw new Error('away');
  };
  const short = start({ everyMs: 0, run: fail });
  // After 20 ms, 40 and 80.
  await pass(139);
  expect(runs).toBe(3);
  await short.stop();
  runs = 0;
  start({ everyMs: hour, run: fail });
  // After 2 s, 4, 8 and 16.
  await pass(29_999);
  expect(runs).toBe(4);
  // At last every half a minute.
  await pass(hour);
  const before = runs;
  await pass(10 * 30_000);
  expect(runs).toBe(before + 10);
});

test('stop aborts the signal of the run under way, waits for it, and nothing runs afterwards', async () => {
  let runs = 0;
  let isStopped = false;
  const polling = start({
    everyMs: 1,
    async run(signal) {
      runs++;
      await Promise.race([once(signal, 'abort'), takes(hour)]);
      await takes(30);
    },
  });
  await pass(10);
  void polling.stop().then(() => (isStopped = true));
  await pass(29);
  expect(isStopped).toBe(false);
  await pass(1);
  expect(isStopped).toBe(true);
  polling.wake();
  await pass(hour);
  expect(runs).toBe(1);
});

test('one that is stopped between two runs runs no more', async () => {
  let runs = 0;
  const polling = start({ run: async () => void runs++ });
  await pass(10);
  await polling.stop();
  await pass(hour);
  expect(runs).toBe(1);
});

/** How often a poll of that name has found the lock taken. */
async function looksInVain(work: string): Promise<number> {
  const { values } = await pollSeconds.get();
  const isOne = ({ metricName, labels }: (typeof values)[number]) =>
    metricName?.endsWith('_count') === true && labels.name === work && labels.outcome === 'elsewhere';
  return values.find(isOne)?.value ?? 0;
}

/** Holds the lock until it is released. */
async function holdLock(): Promise<{ release(): Promise<unknown> }> {
  const acquired = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held = withLock(database.pool, 'settlement', () => {
    acquired.resolve();
    return released.promise;
  });
  await acquired.promise;
  return {
    release() {
      released.resolve();
      return held;
    },
  };
}

test('while another node has the lock, it is tried again within a second, however long the pause is', async () => {
  const held = await holdLock();
  const lock = { pool: database.pool, name: 'settlement' } as const;
  let runs = 0;
  start({ name: 'held up', everyMs: hour, lock, run: async () => void runs++ });
  for (const looks of [1, 2]) {
    await expect.poll(() => looksInVain('held up')).toBe(looks);
    await pass(1_100);
  }
  await expect.poll(() => looksInVain('held up')).toBe(3);
  await held.release();
  await pass(1_100);
  await expect.poll(() => runs).toBe(1);
});

test('under a lock one node runs at a time, and while another holds it nothing runs', async () => {
  vi.useRealTimers();
  const { pool } = database;
  let underWay = 0;
  let most = 0;
  let runs = 0;
  /** Lasts until another node has looked meanwhile, or has come in beside it. */
  const run = async (signal: AbortSignal): Promise<void> => {
    most = Math.max(most, ++underWay);
    const before = await looksInVain('locked');
    const hasBeenTried = async () => signal.aborted || most > 1 || (await looksInVain('locked')) > before;
    await vi.waitUntil(hasBeenTried, { interval: 2, timeout: 60_000 });
    underWay--;
    runs++;
  };
  const held = await holdLock();
  expect(await withLock(pool, 'settlement', async () => 'mine')).toBeNull();
  for (let node = 0; node < 3; node++) start({ name: 'locked', everyMs: 5, lock: { pool, name: 'settlement' }, run });
  await expect.poll(async () => runs + (await looksInVain('locked'))).toBeGreaterThan(9);
  expect(runs).toBe(0);
  await held.release();
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
  await pass(100);
  const text = await registry.metrics();
  expect(text).toMatch(/clearlot_background_seconds_count\{name="measured",outcome="failed"\} 1/);
  expect(text).toMatch(/clearlot_background_seconds_count\{name="measured",outcome="done"\} [1-9]/);
});
