import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFeed } from '#core/proofs/root-feed.ts';
import { hourMs } from '#core/time/lengths.ts';
import { withLock } from '#server/platform/locks.ts';
import { silentLog } from '#server/platform/log.ts';
import { pollSeconds } from '#server/platform/poll.ts';
import type { TestClock } from '#server/platform/test-clock.ts';
import { listBalanceRoots } from './list-balance-roots.ts';
import { scheduleTrees } from './tree-schedule.ts';
import { openTreeWorld, signingKey, type TreeWorld } from './tree-world.fixture.ts';

let world: TreeWorld;
let database: TreeWorld['database'];
let clock: TreeWorld['clock'];

beforeEach(async () => {
  world = await openTreeWorld();
  ({ database, clock } = world);
});
afterEach(() => world.close());

test('a crash in the middle of a tree leaves nothing of it, and the next one follows the root before', async () => {
  await world.openMembers(3);
  await world.build();
  clock.advance(hourMs);
  await database.owner.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
     create trigger crash before insert on balance_tree_secret for each row execute function fail()`,
  );
  await expect(world.build()).rejects.toThrow('crash');
  const { rows } = await database.pool.query('select distinct tree_id from balance_tree_part');
  expect(rows).toHaveLength(1);
  await database.owner.query('drop trigger crash on balance_tree_secret');
  expect(await world.build()).toBe('built');
  expect(checkFeed(await listBalanceRoots(database.pool, 0), [])).toEqual([]);
});

test('several nodes build one tree an hour between them, at the start and at each full hour', async () => {
  await world.openMembers(10);
  const dependencies = { pool: database.pool, clock, signingKey, log: silentLog };
  const nodes = [scheduleTrees(dependencies), scheduleTrees(dependencies), scheduleTrees(dependencies)];
  const hours = async () =>
    (await database.pool.query<{ hour: Date }>('select hour from balance_tree order by hour')).rows.map(({ hour }) =>
      hour.getUTCHours(),
    );
  await expect.poll(hours).toEqual([14]);
  await Promise.all(nodes.map((node) => node.stop()));
  expect(await hours()).toEqual([14]);

  let wakesAt = 0;
  const wallDelayMs: TestClock['wallDelayMs'] = (productMs) => {
    wakesAt = clock.now() + productMs;
    return 20;
  };
  const node = scheduleTrees({ ...dependencies, clock: { ...clock, wallDelayMs } });
  for (const hour of [15, 16]) {
    await expect.poll(() => new Date(wakesAt).getUTCHours()).toBe(hour);
    clock.advance(wakesAt - clock.now());
    await expect.poll(hours).toContain(hour);
  }
  await node.stop();
  const built = await hours();
  expect(new Set(built).size).toBe(built.length);
  expect(built.slice(0, 3)).toEqual([14, 15, 16]);
  // One that is built as the hour begins is that hour's.
  clock.advance(2 * hourMs - (clock.now() % hourMs));
  expect([await world.build(), await world.build()]).toEqual(['built', 'current']);
});

test('a node that found another one at the tree looks again soon: that one may have failed', async () => {
  await world.openMembers(3);
  const holding = Promise.withResolvers<void>();
  const other = withLock(database.pool, 'balanceTree', () => holding.promise);
  const runs = async () => {
    const { values } = await pollSeconds.get();
    const ofTrees = values.filter(
      ({ metricName, labels }) => metricName?.endsWith('_count') && labels.name === 'balance tree',
    );
    return ofTrees.reduce((sum, { value }) => sum + value, 0);
  };
  const before = await runs();
  const clockOfHours = { ...clock, wallDelayMs: (productMs: number) => productMs };
  const node = scheduleTrees({ pool: database.pool, clock: clockOfHours, signingKey, log: silentLog });
  await expect.poll(runs).toBeGreaterThan(before);
  holding.resolve();
  await other;
  await expect.poll(() => listBalanceRoots(database.pool)).toHaveLength(1);
  await node.stop();
});

test('a tree that is built while transfers go on has each of them entirely or not at all', async () => {
  await world.openMembers(300);
  for (let member = 1n; member <= 20n; member++) await world.give(member, 1_000_000n);
  let isGrowing = true;
  const moving = (async () => {
    for (let turn = 1n; isGrowing && turn < 500n; turn++) await world.give((turn % 20n) + 1n, 1_000_000n + turn);
  })();
  await world.build();
  isGrowing = false;
  await moving;
  const [root] = await listBalanceRoots(database.pool);
  expect((root?.house ?? []).reduce((sum, { balance }) => sum + balance, BigInt(root?.total ?? 1n))).toBe(0n);
});
