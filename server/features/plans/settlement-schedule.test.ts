import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from '#contract/events.ts';
import { coinSymbols } from '#core/market/coins.ts';
import { type Bus, openBus } from '#server/platform/events/bus.ts';
import { withLock } from '#server/platform/locks.ts';
import { silentLog } from '#server/platform/log.ts';
import { pollSeconds } from '#server/platform/poll.ts';
import { announcePlans } from './announce-plans.ts';
import { getPlan } from './get-plan.ts';
import { micro, minuteMs, openWorld, type World } from './plan-world.fixture.ts';
import { settlePlans } from './settle-plans.ts';
import { type ScheduleDependencies, scheduleSettlement, settledTopic } from './settlement-schedule.ts';

let world: World;
let bus: Bus;
const open: { stop(): void | Promise<void> }[] = [];

beforeEach(async () => {
  world = await openWorld();
  bus = await openBus(world.database.pool, world.database.url, silentLog);
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const one of open.splice(0)) await one.stop();
  await bus.close();
  await world.close();
});

/** A node that settles, and the events it sends to the pages that are open on it. */
function startNode(
  members: readonly bigint[],
  settles = true,
  its: Partial<Pick<ScheduleDependencies, 'clock' | 'market' | 'log'>> = {},
): { memberId: bigint; event: StreamEvent }[] {
  const sent: { memberId: bigint; event: StreamEvent }[] = [];
  const hub = {
    members: () => [...members],
    sendTo: (memberId: bigint, event: StreamEvent) => void sent.push({ memberId, event }),
  };
  open.push(announcePlans({ ...world, clock: its.clock ?? world.clock, hub, bus }));
  if (settles) open.push(scheduleSettlement({ ...world, ...its, bus }));
  return sent;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 2_400; look++) {
    if (await condition()) return;
    await wait(25);
  }
  throw new Error('it did not come to it');
}

const settledPlans = async (): Promise<number> => {
  const { rows } = await world.database.pool.query<{ count: bigint }>('select count(income) as count from plan');
  return Number(rows[0]?.count);
};

async function runsOf(outcome: 'elsewhere' | 'failed'): Promise<number> {
  const { values } = await pollSeconds.get();
  const isOne = (value: (typeof values)[number]) =>
    value.metricName?.endsWith('_count') && value.labels.name === 'settlement' && value.labels.outcome === outcome;
  return values.find(isOne)?.value ?? 0;
}

function pass(milliseconds: number): void {
  world.clock.advance(milliseconds);
  world.market.announcer.announce();
}

test('what ended while nothing ran is settled at the start', async () => {
  const member = await world.member(1_000);
  await world.place(member);
  world.clock.advance(180 * minuteMs);
  let listening = 0;
  let hear: Parameters<typeof world.market.onClosed>[0] = () => undefined;
  const onClosed: typeof world.market.onClosed = (listener) => {
    const end = world.market.onClosed(listener);
    hear = listener;
    listening += 1;
    return () => {
      listening -= 1;
      end();
    };
  };
  // By itself it looks once a minute: here never again.
  const { setTimeout: real } = globalThis;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation(((work: () => void, ms = 0) =>
    real(work, ms < 60_000 ? ms : 2 ** 30)) as typeof setTimeout);
  startNode([], true, { market: { ...world.market, onClosed } });
  await until(async () => (await settledPlans()) === 1);
  expect(listening).toBe(1);
  // Candles of several lengths that close together wake it.
  await world.place(member);
  world.clock.advance(180 * minuteMs);
  hear(
    (['1m', '5m', '30m'] as const).map((interval) => ({ coin: 'ETH', interval, openTime: world.clock.now() })) as never,
  );
  await expect.poll(settledPlans).toBe(2);
  timers.mockRestore();
  for (const one of open.splice(0)) await one.stop();
  expect(listening).toBe(0);
});

test('as candles close, plans move on and settle, and the member’s open page is notified, on any node', async () => {
  const member = await world.member(1_000);
  const other = await world.member(1_000);
  const { id } = await world.place(member, { multiple: 1, coin: 'BTC' });
  await world.place(other, { multiple: 1, coin: 'BTC' });
  const { startsAt } = await getPlan(world, member, id);
  startNode([]);
  // As late as after a gap of three hours: it moves on like any other one.
  const events = startNode([member], false, { clock: { now: () => world.clock.now() + 180 * minuteMs } });
  for (let round = 1; round <= 12; round++) {
    pass(startsAt + round * 5 * minuteMs - world.clock.now());
    await until(() => events.length === round);
  }
  const values = events.map(({ memberId, event }) => {
    expect({ memberId, name: event.name }).toEqual({ memberId: member, name: 'plan' });
    return event.name === 'plan' ? event.value : null;
  });
  expect(values.map((value) => value?.roundsDone)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(values.slice(0, 11).every((value) => value?.status === 'pending')).toBe(true);
  const { plan } = await getPlan(world, member, id);
  expect(values[11]).toEqual({ id, status: plan.status, income: plan.income, roundsDone: 12 });
  expect(plan.status).not.toBe('pending');
});

test('of however many groups that settle one after the other, each plan’s page is notified', async () => {
  const member = await world.member(20_000);
  await world.earn(member, 10_000);
  const placed: string[] = [];
  for (const coin of coinSymbols) {
    for (let multiple = 1; multiple <= 7; multiple++) {
      placed.push((await world.place(member, { coin, multiple, price: micro(20) })).id);
    }
  }
  world.clock.advance(180 * minuteMs);
  let looks = 0;
  // Time passes while they are settled: no two at the same moment.
  const events = startNode([member], true, { clock: { now: () => world.clock.now() + looks++ } });
  await expect.poll(() => events.length).toBe(placed.length);
  const told = events.map(({ event }) => (event.name === 'plan' ? event.value.id : null));
  expect(told.toSorted()).toEqual(placed.toSorted());
});

test('while another node settles, this one waits and looks again', async () => {
  const member = await world.member(1_000);
  await world.place(member, { price: micro(50) });
  world.clock.advance(180 * minuteMs);
  let release: () => void = () => undefined;
  const held = withLock(world.database.pool, 'settlement', () => new Promise<void>((resolve) => (release = resolve)));
  await until(async () => (await withLock(world.database.pool, 'settlement', async () => 'mine')) === null);
  const looks = await runsOf('elsewhere');
  startNode([]);
  await until(async () => (await runsOf('elsewhere')) >= looks + 2);
  expect(await settledPlans()).toBe(0);
  release();
  await held;
  await until(async () => (await settledPlans()) === 1);
});

test('a settlement that fails is tried again', async () => {
  const member = await world.member(1_000);
  await world.place(member);
  await world.database.owner.query('alter table plan_outcome rename to plan_outcome_away');
  world.clock.advance(180 * minuteMs);
  const failures = await runsOf('failed');
  startNode([]);
  await until(async () => (await runsOf('failed')) > failures);
  await world.database.owner.query('alter table plan_outcome_away rename to plan_outcome');
  await until(async () => (await settledPlans()) === 1);
});

test('a plan that cannot be settled holds up no other one, and is reported', async () => {
  const member = await world.member(1_000);
  await world.place(member, { coin: 'ETH' });
  await world.place(member, { coin: 'BTC' });
  world.clock.advance(180 * minuteMs);
  const { closed } = world.market;
  const closedBut: typeof closed = (coin, interval) => {
    if (coin === 'ETH') throw new Error('no candles of ETH');
    return closed(coin, interval);
  };
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const failures = await runsOf('failed');
  startNode([], true, { market: { ...world.market, closed: closedBut }, log });
  await expect.poll(() => runsOf('failed')).toBeGreaterThan(failures);
  expect(await settledPlans()).toBe(1);
  expect(lines.join()).toContain('1 plans could not be settled: group');
});

test('of plans that were placed together and settle at different moments each is told of once', async () => {
  const member = await world.member(1_000);
  const coins = ['BTC', 'ETH', 'SOL'];
  const placed: string[] = [];
  for (const coin of coins) placed.push((await world.place(member, { coin })).id);
  const away = new Set(coins);
  const { closed } = world.market;
  const closedBut: typeof closed = (coin, interval) => {
    if (away.has(coin)) throw new Error(`no candles of ${coin}`);
    return closed(coin, interval);
  };
  const market = { ...world.market, closed: closedBut };
  const events = startNode([member], false);
  const told = () => events.map(({ event }) => (event.name === 'plan' ? event.value.id : null));
  world.clock.advance(180 * minuteMs);
  for (const [place, coin] of coins.entries()) {
    away.delete(coin);
    world.clock.advance(1_000);
    const { moments } = await settlePlans({ ...world, market });
    await bus.publish(settledTopic, { moments });
    await expect.poll(told).toContain(placed[place]);
  }
  expect(told()).toEqual(placed);
});
