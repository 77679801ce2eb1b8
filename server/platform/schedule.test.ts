import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import { silentLog } from './log.ts';
import { type Poll, pollSeconds } from './poll.ts';
import { schedule } from './schedule.ts';

let database: TestDatabase;
const open: Poll[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(() => database.owner.query('delete from scheduled_work'));

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});

afterAll(() => database.drop());

/** Long: no due time comes while a test runs. */
const everyMs = 1_000 * 86_400_000;

function startNodes(count: number, run: (signal: AbortSignal) => Promise<unknown>): void {
  for (let node = 0; node < count; node++)
    open.push(schedule({ pool: database.pool, log: silentLog, name: 'work', everyMs, run }));
}

async function dueAt(): Promise<Date | undefined> {
  return (await database.pool.query<{ due_at: Date }>('select due_at from scheduled_work')).rows[0]?.due_at;
}

const runsOf = async (name = 'work'): Promise<number> => {
  const { values } = await pollSeconds.get();
  return values
    .filter(({ metricName, labels }) => metricName?.endsWith('_count') === true && labels.name === name)
    .reduce((sum, { value }) => sum + value, 0);
};

/** Wakes them twice, and waits each time until they have looked as often as there are nodes. */
async function wakeAll(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const before = await runsOf();
    for (const one of open) one.wake();
    await expect.poll(() => runsOf()).toBeGreaterThanOrEqual(before + open.length);
  }
}

test('of several nodes one does the work, and again at the next due time: a multiple of the interval', async () => {
  let runs = 0;
  let wanted = 1;
  let looks = await runsOf();
  const before = Date.now();
  /** Lasts until the others have looked meanwhile, or one has come in beside it. */
  startNodes(3, async () => {
    runs++;
    const isTried = async () => runs > wanted || (await runsOf()) >= looks + 2;
    await vi.waitUntil(isTried, { interval: 2, timeout: 60_000 });
  });
  await expect.poll(dueAt).toBeDefined();
  await wakeAll();
  expect(runs).toBe(1);
  const next = (await dueAt())?.getTime() ?? 0;
  expect(next % everyMs).toBe(0);
  expect(next).toBeGreaterThan(before);
  expect(next).toBeLessThanOrEqual(Date.now() + everyMs);
  await database.owner.query(`update scheduled_work set due_at = now()`);
  looks = await runsOf();
  wanted = 2;
  for (const one of open) one.wake();
  await expect.poll(() => runs).toBe(2);
  await wakeAll();
  expect(runs).toBe(2);
});

test('times missed while nothing ran are made up for once', async () => {
  await database.pool.query(`insert into scheduled_work values ('work', now() - interval '3 days')`);
  let runs = 0;
  startNodes(2, async () => void runs++);
  await expect.poll(async () => ((await dueAt())?.getTime() ?? 0) > Date.now()).toBe(true);
  await wakeAll();
  expect(runs).toBe(1);
});

test('work that is not due stays undone', async () => {
  await database.pool.query(`insert into scheduled_work values ('work', now() + interval '5 minutes')`);
  let runs = 0;
  startNodes(2, async () => void runs++);
  await wakeAll();
  expect(runs).toBe(0);
});

test('work does not rest until a clock that was set back is where it was', async () => {
  await database.pool.query(`insert into scheduled_work values ('work', now() + $1 * interval '1 ms')`, [3 * everyMs]);
  let runs = 0;
  startNodes(2, async () => void runs++);
  await expect.poll(() => runs).toBe(1);
  await wakeAll();
  expect(runs).toBe(1);
  expect((await dueAt())?.getTime()).toBeLessThanOrEqual(Date.now() + everyMs);
});

test('work that lasts holds up no other', async () => {
  const lasting = Promise.withResolvers<void>();
  const begun: string[] = [];
  const start = (name: string, until?: Promise<void>) => {
    const run = async () => {
      begun.push(name);
      await until;
    };
    open.push(schedule({ pool: database.pool, log: silentLog, name, everyMs, run }));
  };
  start('lasting', lasting.promise);
  await expect.poll(() => begun).toEqual(['lasting']);
  start('other');
  try {
    await expect.poll(() => runsOf('other')).toBe(1);
    expect(begun).toEqual(['lasting', 'other']);
  } finally {
    lasting.resolve();
  }
});

test('work that fails stays due and is retried until it succeeds', async () => {
  const dueWhenRun: (Date | undefined)[] = [];
  startNodes(1, async () => {
    dueWhenRun.push(await dueAt());
    if (dueWhenRun.length === 1) throw new Error('the first fails');
  });
  await expect.poll(dueAt).toBeDefined();
  expect(dueWhenRun).toEqual([undefined, undefined]);
});

test('work whose node died half-way is done by another', async () => {
  let runs = 0;
  let cut: (() => void) | null = null;
  const dying = schedule({
    pool: database.pool,
    log: silentLog,
    name: 'work',
    everyMs,
    run: () => new Promise((_, reject) => (cut = () => reject(new Error('died')))),
  });
  await expect.poll(() => cut).not.toBeNull();
  startNodes(1, async () => void runs++);
  await wakeAll();
  expect(runs).toBe(0);
  const stopped = dying.stop();
  (cut as (() => void) | null)?.();
  await stopped;
  await expect.poll(dueAt).toBeDefined();
  expect(runs).toBe(1);
});
