import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { memberDay, startOfDay } from '#core/time/member-day.ts';
import { AttachedRowsRefused, staleRow } from '#server/ledger/failures.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { changeLossLimit } from './change-loss-limit.ts';
import { excludeMyself } from './exclude-myself.ts';
import { getLimits } from './get-limits.ts';
import { keepExclusion } from './keep-exclusion.ts';
import { keepLossLimit } from './keep-loss-limit.ts';
import { liftExclusion } from './lift-exclusion.ts';
import { liftLossLimit } from './lift-loss-limit.ts';
import { readLossLimit } from './limit-store.ts';
import { openLossGuard } from './loss-guard.ts';
import { setLossLimit } from './set-loss-limit.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 3, 1);

const world = await openForFile(async () => {
  const database = await createTestDatabase();
  const clock = createTestClock(start);
  const published: unknown[] = [];
  const events = { publish: async (memberId: unknown, event: unknown) => void published.push([memberId, event]) };
  return {
    database,
    tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) }),
    clock,
    published,
    acts: openSecurityActs(events, clock, silentSecurityLog),
    close: () => database.drop(),
  };
});

let owner: { readonly memberId: bigint; readonly timeZone: string };
beforeEach(async () => {
  owner = { memberId: await insertMember(world.database, 'Asia/Tokyo'), timeZone: 'Asia/Tokyo' };
  world.published.length = 0;
});

/** Acts of the member, oldest first, with what they say. */
async function acts(): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ act: string }>(
    `select act || ' ' || detail as act from security_act where member_id = $1 order by at, id`,
    [owner.memberId],
  );
  return rows.map(({ act }) => act.trim());
}

const announced = () =>
  world.published.map((one) => JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));

test('each change of a limit is an act that says how much, and tells the member’s other pages', async () => {
  const steps = [
    () => setLossLimit(world, owner, { period: 'day', amount: usdt(12_500_000n) }),
    () => setLossLimit(world, owner, { period: 'day', amount: usdt(1_000_001n) }),
    () => setLossLimit(world, owner, { period: 'day', amount: usdt(20_000_000n) }),
    () => keepLossLimit(world, owner, 'day'),
    () => liftLossLimit(world, owner, 'day'),
  ];
  for (const step of steps) {
    world.clock.advance(1_000);
    await step();
  }
  const names = ['lossLimitSet', 'lossLimitSet', 'lossLimitLoosened', 'lossLimitKept', 'lossLimitLoosened'];
  expect(await acts()).toEqual([
    'lossLimitSet day 12.50 USDT',
    'lossLimitSet day 1.000001 USDT',
    'lossLimitLoosened day 1.000001 USDT, 20.00 USDT from 2026-04-02T00:00:03.000Z',
    'lossLimitKept day 1.000001 USDT',
    'lossLimitLoosened day 1.000001 USDT, none from 2026-04-02T00:00:05.000Z',
  ]);
  for (const [place, name] of names.entries()) expect(announced()[place]).toContain(name);
  expect(announced().every((one) => one.includes(`"${owner.memberId}"`))).toBe(true);
});

test('each change of an exclusion is an act, and tells the member’s other pages', async () => {
  const steps = [
    () => excludeMyself(world, owner, 7),
    () => liftExclusion(world, owner),
    () => keepExclusion(world, owner),
  ];
  for (const step of steps) {
    world.clock.advance(1_000);
    await step();
  }
  expect(await acts()).toEqual([
    'selfExcluded 2026-04-08T00:00:06.000Z',
    'exclusionLifted 2026-04-08T00:00:06.000Z, 2026-04-02T00:00:07.000Z',
    'exclusionKept 2026-04-08T00:00:06.000Z',
  ]);
  const names = ['selfExcluded', 'exclusionLifted', 'exclusionKept'];
  expect(announced().map((one) => names.find((name) => one.includes(name)))).toEqual(names);
});

test('the limits of both periods, what waits and the exclusion are shown as they are, to their owner alone', async () => {
  const other = { memberId: await insertMember(world.database), timeZone: 'UTC' };
  await setLossLimit(world, other, { period: 'week', amount: usdt(9n) });
  await excludeMyself(world, other, 1);
  expect(await getLimits(world, owner)).toEqual({
    lossLimits: [
      { period: 'day', amount: null, next: null, count: null },
      { period: 'week', amount: null, next: null, count: null },
    ],
    exclusion: null,
    now: world.clock.now(),
    timeZone: 'Asia/Tokyo',
  });
  await setLossLimit(world, owner, { period: 'day', amount: usdt(5_000_000n) });
  await setLossLimit(world, owner, { period: 'week', amount: usdt(30_000_000n) });
  await setLossLimit(world, owner, { period: 'day', amount: usdt(6_000_000n) });
  await excludeMyself(world, owner, 7);
  const now = world.clock.now();
  const shown = await liftExclusion(world, owner);
  const none = { lost: 0n, atRisk: 0n };
  expect(shown.lossLimits).toEqual([
    {
      ...{ period: 'day', amount: 5_000_000n, next: { amount: 6_000_000n, at: now + dayMs } },
      count: expect.objectContaining({ ...none, left: 5_000_000n }),
    },
    { period: 'week', amount: 30_000_000n, next: null, count: expect.objectContaining({ ...none, left: 30_000_000n }) },
  ]);
  expect(shown.exclusion).toEqual({ beganAt: now, endsAt: now + 7 * dayMs, liftsAt: now + dayMs });
  // What is lost counts by the day of the product clock, however far that is from the wall clock by which protections wait.
  const ahead = { ...world, clock: { now: () => now + 40 * dayMs, wallNow: () => now } };
  const { lossLimits } = await getLimits(ahead, owner);
  expect(lossLimits[0]).toMatchObject({
    next: { at: now + dayMs },
    count: { since: startOfDay(memberDay(now + 40 * dayMs, 'Asia/Tokyo'), 'Asia/Tokyo') },
  });
  world.clock.advance(dayMs - 1);
  expect(await getLimits(world, owner)).toMatchObject({ lossLimits: [{ amount: 5_000_000n }, {}], exclusion: {} });
  world.clock.advance(1);
  expect(await getLimits(world, owner)).toMatchObject({
    lossLimits: [{ amount: 6_000_000n, next: null }, {}],
    exclusion: null,
  });
});

/** What a batch answers whose statement left the member out. */
const leftOut = () =>
  new AttachedRowsRefused(Object.assign(new pg.DatabaseError('stale', 5, 'error'), { code: staleRow }));

test('after a refusal the stakes of a member are placed one after another, each after a check', async () => {
  await setLossLimit(world, owner, { period: 'day', amount: usdt(5_000_000n) });
  const guard = openLossGuard(world);
  let refused = false;
  const atRisk = usdt(1n);
  await guard.placing(owner.memberId, atRisk, async () => {
    if (refused) return;
    refused = true;
    throw leftOut();
  });
  let [inside, insideMost] = [0, 0];
  const place = async () => {
    inside += 1;
    insideMost = Math.max(insideMost, inside);
    await world.database.pool.query('select 1');
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 4 }, () => guard.placing(owner.memberId, atRisk, place)));
  expect(insideMost).toBe(1);
});

test('without a change that waits there is none to cancel, and no limit to lift that was not set', async () => {
  const unset = expect.objectContaining({ code: 'limitUnset' });
  await expect(keepLossLimit(world, owner, 'day')).rejects.toEqual(unset);
  await expect(liftLossLimit(world, owner, 'day')).rejects.toEqual(unset);
  await setLossLimit(world, owner, { period: 'day', amount: usdt(5n) });
  await expect(keepLossLimit(world, owner, 'day')).rejects.toEqual(unset);
  await expect(keepLossLimit(world, owner, 'week')).rejects.toEqual(unset);
  await liftLossLimit(world, owner, 'day');
  world.clock.advance(dayMs);
  await expect(keepLossLimit(world, owner, 'day')).rejects.toEqual(unset);
  await expect(liftLossLimit(world, owner, 'day')).rejects.toEqual(unset);
});

test('only an exclusion of more than a day is lifted, only one that was lifted is kept, and what is refused is no act', async () => {
  const refused = { code: 'exclusionNotLiftable' };
  const neither = async () => {
    await expect(liftExclusion(world, owner)).rejects.toMatchObject(refused);
    await expect(keepExclusion(world, owner)).rejects.toMatchObject(refused);
  };
  await neither();
  await excludeMyself(world, owner, 1);
  await neither();
  world.clock.advance(1);
  await excludeMyself(world, owner, 7);
  await expect(keepExclusion(world, owner)).rejects.toMatchObject(refused);
  world.clock.advance(1);
  await liftExclusion(world, owner);
  world.clock.advance(1);
  expect((await keepExclusion(world, owner)).exclusion?.liftsAt).toBeNull();
  await expect(keepExclusion(world, owner)).rejects.toMatchObject(refused);
  const names = ['selfExcluded', 'selfExcluded', 'exclusionLifted', 'exclusionKept'];
  expect((await acts()).map((one) => one.split(' ')[0])).toEqual(names);
  expect(announced()).toHaveLength(4);
  // Once it is over there is none to keep.
  await liftExclusion(world, owner);
  world.clock.advance(dayMs);
  await neither();
});

test('a limit keeps the zone it was set in until it is set anew, or a looser one is in force', async () => {
  const zone = async () => (await readLossLimit(world.tables, owner.memberId, 'day'))?.timeZone;
  const set = (amount: bigint, timeZone: string) => changeLossLimit(world, { ...owner, timeZone }, 'day', usdt(amount));
  // The day of UTC began before that of Tokyo.
  world.clock.advance(20 * 3_600_000 - (world.clock.now() % dayMs));
  await set(5n, 'Asia/Tokyo');
  expect(await zone()).toBe('Asia/Tokyo');
  await set(4n, 'UTC');
  await set(6n, 'UTC');
  expect(await zone()).toBe('Asia/Tokyo');
  await keepLossLimit(world, { ...owner, timeZone: 'UTC' }, 'day');
  expect(await zone()).toBe('Asia/Tokyo');
  await set(6n, 'UTC');
  world.clock.advance(dayMs - 1);
  await set(6n, 'UTC');
  expect(await zone()).toBe('Asia/Tokyo');
  world.clock.advance(dayMs);
  // Midnight in UTC, where the day has just begun, and twenty hours later, when it began later in Tokyo.
  world.clock.advance(dayMs - (world.clock.now() % dayMs));
  await set(5n, 'UTC');
  expect(await zone()).toBe('Asia/Tokyo');
  await set(6n, 'UTC');
  world.clock.advance(dayMs + 20 * 3_600_000);
  await set(3n, 'UTC');
  expect(await zone()).toBe('UTC');
});

test('the guard knows a freeze of a member who never set a limit, and an exclusion with its zone', async () => {
  const guard = openLossGuard(world);
  await guard.requireNotExcluded(world.tables, owner.memberId);
  await excludeMyself(world, owner, 7);
  await expect(guard.requireNotExcluded(world.tables, owner.memberId)).rejects.toMatchObject({
    code: 'selfExcluded',
    values: { until: { at: world.clock.now() + 7 * dayMs, timeZone: 'Asia/Tokyo' } },
  });
});

test('a member with a limit is looked at before each stake, and is forgotten once there is none', async () => {
  let looks = 0;
  const now = (): number => {
    looks += 1;
    return world.clock.now();
  };
  const guard = openLossGuard({ tables: world.tables, clock: { now } });
  const stale = leftOut();
  const place = async (): Promise<string> => (looks === 0 ? Promise.reject(stale) : 'placed');
  const stake = () => guard.placing(owner.memberId, usdt(1n), place);
  await setLossLimit(world, owner, { period: 'day', amount: usdt(5n) });
  expect(await stake()).toBe('placed');
  expect(looks).toBe(1);
  expect(await stake()).toBe('placed');
  expect(looks).toBe(2);
  await liftLossLimit(world, owner, 'day');
  world.clock.advance(dayMs);
  expect(await stake()).toBe('placed');
  expect(looks).toBe(3);
  expect(await stake()).toBe('placed');
  expect(looks).toBe(3);
});
