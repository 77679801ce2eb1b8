import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClockAnchor, clockFrom, nextAnchor, openClock } from './clock.ts';
import { createTestDatabase } from './database/test-database.ts';
import { silentLog } from './log.ts';

const plain = { startMs: null, speed: 1 };
const now = Date.UTC(2026, 0, 1);
const timeAt = (anchor: ClockAnchor, wallMs: number): number => clockFrom(anchor, () => wallMs).now();

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
        let anchor: ClockAnchor | null = null;
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

test('a wall clock that is set back does not take the product clock with it', () => {
  let wallMs = now;
  const clock = clockFrom({ wallMs: now, productMs: 0, speed: 10 }, () => wallMs);
  wallMs += 1_000;
  expect(clock.now()).toBe(10_000);
  wallMs -= 500;
  expect(clock.now()).toBe(10_000);
});

test('product time is waited for at its speed, however fast it runs at least a fifth of a second', () => {
  const { wallDelayMs } = clockFrom({ wallMs: now, productMs: 0, speed: 10 });
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
  } finally {
    await database.drop();
  }
});
