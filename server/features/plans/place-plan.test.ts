import { afterAll, beforeAll, expect, test } from 'vitest';
import { sliceColumns } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { bindingHash } from '#core/plans/market-binding.ts';
import { replayOrder, shippedRecordings } from '#server/market/market.fixture.ts';
import { getQuota } from './get-quota.ts';
import { listLevels } from './list-levels.ts';
import { listPlans } from './list-plans.ts';
import { placePlan } from './place-plan.ts';
import { openPlanGroups, type PlanStart } from './plan-groups.ts';
import { findPlan } from './plan-store.ts';
import {
  isLedgerSound,
  micro,
  openWorld,
  recordingStart,
  someRequest,
  type World,
  worldStart,
} from './plan-world.fixture.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const codeOf = (placing: Promise<unknown>): Promise<unknown> =>
  placing.then(
    () => 'placed',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test('a placed plan locks its amount and stands first in the member’s list', async () => {
  const member = await world.member(250);
  const plan = await world.place(member);
  expect(plan).toMatchObject({ status: 'pending', income: 0n, roundsDone: 0, roundsTotal: 12, placedAt: worldStart });
  expect(await getQuota(world.ledgerReader, member)).toEqual({
    authorization: micro(250),
    locked: micro(100),
    available: micro(150),
  });
  expect(await listPlans(world, member, null)).toEqual([plan]);
});

test('the first round opens with the first candle after the moment of placing, never with the one that has opened', async () => {
  const member = await world.member(1_000);
  const boundary = Math.ceil(worldStart / 300_000) * 300_000;
  const stored = async (at: number) => {
    const plan = await world.openNode().place(member);
    expect(plan.placedAt).toBe(at);
    return (await findPlan(world.tables, member, plan.id))?.group.startsAt;
  };
  expect(await stored(worldStart)).toBe(boundary);
  world.clock.advance(boundary - worldStart);
  expect(await stored(boundary)).toBe(boundary + 300_000);
});

test('a plan is bound to its recording, the place of the replay and the candles that were closed when it was placed', async () => {
  const member = await world.member(1_000);
  const plan = await world.place(member);
  const group = (await findPlan(world.tables, member, plan.id))?.group;
  if (!group) throw new Error('the plan is recorded');
  const closed = world.market.closed('ETH', '5m');
  const known = rowAtOrAfter(closed.openTime, world.clock.now());
  const rows = sliceColumns(closed, known - 47, known);
  expect(JSON.parse(group.market)).toEqual({
    coin: 'ETH',
    interval: '5m',
    market: {
      source: 'replay',
      label: 'Binance perpetual futures, recorded May 2025',
      recording: (await shippedRecordings()).hash,
      recordedDays: 29,
      commitment: replayOrder(await shippedRecordings(), recordingStart).commitment,
      startsAt: recordingStart,
      day: 20,
    },
    lookback: { rows: 47, through: group.startsAt - 600_000, hash: candlesHash(rows) },
  });
  const other = await world.openNode().place(member);
  expect((await findPlan(world.tables, member, other.id))?.group).toEqual(group);
  const { rows: stored } = await world.database.pool.query(
    'select market_hash, count(*) from plan_group where market = $1 group by 1',
    [group.market],
  );
  expect(stored).toEqual([{ market_hash: bindingHash(JSON.parse(group.market)), count: 1n }]);
});

test('each reason to refuse has its own code, and nothing is written', async () => {
  const member = await world.member(120);
  const before = await world.database.pool.query('select count(*) from ledger.transfers');
  expect(await codeOf(world.place(member, { id: 9 }))).toBe('levelUnknown');
  expect(await codeOf(world.place(member, { coin: 'NOPE' }))).toBe('coinUnknown');
  expect(await codeOf(world.place(member, { multiple: 26 }))).toBe('leverageInvalid');
  expect(await codeOf(world.place(member, { multiple: 0 }))).toBe('leverageInvalid');
  expect(await codeOf(world.place(member, { multiple: 6 }))).toBe('leverageLocked');
  expect(await codeOf(world.place(member, { id: 2 }))).toBe('levelLockedByWeight');
  expect(await codeOf(world.place(member, { price: micro(9.99) }))).toBe('amountOutsideQuota');
  expect(await codeOf(world.place(member, { price: micro(500.000001) }))).toBe('amountOutsideQuota');
  expect(await codeOf(world.place(member, { price: micro(120.000001) }))).toBe('insufficientFunds');
  expect((await world.database.pool.query('select count(*) from ledger.transfers')).rows).toEqual(before.rows);
  expect(await listPlans(world, member, null)).toEqual([]);
});

test('the refusals of the balance name what there is and what is needed', async () => {
  const member = await world.member(30.5);
  await world.earn(member, 600);
  await expect(world.place(member, { price: micro(31) })).rejects.toMatchObject({ values: { available: 30_500_000n } });
  // The first level asks for no balance of its own.
  await expect(world.place(await world.member(5), { price: micro(10) })).rejects.toMatchObject({
    code: 'insufficientFunds',
    values: { available: micro(5) },
  });
  await expect(world.place(member, { id: 2, price: micro(50) })).rejects.toMatchObject({
    code: 'levelLockedByBalance',
    values: { amount: 50_000_000n },
  });
  const unlocked = await world.member(50);
  await world.earn(unlocked, 600);
  await expect(world.place(unlocked, { id: 2, price: micro(51) })).rejects.toMatchObject({
    code: 'insufficientFunds',
    values: { available: micro(50) },
  });
});

test('weight unlocks a level and its leverage as soon as it is earned', async () => {
  const member = await world.member(1_000);
  const request = { id: 2, multiple: 10, price: micro(60) };
  expect(await codeOf(world.place(member, request))).toBe('levelLockedByWeight');
  await world.earn(member, 499);
  expect(await codeOf(world.place(member, request))).toBe('levelLockedByWeight');
  await world.earn(member, 1);
  expect(await codeOf(world.place(member, request))).toBe('placed');
  expect(await codeOf(world.place(member, { ...request, multiple: 11 }))).toBe('leverageLocked');
  // It holds on every level, those with less leverage of their own included.
  expect(await codeOf(world.place(member, { id: 1, multiple: 10 }))).toBe('placed');
  // A score that sufficed for the level is read again for more leverage.
  await world.earn(member, 1_500);
  expect(await codeOf(world.place(member, { ...request, multiple: 11 }))).toBe('placed');
});

test('a repeated request answers its first plan, even where it would be refused by now', async () => {
  const member = await world.member(100);
  const first = await world.place(member, {}, 'key-00000001');
  expect(await world.place(member, {}, 'key-00000001')).toEqual(first);
  expect(await codeOf(world.place(member, {}))).toBe('insufficientFunds');
  expect(await listPlans(world, member, null)).toHaveLength(1);
  const stale = {
    ...world,
    market: { ...world.market, health: () => ({ state: 'stale' as const, ageMs: 95_000, lastPriceAt: 0 }) },
  };
  expect(await placePlan(stale, member, someRequest, 'key-00000001')).toEqual(first);
  await expect(placePlan(stale, member, someRequest, 'key-00000002')).rejects.toMatchObject({
    code: 'marketStale',
    values: { age: { ageMs: 95_000 } },
  });
});

test('a key that stands for another request is refused, and keys of two members never meet', async () => {
  const [one, other] = [await world.member(200), await world.member(200)];
  await world.place(one, {}, 'key-00000001');
  for (const changed of [{ price: micro(50) }, { id: 2 }, { coin: 'BTC' }, { multiple: 2 }])
    expect(await codeOf(world.place(one, changed, 'key-00000001'))).toBe('idempotencyKeyReused');
  expect(await codeOf(world.place(other, { price: micro(50) }, 'key-00000001'))).toBe('placed');
});

test('two tabs and two nodes at once never overdraw', async () => {
  const member = await world.member(1_000);
  const second = world.openNode();
  const placing = Array.from({ length: 60 }, (_, index) => codeOf((index % 2 ? world : second).place(member)));
  const codes = await Promise.all(placing);
  expect(codes.filter((code) => code === 'placed')).toHaveLength(10);
  expect(codes.filter((code) => code === 'insufficientFunds')).toHaveLength(50);
  expect(await getQuota(world.ledgerReader, member)).toMatchObject({ available: 0n, locked: micro(1_000) });
  expect(await isLedgerSound(world.database.pool)).toBe(true);
});

test('the same key sent by two nodes at once places one plan', async () => {
  const member = await world.member(1_000);
  const second = world.openNode();
  const plans = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? world : second).place(member, {}, 'key-00000001')),
  );
  expect(new Set(plans.map(({ id }) => id)).size).toBe(1);
  expect(await getQuota(world.ledgerReader, member)).toMatchObject({ locked: micro(100) });
});

test('the list comes in pages of 20, newest first, and knows no other member’s plan', async () => {
  const [member, other] = [await world.member(500), await world.member(500)];
  const placed: string[] = [];
  for (let count = 0; count < 23; count++) {
    placed.unshift((await world.place(member, { price: micro(10) })).id);
    world.clock.advance(1);
  }
  const first = await listPlans(world, member, null);
  expect(first.map(({ id }) => id)).toEqual(placed.slice(0, 20));
  const rest = await listPlans(world, member, first.at(-1)?.id ?? '');
  expect(rest.map(({ id }) => id)).toEqual(placed.slice(20));
  expect(await codeOf(listPlans(world, other, placed[0] ?? ''))).toBe('planUnknown');
});

test('levels show what locks them and outcomes measured on the history so far', async () => {
  const member = await world.member(560);
  await world.earn(member, 2_500);
  // What is in a plan unlocks nothing.
  await world.place(member, { price: micro(500) });
  const losingPairs = { ofLevel: (id: number) => ({ pairs: 25, losing: 20 + id, losingWithoutFees: id }) };
  const levels = await listLevels({ ...world, losingPairs }, member, 'BTC', 5);
  expect(levels.map((level) => [level.pairs, level.pairsLosing, level.pairsLosingWithoutFees])).toEqual(
    [1, 2, 3, 4, 5].map((id) => [25, 20 + id, id]),
  );
  expect(levels.map(({ lockedBy }) => lockedBy)).toEqual([null, null, 'balance', 'weight', 'weight']);
  expect(levels[4]?.weightMax).toBeNull();
  for (const { expectedMin, expectedMax, maximumLoss, maximumProfit, samples, shareLost, ...level } of levels) {
    expect(samples).toBeGreaterThan(5_000);
    expect(level.hours).toBe(Math.floor(samples / 12));
    expect(shareLost).toBeGreaterThan(0);
    expect((shareLost ?? 0) + (level.shareFlat ?? 0) + (level.shareEarned ?? 0)).toBeCloseTo(1, 12);
    expect(level.expectedMean).toBeGreaterThan(-maximumLoss);
    expect(level.expectedMean).toBeLessThan(maximumProfit);
    expect(expectedMin).toBeGreaterThanOrEqual(-maximumLoss);
    expect(expectedMax).toBeLessThanOrEqual(maximumProfit);
    expect(expectedMin).toBeLessThan(expectedMax ?? 0);
  }
});

test('the least and the largest amount of a level are taken', async () => {
  const member = await world.member(600);
  for (const units of [10, 500])
    expect(await world.place(member, { price: micro(units) })).toMatchObject({ amount: micro(units) });
});

test('a group that could not be recorded is tried again with the next plan', async () => {
  const member = await world.member(100);
  const { id } = await world.place(member);
  const plan = await findPlan(world.tables, member, id);
  if (!plan) throw new Error('the plan was not recorded');
  let failures = 1;
  const tables = new Proxy(world.tables, {
    get(target, name) {
      if (name === 'getExecutor' && failures-- > 0) throw new Error('the connection was lost');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const groups = openPlanGroups(tables, world.market);
  const { coin, startsAt, terms } = plan.group;
  await expect(groups.at({ coin, startsAt, terms })).rejects.toThrow('the connection was lost');
  expect(await groups.at({ coin, startsAt, terms })).toMatchObject({ coin, startsAt });
});

test('plans that start alike but for one of their terms, their coin, their start or the market known then share no group', async () => {
  const member = await world.member(100);
  const plan = await findPlan(world.tables, member, (await world.place(member)).id);
  if (!plan) throw new Error('the plan was not recorded');
  const { coin, startsAt, terms } = plan.group;
  const groups = openPlanGroups(world.tables, world.market);
  const starts: PlanStart[] = [
    { coin, startsAt, terms },
    { coin: 'BTC', startsAt, terms },
    { coin, startsAt: startsAt + 300_000, terms },
    ...[
      ...([{ strategy: 'reversion-1' }, { interval: '1h' }, { rounds: terms.rounds + 1 }] as const),
      ...[{ leverage: terms.leverage + 1 }, { maximumProfit: 0.9 }, { maximumLoss: 0.9 }, { feeRate: 0.9 }],
    ].map((change) => ({ coin, startsAt, terms: { ...terms, ...change } })),
  ];
  const idOf = async (start: PlanStart, from = groups) => (await from.at(start))?.id;
  const ids = await Promise.all(starts.map((start) => idOf(start)));
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(starts.length);
  expect(await Promise.all(starts.map((start) => idOf(start)))).toEqual(ids);

  // A candle that a node had late: the plans before it are bound to another history.
  let isLate = true;
  const closed: World['market']['closed'] = (...of) => {
    const candles = world.market.closed(...of);
    return isLate ? sliceColumns(candles, 0, candles.openTime.length - 1) : candles;
  };
  const late = openPlanGroups(world.tables, { closed, binding: world.market.binding });
  const before = await idOf({ coin, startsAt, terms }, late);
  isLate = false;
  expect([before === ids[0], await idOf({ coin, startsAt, terms }, late)]).toEqual([false, ids[0]]);

  // Another instrument that the exchange lists instead, before another candle has closed.
  let instrument = 'ETH/USDT';
  const binding = () => ({ source: 'exchange', label: 'Exchange', exchange: 'exchange', instrument }) as const;
  const exchanged = openPlanGroups(world.tables, { closed: world.market.closed, binding });
  const spot = await idOf({ coin, startsAt, terms }, exchanged);
  instrument = 'ETH/USDT:USDT';
  expect(await idOf({ coin, startsAt, terms }, exchanged)).not.toBe(spot);
});
