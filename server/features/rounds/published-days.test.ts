import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDrandSigned } from '#core/fairness/drand.ts';
import { openOrderList } from '#core/fairness/order-sums.ts';
import { verifyDay } from '#core/fairness/verify-day.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { dayOf, roundAt, roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { announceRounds } from './announce-rounds.ts';
import { getDayTranscript, isDayOver } from './get-day-transcript.ts';
import { getFairness } from './get-fairness.ts';
import { getRound } from './get-round.ts';
import { getRoundOrders } from './get-round-orders.ts';
import { getTranscript } from './get-transcript.ts';
import { listFairDays } from './list-fair-days.ts';
import { fillRound } from './many-orders.fixture.ts';
import { openTreeCache } from './order-tree.ts';
import { payRound } from './pay-round.ts';
import { resultHashOf } from './round-result.ts';
import { findRound, roundRecord } from './round-store.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';
import { createRunner } from './run-rounds.ts';

let world: RoundsWorld;
/** Drawn with an order in it. */
let drawn: number;
/** Void: its beacon came too late. */
let late: number;
/** Left out by a downtime. */
let missed: number;
const missedCount = 5;

async function closeAndDraw(round: number, at = timesOf(round).resultAt): Promise<void> {
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await world.moveTo(at);
  await world.run();
}

beforeAll(async () => {
  world = await openWorld();
  drawn = roundAt(world.clock.now());
  await world.place(await world.member(100), { round: drawn, amount: 2_000_000n as never });
  await closeAndDraw(drawn);
  late = drawn + 1;
  world.beacon.isThere = false;
  await closeAndDraw(late);
  world.beacon.isThere = true;
  await world.moveTo(timesOf(late).voidAt);
  missed = late + 2;
  await world.run();
  await world.moveTo(timesOf(missed + missedCount).opensAt);
  await closeAndDraw(missed + missedCount);
});
afterAll(() => world.close());

test('a round that was missed is replayed like any other, the same on every node and whatever coins are live', async () => {
  const transcript = await getTranscript(world, missed);
  expect(verifyRound(transcript, isDrandSigned)).toMatchObject({ matches: true, differences: [] });
  expect(transcript).toMatchObject({
    status: 'void',
    beacon: null,
    closing: { beacon: { kind: 'drand' } },
    orders: [],
  });
  const other = await world.openNode();
  const { plan } = world.beacon;
  world.beacon.plan = () => ({ kind: 'market', coins: ['ETH'] });
  expect(await getTranscript(other, missed)).toEqual(transcript);
  world.beacon.plan = plan;
  const { seed } = transcript;
  expect(await getRound(world, missed)).toMatchObject({
    state: 'void',
    isPaid: true,
    seed,
    digest: null,
    closedAt: null,
  });
});

test('a round that still waits for its end is no missed one: its seed stays secret', async () => {
  const running = missed + missedCount + 1;
  expect(await getRound(world, running)).toMatchObject({ seed: null, isPaid: false });
  // Nobody bets on it any more, before its closing is recorded.
  const { closesAt } = timesOf(running);
  const stateAt = (now: number) => roundRecord(running, null, now).state;
  expect([closesAt - 1, closesAt].map(stateAt)).toEqual(['betting', 'closed']);
  await expect(getTranscript(world, running)).rejects.toMatchObject({ code: 'roundRunning' });
});

test('what a void round would have been is on its page, and that its beacon was late in the list', async () => {
  const transcript = await getTranscript(world, late);
  expect(transcript.lateResult).not.toBeNull();
  expect(await getRound(world, late)).toMatchObject({
    state: 'void',
    digits: null,
    lateDigits: transcript.lateResult?.digits,
  });
  expect(await getRound(world, drawn)).toMatchObject({ state: 'drawn', lateDigits: null });
  // Nobody verifies a round that was not drawn.
  expect(await resultHashOf(world.tables, late)).toBeNull();
  expect(await resultHashOf(world.tables, drawn)).toMatch(/^[0-9a-f]{64}$/);
});

test('a closed round names the beacon of its closing, whatever rounds are drawn with by now', async () => {
  const changed = { ...world, beacon: { ...world.beacon, kind: 'drand' as const } };
  expect(await getRound(changed, drawn)).toMatchObject({ beaconKind: 'market' });
  expect(await getRound(changed, roundAt(world.clock.now()))).toMatchObject({ beaconKind: 'drand' });
});

test('a slow page gets the newest event of each of two rounds that follow one another', async () => {
  const slots: [round: number, slot: string | undefined][] = [];
  let hear: (payload: unknown) => void = () => undefined;
  const stop = announceRounds({
    ...world,
    hub: {
      wanted: () => true,
      publish: (_topic, event, slot) => void slots.push([(event.value as { round: number }).round, slot]),
    },
    bus: {
      subscribe(_topic, handler) {
        hear = handler;
        return () => undefined;
      },
    },
  });
  for (const round of [drawn, late, drawn]) hear({ round });
  await expect.poll(() => slots.length).toBe(3);
  stop();
  const slotsOf = (round: number) => new Set(slots.flatMap(([of, slot]) => (of === round ? [slot] : [])));
  expect([slotsOf(drawn).size, slotsOf(late).size]).toEqual([1, 1]);
  expect(slotsOf(drawn)).not.toEqual(slotsOf(late));
});

test('the list of reveals leaves out no round: drawn, void and missed ones follow one another', async () => {
  const { reveals, ...counts } = await getFairness(world, null);
  expect(reveals.map(({ round }) => round)).toEqual(
    Array.from({ length: missed + missedCount - drawn + 1 }, (_, place) => missed + missedCount - place),
  );
  const stateOf = (round: number) => reveals.find((one) => one.round === round);
  expect(stateOf(drawn)).toMatchObject({ state: 'drawn', beaconKind: 'market', isLate: false });
  expect(stateOf(late)).toMatchObject({ state: 'void', isLate: true });
  expect(stateOf(missed)).toMatchObject({ state: 'missed', beaconKind: null, endedAt: null });
  expect(reveals.filter(({ state }) => state === 'missed')).toHaveLength(counts.missed);
  expect(counts.missed).toBeGreaterThanOrEqual(missedCount);
  // Who missed a round gets the stakes back as well: it is void.
  expect(counts.voided).toBe(reveals.filter(({ state }) => state === 'void' || state === 'missed').length);
  expect(counts.drawn).toBe(reveals.filter(({ state }) => state === 'drawn').length);
  // Whatever round is asked from, the seeds of those that have not ended stay secret.
  expect((await getFairness(world, missed + missedCount + 10)).reveals).toEqual(reveals);
  const older = await getFairness(world, missed);
  expect(older.reveals[0]?.round).toBe(missed - 1);
});

test('a round that is paid is paid again without an effect, one with orders and one without', async () => {
  for (const id of [drawn, missed + missedCount]) {
    const paid = await findRound(world.tables, id);
    if (!paid?.payments) throw new Error(`round ${id} is not paid`);
    await payRound(world, paid);
    expect(await findRound(world.tables, id)).toEqual(paid);
  }
});

test('a round before the first one and one that has not begun are unknown to whoever reads them', async () => {
  const own = { ...world, treeOf: openTreeCache(world.pool) };
  const newest = roundAt(world.clock.now());
  const reads = [getRound, getTranscript, (at: typeof own, round: number) => getRoundOrders(at, round, 0)];
  for (const round of [world.seeds.firstRound - 1, newest + 1])
    for (const read of reads)
      await expect(read(own, round), `${read.name} ${round - newest}`).rejects.toMatchObject({ code: 'roundUnknown' });
  await expect(getTranscript(own, newest)).rejects.toMatchObject({ code: 'roundRunning' });
  const first = world.seeds.firstRound;
  expect(await getTranscript(own, first)).toMatchObject({ closing: { round: first } });
});

test('a round’s orders come by pages, which make its root and sums again; before it is paid they stay secret', async () => {
  const own = { ...world, treeOf: openTreeCache(world.pool) };
  const round = roundAt(world.clock.now()) + 1;
  await world.moveTo(timesOf(round).opensAt);
  await world.run();
  await fillRound(world.pool, world.ledger, round, { orders: 4_500, members: 50, firstMember: 900_000n });
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await expect(getRoundOrders(own, round, 0)).rejects.toMatchObject({ code: 'roundRunning' });
  await world.moveTo(timesOf(round).resultAt);
  await world.run();
  const transcript = await getTranscript(own, round);
  expect(transcript.orders).toBeNull();
  const list = openOrderList(round);
  let next = 0;
  for (
    let page = await getRoundOrders(own, round, 0);
    page.leaves.length > 0;
    page = await getRoundOrders(own, round, next)
  ) {
    expect(page).toMatchObject({ round, from: next, count: 4_500 });
    for (const order of page.leaves) list.add(order);
    next += page.leaves.length;
  }
  expect(next).toBe(4_500);
  expect(list.sums()).toMatchObject({ root: transcript.closing.root, unsorted: null });
  expect(verifyRound(transcript, isDrandSigned, list.sums())).toMatchObject({ matches: true, differences: [] });
});

test('the transcript of a day that the server makes is sound, with every round of it, and its days are listed by pages', async () => {
  const day = dayOf(drawn);
  await expect(getDayTranscript(world, day)).rejects.toMatchObject({ code: 'dayRunning' });
  const last = (day + 1) * roundsPerDay - 1;
  await world.moveTo(timesOf(last).voidAt);
  await world.run();
  await world.run();
  const transcript = await getDayTranscript(world, day);
  expect(transcript.rounds).toHaveLength(last - drawn + 1);
  expect(verifyDay(transcript, isDrandSigned)).toMatchObject({ matches: true, differences: [] });
  // As the rule page says: a round that nobody closed has no orders to leave out.
  const ordersOf = (round: number) => transcript.rounds.find(({ closing }) => closing.round === round)?.orders;
  expect([drawn, late, missed].map(ordersOf)).toEqual([null, null, []]);
  const [newest, ...others] = await listFairDays(world, null);
  expect(others.map((one) => one.day)).toContain(day);
  expect(await listFairDays(world, newest?.day ?? 0)).toEqual(others);
  expect(others.find((one) => one.day === day)).toMatchObject({ key: transcript.key, tip: transcript.tip, chain: 1 });
});

test('a day is over at the deadline of its last round, once no order of it waits for its payment', () => {
  const last = 20_001 * roundsPerDay - 1;
  const { voidAt } = timesOf(last);
  const isOver = (oldestUnpaid: number | null, now = voidAt) => isDayOver(20_000, oldestUnpaid, now);
  expect([isOver(null), isOver(null, voidAt - 1)]).toEqual([true, false]);
  expect([last - 1, last, last + 1].map((oldest) => isOver(oldest))).toEqual([false, false, true]);
  // The key of a day leads to those of the days before it.
  expect(isOver(last - 2 * roundsPerDay)).toBe(false);
});

test('what one look could not do is done by the next: closing a round, and publishing the seeds of a day', async () => {
  let isAway = false;
  const whileThere = <Result>(work: () => Result): Result => {
    if (isAway) throw new Error('away');
    return work();
  };
  const runner = createRunner({
    ...world,
    clock: { ...world.clock, wallDelayMs: (ms) => ms },
    beacon: { ...world.beacon, plan: (round) => whileThere(() => world.beacon.plan(round)) },
    seeds: { ...world.seeds, renew: async (today) => await whileThere(() => world.seeds.renew(today)) },
  });
  const look = () => runner.run(new AbortController().signal);
  const failing = async () => {
    isAway = true;
    await expect(look()).rejects.toThrow('away');
    isAway = false;
  };
  const round = roundAt(world.clock.now()) + 1;
  await world.moveTo(timesOf(round).opensAt);
  await look();
  await world.place(await world.member(100));
  await world.moveTo(timesOf(round).closesAt);
  await failing();
  expect(await findRound(world.tables, round)).toBeNull();
  await look();
  expect(await findRound(world.tables, round)).not.toBeNull();
  await world.moveTo(timesOf(round).resultAt);
  await look();

  const tomorrow = dayOf(round) + 1;
  await world.moveTo(timesOf(tomorrow * roundsPerDay).opensAt);
  await failing();
  await look();
  const { rows } = await world.pool.query('select max(day) as newest from fairness_day');
  expect(rows).toEqual([{ newest: tomorrow + 1 }]);
});

test('a round takes orders while it is open, of a day that was committed to alone', async () => {
  const open = roundAt(world.clock.now()) + 1;
  await world.moveTo(timesOf(open).opensAt);
  const client = await world.database.owner.connect();
  const taking = async (): Promise<unknown[]> => {
    const { rows } = await client.query<{ takes: boolean }>(
      'select takes_orders(n) as takes from unnest($1::bigint[]) with ordinality as r (n, place) order by place',
      [[open - 1, open, open + 1]],
    );
    return rows.map(({ takes }) => takes);
  };
  try {
    expect(await taking()).toEqual([false, true, false]);
    await client.query('begin; alter table fairness_day disable trigger user');
    const publishedAt = (ms: number) =>
      client.query('update fairness_day set published_at = $1 where day = $2', [new Date(ms), dayOf(open)]);
    const { closesAt } = timesOf(open);
    await publishedAt(closesAt - 1);
    expect(await taking()).toEqual([false, true, false]);
    await publishedAt(closesAt);
    expect(await taking(), 'published when betting ends').toEqual([false, false, false]);
    await publishedAt(closesAt - 1);
    await client.query('update fairness_day set day = -day where day = $1', [dayOf(open)]);
    expect(await taking()).toEqual([false, false, false]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
