import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import type { PollOptions } from '#server/platform/poll.ts';
import { compose } from './composed.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const begun = vi.hoisted((): PollOptions[] => []);

vi.mock('#server/platform/poll.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#server/platform/poll.ts')>();
  const poll: typeof original.poll = (options) => {
    begun.push(options);
    return original.poll(options);
  };
  return { ...original, poll };
});

const database = await openForFile(async () => {
  const { drop, ...opened } = await createTestDatabase();
  return { ...opened, close: drop };
});

/** The product clock of the composed app runs so many times as fast as the wall clock, from half past midnight on. */
const speed = 5;
const secondMs = 1_000;
const minuteMs = 60_000;

/** By wall time, and under which lock where one node alone does it. */
const fixed: Readonly<Record<string, readonly [everyMs: number, lock?: string]>> = {
  'database watch': [secondMs / 2],
  'product clock': [secondMs],
  offers: [10 * secondMs],
  'positions of connected members': [30 * secondMs],
  texts: [10 * minuteMs],
  'platform count': [10 * secondMs],
  probe: [10 * secondMs],
  'seed chains': [10 * minuteMs],
  settlement: [minuteMs, 'settlement'],
  draws: [minuteMs, 'draws'],
  disbursements: [10 * secondMs],
  'team rewards': [3 * secondMs],
  'push messages': [minuteMs],
  'health sample': [minuteMs],
  deposits: [(2 * secondMs) / speed],
  'matured holdings': [(10 * secondMs) / speed],
  withdrawals: [(5 * secondMs) / speed],
};

test('the work in the background is repeated as often as it should be, by the clock that it follows, on one node where one is enough', async () => {
  const app = await compose(database, { CLOCK_SPEED: String(speed) }).starting;
  await app.close();
  const works = new Map(
    begun.map(({ name, everyMs, lock }) => [
      name,
      { everyMs: typeof everyMs === 'number' ? everyMs : everyMs(), lock: lock?.name },
    ]),
  );
  expect(works.size).toBe(begun.length);
  for (const [name, [everyMs, lock]] of Object.entries(fixed)) {
    expect([name, works.get(name)]).toEqual([name, { everyMs: expect.closeTo(everyMs, 3), lock }]);
    works.delete(name);
  }
  // At every full hour of the product, and whenever a round closes.
  const [tree, rounds] = [works.get('balance tree'), works.get('rounds')];
  expect([tree?.lock, rounds?.lock]).toEqual([undefined, 'rounds']);
  expect(tree?.everyMs).toBeGreaterThan(0);
  expect(tree?.everyMs).toBeLessThanOrEqual((30 * minuteMs) / speed);
  expect(rounds?.everyMs).toBeGreaterThan(0);
  expect(rounds?.everyMs).toBeLessThanOrEqual(secondMs);
  // The others are due at minutes that the database keeps, for one node at a time.
  const others = ['trial balance', 'unused images', 'recoveries', 'log of operators', 'missed push messages'];
  works.delete('balance tree');
  works.delete('rounds');
  expect([...works.keys()].sort()).toEqual(others.sort());
  expect([...works.values()].every(({ lock }) => lock === 'schedule')).toBe(true);
});
