import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type ClockAnchor, clockFrom, nextAnchor, openClock, readProductTime, type StoredAnchor } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import { DatabaseTime } from './database-time.ts';
import { silentLog } from './log.ts';

const plain = { startMs: null, speed: 1 };
const now = Date.UTC(2026, 0, 1);
/** Without the bound on what may be shown. */
const timeAt = ({ wallMs, productMs, speed }: ClockAnchor, at: number): number =>
  clockFrom(
    () => ({ wallMs, productMs, speed }),
    () => at,
  ).now();

test('without settings the product clock is the wall clock', () => {
  const anchor = nextAnchor(null, plain, now);
  expect(timeAt(anchor, now + 5_000)).toBe(now + 5_000);
  expect(nextAnchor(anchor, plain, now + 5_000)).toBe(anchor);
});

test('a start time counts at the first start only, and the clock runs on while nothing runs', () => {
  const wish = { startMs: Date.UTC(2025, 0, 1), speed: 60 };
  const first = nextAnchor(null, wish, now);
  expect(timeAt(first, now + 1_000)).toBe(wish.startMs + 60_000);
  expect(nextAnchor(first, wish, now + 5_000)).toBe(first);
});

test('whatever settings follow one another, the product time never runs backwards', () => {
  const wish = fc.record({
    startMs: fc.option(fc.integer({ min: now - 1e11, max: now + 1e11 }), { nil: null }),
    speed: fc.constantFrom(0.5, 1, 60, 3_600),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(wish, fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }))),
      (starts) => {
        let [wallMs, latest] = [now, Number.NEGATIVE_INFINITY];
        let anchor: StoredAnchor | null = null;
        for (const [settings, downMs, upMs] of starts) {
          wallMs += downMs;
          anchor = nextAnchor(anchor, settings, wallMs);
          const opened = timeAt(anchor, wallMs);
          expect(opened).toBeGreaterThanOrEqual(latest);
          wallMs += upMs;
          latest = timeAt(anchor, wallMs);
          expect(latest).toBeGreaterThanOrEqual(opened);
        }
      },
    ),
  );
});

test('a start with another speed begins at a whole millisecond, none of which was shown before', () => {
  const slow = nextAnchor(null, { startMs: 1_000, speed: 0.5 }, now);
  expect(nextAnchor(slow, { startMs: null, speed: 60 }, now + 3)).toMatchObject({ productMs: 1_002, wallMs: now + 3 });
});

test('a wall clock that is set back does not take the product clock with it', () => {
  let wallMs = now;
  const clock = clockFrom(
    () => ({ wallMs: now, productMs: 0, speed: 10 }),
    () => wallMs,
  );
  wallMs += 1_000;
  expect(clock.now()).toBe(10_000);
  wallMs -= 500;
  expect(clock.now()).toBe(10_000);
});

test('product time is waited for at its speed, however fast it runs at least a fifth of a second', () => {
  const { wallDelayMs } = clockFrom(() => ({ wallMs: now, productMs: 0, speed: 10 }));
  expect(wallDelayMs(60_000)).toBe(6_000);
  expect(wallDelayMs(1_000)).toBe(200);
});

test('a start time does not turn back a database that lived by the wall clock, and leaving it catches up', () => {
  const lived = nextAnchor(null, plain, now);
  const demonstration = nextAnchor(lived, { startMs: Date.UTC(2024, 0, 1), speed: 2 }, now + 10);
  expect(timeAt(demonstration, now + 10)).toBe(now + 10);
  const past = nextAnchor(null, { startMs: Date.UTC(2024, 0, 1), speed: 1 }, now);
  expect(timeAt(nextAnchor(past, plain, now + 10), now + 10)).toBe(now + 10);
});

test('two processes that open the clock of one database have the same time', async () => {
  const database = await createTestDatabase();
  try {
    const wish = { startMs: Date.UTC(2025, 0, 1), speed: 100_000 };
    const clocks = await Promise.all([1, 2, 3].map(() => openClock(database.pool, wish, silentLog)));
    // Read one after the other, between which a busy machine may do something else for a while.
    const apart = () => {
      const times = clocks.map((clock) => clock.now());
      return Math.max(...times) - Math.min(...times);
    };
    await expect.poll(apart).toBeLessThan(10 * 100_000);
    const { rows } = await database.pool.query('select count(*) from product_clock');
    expect(rows).toEqual([{ count: 1n }]);
    await Promise.all(clocks.map((clock) => clock.stop()));
  } finally {
    await database.drop();
  }
});

test('after a start with the wall clock set back the product time goes on from the latest that was shown', () => {
  const running: StoredAnchor = {
    wallMs: now,
    productMs: 0,
    speed: 10,
    shownUntilMs: 105_000,
    extendedAtMs: now + 10_000,
  };
  const setBack = nextAnchor(running, { startMs: null, speed: 10 }, now - 120_000);
  expect(timeAt(setBack, now - 120_000)).toBe(105_000);
  expect(timeAt(setBack, now - 119_000)).toBe(115_000);
});

test('no clock shows more than may be shown', () => {
  const anchor = { wallMs: now, productMs: 0, speed: 10, shownUntilMs: 50_000 };
  const clock = clockFrom(
    () => anchor,
    () => now + 60_000,
  );
  expect(clock.now()).toBe(50_000);
  anchor.shownUntilMs = 700_000;
  expect(clock.now()).toBe(600_000);
});

/** As if the database's clock had been that much ahead until now, and was set back. */
const setBackBy = (database: TestDatabase, seconds: number) =>
  database.owner.query(
    `alter table product_clock disable trigger user;
     update product_clock set wall_at = wall_at + interval '${seconds} seconds',
       extended_at = extended_at + interval '${seconds} seconds';
     alter table product_clock enable trigger user`,
  );

test('a wall clock that is set back for two minutes takes no product time back, at a restart or while a node runs', async () => {
  const database = await createTestDatabase();
  const settings = { startMs: null, speed: 1 };
  const before = await openClock(database.pool, settings, silentLog);
  const shown = before.now();
  await before.stop();
  await setBackBy(database, 120);
  const after = await openClock(database.pool, settings, silentLog);
  const resumed = after.now();
  expect(resumed).toBeGreaterThanOrEqual(shown);
  expect(await readProductTime(database.pool)).toBeGreaterThanOrEqual(shown);
  await setBackBy(database, 120);
  let latest = resumed;
  await expect
    .poll(async () => {
      const time = after.now();
      expect(time).toBeGreaterThanOrEqual(latest);
      latest = time;
      return readProductTime(database.pool);
    })
    .toBeGreaterThanOrEqual(resumed);
  await after.stop();
  await database.drop();
});

test('a node takes the time from the database, and one whose own clock disagrees is refused', async () => {
  const database = await createTestDatabase();
  const settings = { startMs: Date.UTC(2025, 0, 1), speed: 1 };
  const right = await openClock(database.pool, settings, silentLog);
  let aheadMs = 1_000;
  const skewed = await openClock(database.pool, settings, silentLog, () => Date.now() + aheadMs);
  expect(Math.abs(skewed.now() - right.now())).toBeLessThan(500);
  expect(Math.abs(skewed.wallNow() - Date.now())).toBeLessThan(500);
  skewed.requireAgreement();
  aheadMs = -60_000;
  await vi.waitFor(() => expect(skewed.requireAgreement).toThrow('is 60 s behind the database'), { timeout: 60_000 });
  const open = (ms: number) => openClock(database.pool, settings, silentLog, () => Date.now() + ms);
  await expect(open(5_000)).rejects.toThrow(/The clock of this machine is 5 s ahead of the database's/);
  await expect(open(73 * 3_600_000)).rejects.toThrow('73 h ahead of');
  await expect(open(-5_000)).rejects.toThrow('5 s behind');
  await Promise.all([right.stop(), skewed.stop()]);
  await database.drop();
});

test('a reading moves the estimate only as far as it contradicts it, so that a slow one says little', () => {
  const monotonic = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  try {
    const time = new DatabaseTime();
    const after = (...reading: [databaseMs: number, sentAt: number, receivedAt: number]): number => {
      time.sample(...reading);
      return time.now();
    };
    expect(after(500_000, 990, 1_000)).toBe(500_005);
    expect(after(500_000, 0, 1_000)).toBe(500_005);
    expect(after(500_100, 990, 1_000)).toBe(500_100);
    expect(after(499_000, 990, 1_000)).toBe(499_010);
  } finally {
    monotonic.mockRestore();
  }
});

test('an answer of the database that took seconds does not make the clock of a node a wrong one', async () => {
  const database = await createTestDatabase();
  let lateMs = 0;
  const inTime = performance.now.bind(performance);
  const time = vi.spyOn(performance, 'now').mockImplementation(() => inTime() + lateMs);
  const pool = {
    connect: () => database.pool.connect(),
    async query(...statement: unknown[]) {
      const answer = await database.pool.query(...(statement as [string]));
      lateMs += 6_000;
      return answer;
    },
  };
  const settings = { startMs: null, speed: 1 };
  try {
    const clock = await openClock(pool as never, settings, silentLog, () => Date.now() + lateMs);
    expect(Math.abs(clock.skewMs())).toBeLessThan(2_000);
    await clock.stop();
  } finally {
    time.mockRestore();
    await database.drop();
  }
});

test('a clock that somebody sets forward is in the log of every node that runs, however little it is', async () => {
  const database = await createTestDatabase();
  const lines: unknown[] = [];
  const log = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line) } as typeof silentLog;
  const clock = await openClock(database.pool, { startMs: null, speed: 1 }, log);
  await database.owner.query(
    `update product_clock set product_at = product_at + interval '20 seconds', shown_until = shown_until + interval '20 seconds'`,
  );
  const moved = [{ movedMs: 20_000 }, expect.stringContaining('the product clock was moved')];
  await vi.waitFor(() => expect(lines).toEqual([moved]), { timeout: 60_000 });
  await clock.stop();
  expect(lines).toEqual([moved]);
  await database.drop();
});

test('the database refuses a product clock that goes back, or none', async () => {
  const database = await createTestDatabase();
  await (await openClock(database.pool, { startMs: null, speed: 60 }, silentLog)).stop();
  for (const change of [
    `product_at = product_at - interval '1 second'`,
    `wall_at = wall_at + interval '1 second'`,
    `shown_until = shown_until - interval '1 second'`,
    `extended_at = extended_at - interval '2 minutes'`,
    `extended_at = now() + interval '2 minutes'`,
    `extended_at = extended_at - interval '10 seconds', product_at = product_at - interval '10 seconds'`,
  ])
    await expect(database.owner.query(`update product_clock set ${change}`), change).rejects.toThrow('never goes back');
  const extend = (lease: string) => database.pool.query('select extend_product_clock($1)', [lease]);
  await extend('10 seconds');
  // Of the lease before, product time may be shown still.
  await extend('1 second');
  await setBackBy(database, -3_600);
  const slower = `wall_at = extended_at, product_at = product_at + (extended_at - wall_at) * speed, speed = speed / 2`;
  await expect(database.owner.query(`update product_clock set ${slower}`), 'as of an hour ago').rejects.toThrow(
    'never goes back',
  );
  await expect(database.owner.query('delete from product_clock')).rejects.toThrow('never goes back');
  await database.drop();
});
