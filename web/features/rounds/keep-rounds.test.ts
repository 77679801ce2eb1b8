import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { pageSize } from '#contract/fields.ts';
import { getMarketStatus, type MarketStatus } from '#contract/market.ts';
import type { FairChain, Follow, Order, RoundDetail } from '#contract/round-records.ts';
import { getFairness, getRound, listFollows, listOrders } from '#contract/rounds.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { productNow } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { catchUp, keepClosed, keepPlaced } from './keep-rounds.ts';
import { followsFrom, keepOrders, keptChains, keptDigestOf, keptOrderOf, keptTipOf } from './kept-rounds.ts';

const databases = memoryDatabases();
const day = 20_800;
const round = day * roundsPerDay + 7;
const hex = (digit: string): string => digit.repeat(64);

const order = (id: string, of: number, change: Partial<Order> = {}): Order => ({
  ...{ id, round: of, category: 'big', amount: usdt(5_000_000n), salt: hex('a'), state: 'pending', follow: null },
  ...{ income: noUsdt, charity: noUsdt, placedAt: 0 },
  ...change,
});

const detail = (id: number, change: Partial<RoundDetail> = {}): RoundDetail => ({
  ...{ id, ...timesOf(id), state: 'closed', digits: null, orders: 1, staked: noUsdt, tip: hex('b'), place: 0 },
  ...{ orderRoot: hex('c'), digest: hex('d'), beaconKind: 'drand', seed: null, lateDigits: null },
  ...{ closedAt: null, beaconFrom: null, isPaid: false, categories: [] },
  ...change,
});

/** What the server has, and the paths that it was asked for. */
let server: {
  rounds: Map<number, RoundDetail>;
  chains: FairChain[];
  orders: Order[];
  follows: Follow[];
  asked: string[];
  onAnswer?: () => void;
  /** What the product clock says; left out where it is not to be asked for. */
  now?: number;
};

function answerTo(path: string, before: string | null): object {
  const found = server.rounds.get(Number(path.split('/').at(-1)));
  if (found) return { status: true, info: '', url: z.encode(getRound.output, found) };
  if (path === '/order/thborder') {
    const from = server.orders.findIndex(({ id }) => id === before) + 1;
    return { status: true, info: z.encode(listOrders.output, server.orders.slice(from, from + pageSize)), url: '' };
  }
  if (path === '/rounds/follows') {
    return { status: true, info: z.encode(listFollows.output, server.follows), url: '' };
  }
  if (path === getMarketStatus.path && server.now !== undefined) {
    const status = {
      ...{ source: 'replay', label: '', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [], now: server.now },
      ...{ clockSpeed: 0, candleMinutes: 1, identity: null },
    } satisfies MarketStatus;
    return { status: true, info: '', url: z.encode(getMarketStatus.output, status) };
  }
  const counts = { days: [], beaconKind: 'drand' as const, drawn: 0, voided: 0, missed: 0, reveals: [] };
  return { status: true, info: '', url: z.encode(getFairness.output, { chains: server.chains, ...counts }) };
}

beforeEach(() => {
  session.setLocale('en');
  server = { rounds: new Map([[round, detail(round)]]), chains: [], orders: [], follows: [], asked: [] };
  vi.stubGlobal('indexedDB', databases);
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://server.test');
    const path = pathname.replace('/api', '');
    server.asked.push(path);
    server.onAnswer?.();
    return new Response(JSON.stringify(answerTo(path, searchParams.get('before'))));
  });
});
afterEach(() => {
  databases.forget();
  vi.unstubAllGlobals();
});

const chain = (number: number, digit: string): FairChain => ({
  ...{ number, firstDay: day + 300 * (number - 1), commitment: hex(digit), publishedAt: 0 },
});

const commitmentsKept = async () => [...(await keptChains())].map(([number, { commitment }]) => [number, commitment]);

// The first one: the clock stays known afterwards.
test('a closing is caught up with by the product clock, and chains are kept without a time, where this phone’s own clock alone was known', async () => {
  server.chains = [chain(1, '1')];
  await keepPlaced(order('A', round), 1);
  expect((await keptChains()).get(1)).toEqual({ commitment: hex('1'), firstDay: day });
  const { closesAt, resultAt } = timesOf(round);
  vi.spyOn(Date, 'now').mockReturnValue(closesAt + 1_000);
  server.now = resultAt + 1_000;
  await catchUp(productNow);
  vi.restoreAllMocks();
  expect(await keptDigestOf(round)).toMatchObject({ digest: hex('d'), at: resultAt + 1_000 });
});

test('a bet is kept with the tip of its day and the commitments, and a later chain from the next day with a bet on', async () => {
  server.chains = [chain(1, '1')];
  await keepPlaced(order('A', round), 1);
  expect(await keptOrderOf('A')).toMatchObject({ round, amount: 5_000_000n, salt: hex('a') });
  expect(await keptTipOf(day)).toBe(hex('b'));
  expect(await commitmentsKept()).toEqual([[1, hex('1')]]);
  expect(await followsFrom(round)).toEqual([]);

  // The commitment that was kept stays, whatever is published as it now.
  server.chains = [chain(2, '2'), chain(1, '9')];
  server.asked.length = 0;
  await keepPlaced(order('B', round), 1);
  expect(server.asked).not.toContain('/rounds/fairness');
  const tomorrow = round + roundsPerDay;
  server.rounds.set(tomorrow, detail(tomorrow, { tip: hex('e') }));
  await keepPlaced(order('C', tomorrow), 1);
  expect(await commitmentsKept()).toEqual([
    [1, hex('1')],
    [2, hex('2')],
  ]);
  expect((await keptChains()).get(2)?.firstDay).toBe(day + 300);
  expect([await keptTipOf(day), await keptTipOf(day + 1)]).toEqual([hex('b'), hex('e')]);
});

test('a follow places bets up to its last round, which are kept at their closings, by its member alone', async () => {
  await keepPlaced(order('A', round, { follow: 'F' }), 3);
  server.orders = [order('B', round + 1, { follow: 'F' })];
  await keepClosed(round + 1, hex('d'), 5, false);
  expect(await keptOrderOf('B')).toBeNull();
  await keepClosed(round + 1, hex('f'), 6, true);
  expect(await keptOrderOf('B')).toMatchObject({ round: round + 1 });
  expect(await keptDigestOf(round + 1)).toEqual({ round: round + 1, digest: hex('d'), at: 5 });
  server.asked.length = 0;
  server.orders = [order('C', round + 2, { follow: 'F' })];
  await keepClosed(round + 2, hex('d'), 7, true);
  await keepClosed(round + 3, hex('d'), 8, true);
  expect(server.asked).toEqual(['/order/thborder']);
});

const follow = (change: Partial<Follow>): Follow => ({
  ...{ id: 'F', category: 'big', amount: usdt(5_000_000n), rounds: 3, placed: 2, stopOnWin: false, lossLimit: null },
  ...{ income: noUsdt, reserved: usdt(5_000_000n), end: null, placedAt: 0 },
  ...change,
});

test('a follow that left out a round places its last bet later, which is kept as well', async () => {
  await keepPlaced(order('A', round, { follow: 'F' }), 3);
  // The round became void at its deadline, when betting on the next one had ended.
  server.follows = [follow({ placed: 1 })];
  await keepClosed(round + 1, hex('d'), 5, true);
  server.orders = [order('B', round + 2, { follow: 'F' })];
  await keepClosed(round + 2, hex('d'), 6, true);
  server.orders = [order('C', round + 3, { follow: 'F' })];
  await keepClosed(round + 3, hex('d'), 7, true);
  expect(await keptOrderOf('C')).toMatchObject({ round: round + 3 });
  // Once it has ended nobody asks for its bets any more.
  server.rounds.set(round + 4, detail(round + 4));
  await keepPlaced(order('E', round + 4, { follow: 'G' }), 3);
  expect(await followsFrom(round + 5)).toEqual(['G']);
  server.follows = [follow({ id: 'G', end: 'won' })];
  server.orders = [];
  await keepClosed(round + 5, hex('d'), 8, true);
  server.asked.length = 0;
  await keepClosed(round + 6, hex('d'), 9, true);
  expect(server.asked).toEqual([]);
});

test('a follow that runs longer than it should have is found when the app opens', async () => {
  await keepPlaced(order('A', round, { follow: 'F' }), 3);
  server.follows = [follow({})];
  const late = round + 10;
  await catchUp(() => timesOf(late).opensAt);
  server.orders = [order('C', late, { follow: 'F' })];
  await keepClosed(late, hex('d'), 7, true);
  expect(await keptOrderOf('C')).toMatchObject({ round: late });
});

test('of a bet that a follow places on the next day the tip of that day is kept', async () => {
  await keepPlaced(order('A', round, { follow: 'F' }), roundsPerDay);
  const tomorrow = round + roundsPerDay - 1;
  server.rounds.set(tomorrow, detail(tomorrow, { tip: hex('e') }));
  server.orders = [order('B', tomorrow, { follow: 'F' })];
  await keepClosed(tomorrow, hex('d'), 5, true);
  expect(await keptTipOf(day + 1)).toBe(hex('e'));
});

test('the bet of a follow is kept among many that its member has placed in the round', async () => {
  await keepPlaced(order('A', round, { follow: 'F' }), 3);
  const many = Array.from({ length: 21 }, (_, place) =>
    order(`MANY${place}`, round + 1, place === 20 ? { follow: 'F' } : {}),
  );
  server.orders = many;
  await keepClosed(round + 1, hex('d'), 5, true);
  expect(await keptOrderOf('MANY20')).toMatchObject({ round: round + 1 });
});

test('a closing that was missed is caught up with as long as it is without a result, and dated with when it came', async () => {
  await keepOrders([round - 3, round - 2, round - 1, round].map((one) => order(`R${one}`, one)));
  server.rounds.set(round - 3, detail(round - 3));
  server.rounds.set(round - 2, detail(round - 2, { seed: hex('7'), state: 'drawn' }));
  server.rounds.set(round - 1, detail(round - 1));
  server.rounds.set(round, detail(round, { state: 'betting', digest: null }));
  const now = timesOf(round).opensAt + 60_000;
  await catchUp(() => now);
  const kept = await Promise.all([round - 3, round - 2, round - 1, round].map(keptDigestOf));
  expect(kept).toEqual([null, null, { round: round - 1, digest: hex('d'), at: now }, null]);
  // Once a round has a seed, or is void, its digest shows nothing, whatever else is said of it.
  for (const over of [{ seed: hex('7') }, { state: 'void' }] as const) {
    server.rounds.set(round - 2, detail(round - 2, over));
    await catchUp(() => now);
    expect(await keptDigestOf(round - 2)).toBeNull();
  }
  // By a clock that runs late it cannot have come before it was there.
  server.rounds.set(round, detail(round));
  await catchUp(() => now);
  expect(await keptDigestOf(round)).toMatchObject({ at: timesOf(round).closesAt });
});

test('a closing that is caught up with counts from when its answer came, not from when it was asked for', async () => {
  await keepOrders([order('A', round)]);
  const { closesAt, resultAt } = timesOf(round);
  let now = closesAt + 1_000;
  server.onAnswer = () => {
    now = resultAt + 1_000;
  };
  await catchUp(() => now);
  expect(await keptDigestOf(round)).toMatchObject({ digest: hex('d'), at: resultAt + 1_000 });
});

test('a bet that a follow places is kept with the terms that the follow was sent with', async () => {
  await keepPlaced(order('A', round, { follow: 'F' }), 3);
  server.orders = [
    order('B', round + 1, { follow: 'F', category: 'small', amount: usdt(6_000_000n) }),
    order('C', round + 1, { category: 'odd' }),
  ];
  await keepClosed(round + 1, hex('d'), 5, true);
  expect(await keptOrderOf('B')).toMatchObject({ round: round + 1, category: 'big', amount: usdt(5_000_000n) });
  expect(await keptOrderOf('C')).toMatchObject({ category: 'odd', amount: usdt(5_000_000n) });
});
