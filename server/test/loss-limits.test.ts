import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { looseningMs, roomLeft } from '#core/limits/loss-limits.ts';
import { add, noUsdt, sum, type Usdt, usdt } from '#core/money/amount.ts';
import { maximumLossOf } from '#core/plans/engine.ts';
import { excludeMyself } from '#server/features/limits/exclude-myself.ts';
import { getLimits } from '#server/features/limits/get-limits.ts';
import { keepExclusion } from '#server/features/limits/keep-exclusion.ts';
import { keepLossLimit } from '#server/features/limits/keep-loss-limit.ts';
import { liftExclusion } from '#server/features/limits/lift-exclusion.ts';
import { changeProtection } from '#server/features/limits/limit-store.ts';
import { listPlans } from '#server/features/plans/list-plans.ts';
import { isLedgerSound, micro, minuteMs } from '#server/features/plans/plan-world.fixture.ts';
import { settlePlans } from '#server/features/plans/settle-plans.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { allowChangesWithoutHistory } from './history.fixture.ts';
import { codeOf, type LimitWorld, openLimitWorld } from './limit-world.fixture.ts';

let world: LimitWorld;

const ownerOf = (memberId: bigint) => ({ memberId, timeZone: 'UTC' });

beforeAll(async () => {
  world = await openLimitWorld();
  await allowChangesWithoutHistory(world.database.owner);
});

afterAll(() => world.close());

const hours = (count: number) => count * 60 * minuteMs;

/** What `member` has of a limit now. */
async function viewOf(memberId: bigint, place = 0) {
  return (await getLimits(world.dependencies, ownerOf(memberId))).lossLimits[place];
}

test('forty placings at once, on two nodes, never pass the limit and use up all of it', async () => {
  // A plan of 100 USDT on level 1 can lose 3.
  const [member, stranger] = [await world.member(10_000), await world.member(10_000)];
  await world.limit(member, 'day', micro(30));
  const nodes = [world.guardedNode(), world.guardedNode()];
  const codes = await Promise.all(
    Array.from({ length: 40 }, (_, index) => codeOf((nodes[index % 2] ?? world).place(member))),
  );
  const others = await Promise.all(Array.from({ length: 20 }, () => codeOf((nodes[0] ?? world).place(stranger))));
  expect(codes.filter((code) => code === 'placed')).toHaveLength(10);
  expect(codes.filter((code) => code === 'dailyLossLimit')).toHaveLength(30);
  expect(others.every((code) => code === 'placed')).toBe(true);
  expect((await viewOf(member))?.count).toMatchObject({ lost: 0n, atRisk: micro(30), left: 0n });
  expect(await isLedgerSound(world.database.pool)).toBe(true);
});

test('plans of one batch count together, whatever the node knows of the member', async () => {
  const member = await world.member(10_000);
  await world.limit(member, 'week', micro(7));
  // The first ones are placed before anything was asked: the database alone says no.
  const node = world.guardedNode();
  const prices = [200, 150, 100, 50, 33.3, 33.4];
  const codes = await Promise.all(prices.map((price) => codeOf(node.place(member, { price: micro(price) }))));
  const placed = await listPlans(world, member, null);
  const atRisk = sum(
    'USDT',
    placed.map(({ amount }) => maximumLossOf(amount, { maximumLoss: 0.03 })),
  );
  expect(atRisk).toBeLessThanOrEqual(micro(7));
  expect(new Set(codes)).toEqual(new Set(['placed', 'weeklyLossLimit']));
});

test('the refusal names what the plan could lose, the limit and what is left of it', async () => {
  const member = await world.member(1_000);
  await world.limit(member, 'day', micro(5));
  const node = world.guardedNode();
  await node.place(member);
  await expect(node.place(member, { price: micro(100) })).rejects.toMatchObject({
    code: 'dailyLossLimit',
    values: { loss: 3_000_000n, limit: 5_000_000n, left: 2_000_000n },
  });
  expect(await codeOf(node.place(member, { price: micro(66.67) }))).toBe('dailyLossLimit');
  expect(await codeOf(node.place(member, { price: micro(66.66) }))).toBe('placed');
  // The tighter of two limits speaks.
  await world.limit(member, 'week', micro(4));
  expect(await codeOf(node.place(member))).toBe('weeklyLossLimit');
});

test('what is left of a limit can be used up to the last unit, after a refusal too', async () => {
  const member = await world.member(1_000);
  await world.limit(member, 'day', micro(6));
  const node = world.guardedNode();
  await node.place(member);
  expect(await codeOf(node.place(member, { price: micro(200) }))).toBe('dailyLossLimit');
  expect(await codeOf(node.place(member))).toBe('placed');
  expect((await viewOf(member))?.count?.left).toBe(0n);
});

test('a placing that waits for a change of the limit meets the change', async () => {
  const member = await world.member(1_000);
  let placing: Promise<unknown> = Promise.resolve();
  await changeProtection(world.dependencies.tables, member, async (transaction) => {
    placing = codeOf(world.guardedNode().place(member));
    await untilLockWait(world.database.pool, placing);
    await sql`
      insert into loss_limit (member_id, period, amount, time_zone, changed_at)
      values (${member}, 'day', 1, 'UTC', ${new Date(world.clock.now())})`.execute(transaction);
  });
  expect(await placing).toBe('dailyLossLimit');
});

test('a repeated request returns its plan after the limit is used up', async () => {
  const member = await world.member(1_000);
  await world.limit(member, 'day', micro(3));
  const node = world.guardedNode();
  const first = await node.place(member, {}, 'key-00000001');
  expect(await codeOf(node.place(member))).toBe('dailyLossLimit');
  expect(await node.place(member, {}, 'key-00000001')).toEqual(first);
});

test('a limit is tightened at once and loosened a day later, unless that is cancelled', async () => {
  const member = await world.member(10_000);
  const node = world.guardedNode();
  await world.limit(member, 'day', micro(3));
  await world.limit(member, 'day', micro(2));
  expect(await codeOf(node.place(member))).toBe('dailyLossLimit');
  await world.limit(member, 'day', null);
  expect(await codeOf(node.place(member))).toBe('dailyLossLimit');
  await keepLossLimit(world.dependencies, ownerOf(member), 'day');
  await expect(keepLossLimit(world.dependencies, ownerOf(member), 'day')).rejects.toMatchObject({ code: 'limitUnset' });
  world.clock.advance(looseningMs + 1);
  expect(await codeOf(node.place(member))).toBe('dailyLossLimit');
  await world.limit(member, 'day', micro(3));
  world.clock.advance(looseningMs - 1);
  expect(await codeOf(node.place(member))).toBe('dailyLossLimit');
  expect((await viewOf(member))?.next?.amount).toBe(micro(3));
  world.clock.advance(1);
  expect(await viewOf(member)).toMatchObject({ amount: micro(3), next: null });
  expect(await codeOf(node.place(member))).toBe('placed');
  await expect(world.limit(member, 'week', null)).rejects.toMatchObject({ code: 'limitUnset' });
});

test('the database itself refuses to loosen or delete a protection', async () => {
  const member = await world.member(0);
  await world.limit(member, 'day', micro(3));
  await excludeMyself(world.dependencies, ownerOf(member), 7);
  const { owner: pool } = world.database;
  const now = new Date(world.clock.now());
  for (const statement of [
    `update loss_limit set amount = 4000000, changed_at = $2 where member_id = $1`,
    `update loss_limit set amount = null, changed_at = $2 where member_id = $1`,
    `update loss_limit set next_amount = 4000000, next_at = $2, changed_at = $2 where member_id = $1`,
    `update loss_limit set period = 'week', changed_at = $2 where member_id = $1`,
    `delete from loss_limit where member_id = $1 and $2::timestamptz is not null`,
    `update self_exclusion set ends_at = $2 where member_id = $1`,
    `update self_exclusion set ends_at = ends_at - interval '1 second', changed_at = $2 where member_id = $1`,
    `update self_exclusion set lifts_at = $2::timestamptz + interval '1 hour' where member_id = $1`,
    `update self_exclusion set began_at = $2::timestamptz + interval '1 second', changed_at = $2::timestamptz + interval '1 second',
       ends_at = $2::timestamptz + interval '1 hour' where member_id = $1`,
    `delete from self_exclusion where member_id = $1 and $2::timestamptz is not null`,
    `delete from member_guard where member_id = $1 and $2::timestamptz is not null`,
  ]) {
    await expect(pool.query(statement, [member, now]), statement).rejects.toThrow(/protection|check|foreign key/);
  }
});

test('an excluded member places nothing until the time is over, and lifting takes a day', async () => {
  const member = await world.member(10_000);
  const node = world.guardedNode();
  await excludeMyself(world.dependencies, ownerOf(member), 7);
  const began = world.clock.now();
  expect(await codeOf(node.place(member))).toBe('selfExcluded');
  await expect(node.place(member)).rejects.toMatchObject({ values: { until: { at: began + 7 * hours(24) } } });
  await liftExclusion(world.dependencies, ownerOf(member));
  await expect(liftExclusion(world.dependencies, ownerOf(member))).rejects.toMatchObject({
    code: 'exclusionNotLiftable',
  });
  await keepExclusion(world.dependencies, ownerOf(member));
  world.clock.advance(looseningMs);
  expect(await codeOf(node.place(member))).toBe('selfExcluded');
  await liftExclusion(world.dependencies, ownerOf(member));
  await excludeMyself(world.dependencies, ownerOf(member), 1);
  world.clock.advance(looseningMs);
  expect(await codeOf(node.place(member))).toBe('selfExcluded');
  await liftExclusion(world.dependencies, ownerOf(member));
  world.clock.advance(looseningMs - 1);
  expect(await codeOf(node.place(member))).toBe('selfExcluded');
  world.clock.advance(1);
  expect(await codeOf(node.place(member))).toBe('placed');
  expect((await getLimits(world.dependencies, ownerOf(member))).exclusion).toBeNull();
  const acts = await world.database.pool.query('select act from security_act where member_id = $1 order by id', [
    member,
  ]);
  expect(acts.rows.map(({ act }) => act).sort()).toEqual(
    ['selfExcluded', 'selfExcluded', 'exclusionLifted', 'exclusionLifted', 'exclusionLifted', 'exclusionKept'].sort(),
  );
});

interface Settled {
  readonly at: number;
  readonly income: bigint;
}

const dayOf = (at: number) => Math.floor((at + hours(7)) / hours(24));

test('in any history each placing is allowed exactly when the plain rule says so, and no day loses more than its limit', async () => {
  const step = fc.record({
    price: fc.integer({ min: 10, max: 500 }),
    coin: fc.constantFrom('BTC', 'ETH', 'SOL', 'XRP'),
    leverage: fc.integer({ min: 1, max: 25 }),
    afterMinutes: fc.constantFrom(0, 0, 5, 70, 400, 700),
  });
  let lostDays = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
      const member = await world.member(100_000);
      await world.earn(member, 10_000);
      await world.limit(member, 'day', micro(20), 'Asia/Bangkok');
      const node = world.guardedNode();
      for (const { price, coin, leverage, afterMinutes } of steps) {
        const now = world.clock.now();
        const { settled, running } = await plansOf(member);
        const lost = settled.filter(({ at }) => dayOf(at) === dayOf(now)).reduce(lostAlso, noUsdt);
        const atRisk = sum('USDT', running);
        const worst = maximumLossOf(micro(price), { maximumLoss: 0.03 });
        const allowed = roomLeft({ limit: micro(20), lost, atRisk }) >= worst;
        const placing = node.place(member, { coin, multiple: leverage, price: micro(price) });
        expect(await codeOf(placing)).toBe(allowed ? 'placed' : 'dailyLossLimit');
        world.clock.advance(afterMinutes * minuteMs);
        if (afterMinutes > 0) await settlePlans(world);
      }
      world.clock.advance(hours(2));
      await settlePlans(world);
      const byDay = Map.groupBy((await plansOf(member)).settled, ({ at }) => dayOf(at));
      for (const day of byDay.values()) {
        const lost = day.reduce(lostAlso, noUsdt);
        expect(lost).toBeLessThanOrEqual(micro(20));
        if (lost > 0n) lostDays += 1;
      }
    }),
    { numRuns: 6, seed: 11 },
  );
  expect(lostDays).toBeGreaterThan(3);
});

function lostAlso(lost: Usdt, { income }: Settled): Usdt {
  return income < 0n ? add(lost, usdt(-income)) : lost;
}

/** The member's plans as plain rows: what settled when, and what the others can lose. */
async function plansOf(memberId: bigint): Promise<{ settled: Settled[]; running: Usdt[] }> {
  const { rows } = await world.database.pool.query<{ amount: bigint; income: bigint | null; settled_at: Date | null }>(
    'select amount, income, settled_at from plan where member_id = $1',
    [memberId],
  );
  return {
    settled: rows.flatMap(({ income, settled_at }) =>
      income === null || settled_at === null ? [] : [{ at: settled_at.getTime(), income }],
    ),
    running: rows.flatMap(({ amount, income }) =>
      income === null ? [maximumLossOf(usdt(amount), { maximumLoss: 0.03 })] : [],
    ),
  };
}
