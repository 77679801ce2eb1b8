import { afterAll, beforeAll, expect, test } from 'vitest';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { openKnownRounds } from './known-rounds.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';
import { scheduleRounds } from './run-rounds.ts';

let world: RoundsWorld;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** A bus whose connection a test can lose. */
function gappyBus() {
  const listeners = new Set<() => void>();
  const published: unknown[] = [];
  return {
    published,
    publish: async (_topic: string, payload: unknown) => void published.push(payload),
    onGap(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    lose() {
      for (const listener of listeners) listener();
    },
    listeners,
  };
}

/** Takes the newest rounds from the database, as a promoted standby lacks them. */
async function loseFrom(round: number): Promise<void> {
  const tables = ['round_payment', 'round_order', 'round_end', 'round_closing'];
  const each = (change: (table: string) => string) => world.database.owner.query(tables.map(change).join(';'));
  await each((table) => `alter table ${table} disable trigger user`);
  await each((table) => `delete from ${table} where round_id >= ${round}`);
  await each((table) => `alter table ${table} enable trigger user`);
}

test('results and orders of rounds that a promoted server lacks are not shown once the connection is back', async () => {
  const bus = gappyBus();
  const known = openKnownRounds(world.pool, world.tables, bus);
  const kept = await world.finish();
  await world.place(await world.member(100));
  const lost = await world.finish();
  const seen = async () => ({
    results: (await known.results.read()).map(([round]) => round).filter((round) => round >= kept),
    orders: (await known.treeOf(lost)).count,
  });
  expect(await seen()).toEqual({ results: [lost, kept], orders: 1 });
  await loseFrom(lost);
  bus.lose();
  expect(await seen()).toEqual({ results: [kept], orders: 0 });
  known.close();
  expect(bus.listeners.size).toBe(0);
});

test('a node looks again at what it had closed and paid once the connection is back', async () => {
  const bus = gappyBus();
  const open = roundAt(world.clock.now()) + 1;
  await world.moveTo(timesOf(open).opensAt);
  const running = scheduleRounds({ ...world, clock: { now: world.clock.now, wallDelayMs: () => 10 }, bus });
  // It announces the running round when it looks for the first time.
  await expect.poll(() => bus.published).toEqual([{ round: open }]);
  bus.lose();
  await expect.poll(() => bus.published).toEqual([{ round: open }, { round: open }]);
  await running.stop();
  expect(bus.listeners.size).toBe(0);
});
