import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StreamEvent } from '#contract/events.ts';
import { isDrandSigned } from '#core/fairness/drand.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { categories, wins } from '#core/rounds/categories.ts';
import { payoutOf, roundsFunding, winningsOf } from '#core/rounds/payout.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { announceRounds } from './announce-rounds.ts';
import { cancelFollow } from './cancel-follow.ts';
import { getRoundOrders } from './get-round-orders.ts';
import { getTranscript } from './get-transcript.ts';
import { listOrders } from './list-orders.ts';
import { listRounds } from './list-rounds.ts';
import { findFollow, findOrder, orderObject, unpaidOrders } from './order-store.ts';
import { openTreeCache } from './order-tree.ts';
import { micro } from './round-node.fixture.ts';
import { findRound } from './round-store.ts';
import { roundsAccount } from './round-transfers.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';

let world: RoundsWorld;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const finish = () => world.finish();

test('a round from its first order to its last payment: every figure is recomputed from what is published', async () => {
  const { tables, clock, moveTo } = world;
  const round = roundAt(clock.now());
  const { closesAt, resultAt } = timesOf(round);
  const announced = () => world.published.splice(0);
  expect(announced()).toEqual([{ round }]);
  // Whatever round is asked from, none is listed that has not opened.
  for (const before of [null, round + 1, round + 10])
    expect((await listRounds(world, before)).map(({ id }) => id)).toEqual([round]);
  const members = await Promise.all(categories.map(() => world.member(1_000)));
  const orders = await Promise.all(
    members.map((member, place) =>
      world.place(member, { category: categories[place] ?? 'big', amount: micro(10.000_001) }),
    ),
  );
  const winnings = orders.reduce((sum, { category, amount }) => sum + payoutOf(category, amount).winning - amount, 0n);
  expect(await world.house('roundsReserved')).toBe(winnings);
  expect(await world.balances(members[0] ?? 0n)).toEqual([micro(989.999_999), micro(10.000_001)]);

  await world.run();
  expect(await findRound(tables, round)).toBeNull();
  expect(announced()).toEqual([]);
  await moveTo(closesAt);
  await world.run();
  const closed = await findRound(tables, round);
  expect(closed).toMatchObject({ orders: 10, staked: micro(100.000_01), end: null });
  expect(announced()).toEqual([{ round }]);
  // Open pages keep the digest before the result can be known.
  const heard: unknown[] = [];
  const hub = { wanted: () => true, publish: (_topic: string, { value }: StreamEvent) => void heard.push(value) };
  const hear = (_topic: string, handle: (payload: unknown) => void) => {
    handle({ round });
    return () => undefined;
  };
  announceRounds({ ...world, hub, bus: { subscribe: hear } })();
  await expect.poll(() => heard).toMatchObject([{ round, state: 'closed', digits: null, digest: closed?.digest }]);
  await expect(world.place(members[0] ?? 0n, { round })).rejects.toMatchObject({ code: 'roundClosed' });

  await moveTo(resultAt);
  await world.run();
  const ended = await findRound(tables, round);
  const digits = ended?.end?.result?.digits;
  if (!digits) throw new Error('not drawn');
  // Drawn, paid, and the next one open.
  expect(announced()).toEqual([{ round }, { round }, { round: round + 1 }]);
  for (const [place, { id, category, amount }] of orders.entries()) {
    const member = members[place] ?? 0n;
    const { paid, charity } = payoutOf(category, amount);
    const isWon = wins(category, digits);
    const income = isWon ? paid - amount : -amount;
    expect(await listOrders(tables, member, { before: null, round })).toMatchObject([
      { id, income, state: isWon ? 'won' : 'lost', charity: isWon ? charity : 0n },
    ]);
    expect(await world.balances(member)).toEqual([micro(1_000) + income, 0n]);
  }
  expect(await world.house('roundsReserved')).toBe(0n);
  const gained = orders.reduce(
    (sum, { category, amount }) =>
      sum + (wins(category, digits) ? payoutOf(category, amount).winning - amount : -amount),
    0n,
  );
  expect(await world.house('rounds')).toBe(roundsFunding - gained);
  expect(await faultsIn(world.pool)).toEqual([]);

  const transcript = await getTranscript(world, round);
  expect(verifyRound(transcript, isDrandSigned)).toMatchObject({ matches: true, differences: [] });
  expect(transcript.orders).toHaveLength(10);
});

test('without its beacon a round waits until the deadline, is void then, and every stake returns', async () => {
  const round = roundAt(world.clock.now());
  const member = await world.member(100);
  const { id } = await world.place(member, { category: 'triple' });
  world.beacon.isThere = false;
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await world.moveTo(timesOf(round).voidAt - 1);
  await world.run();
  expect((await findRound(world.tables, round))?.end).toBeNull();
  const waiting = await findOrder(world.tables, member, id);
  expect(waiting?.income).toBeNull();
  expect(waiting && orderObject(waiting)).toMatchObject({ kind: 'order', id, state: 'running', income: null });
  world.beacon.isThere = true;
  await world.moveTo(timesOf(round).voidAt);
  await world.run();
  const ended = await findRound(world.tables, round);
  expect(ended?.end).toMatchObject({ isVoid: true, seed: world.seeds.ofRound(round) });
  expect(await world.balances(member)).toEqual([micro(100), 0n]);
  const returned = await findOrder(world.tables, member, id);
  expect(returned).toMatchObject({ income: 0n, isVoid: true });
  // In the chat it has ended, though nothing was won or lost.
  expect(returned && orderObject(returned)).toMatchObject({ state: 'settled', income: 0n });
  const listed = await listOrders(world.tables, member, { before: null, round });
  expect(listed).toMatchObject([{ id, state: 'void', income: 0n, charity: 0n }]);
  for (const other of [round - 1, round + 1])
    expect(await listOrders(world.tables, member, { before: null, round: other })).toEqual([]);
  // There is no result of it that a member could have verified.
  const verified = `select is_result($1, 'round.' || $2::text, 'infinity') as counts`;
  expect((await world.database.owner.query(verified, [member, round])).rows).toEqual([{ counts: false }]);
  const transcript = await getTranscript(world, round);
  expect(verifyRound(transcript, isDrandSigned)).toMatchObject({ matches: true, differences: [] });
  expect(transcript).toMatchObject({ status: 'void', result: null, lateResult: { digits: expect.any(Array) } });
  await world.moveTo(timesOf(round + 2).opensAt);
  await world.run();
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('a round that is closed only when its beacon is public is void at once, and waits for none', async () => {
  const round = roundAt(world.clock.now());
  const member = await world.member(100);
  await world.place(member, { category: 'triple' });
  world.beacon.isThere = false;
  await world.moveTo(timesOf(round).resultAt);
  await world.run();
  await world.run();
  world.beacon.isThere = true;
  expect((await findRound(world.tables, round))?.end).toMatchObject({ isVoid: true, beacon: null });
  expect(await world.balances(member)).toEqual([micro(100), 0n]);
  await world.moveTo(timesOf(round + 1).opensAt);
  await world.run();
});

test('an order that cannot be paid keeps its own round waiting, and no follow of another member', async () => {
  const [stuck, member] = [await world.member(100), await world.member(100)];
  await world.place(stuck, { amount: micro(10) });
  const { follow } = await world.place(member, { amount: micro(10), follow: 4 });
  const take = (key: string, isBack: boolean) => {
    const [stakes, rail] = [memberAccount(stuck, 'stakes'), houseAccount('rail', stuck)];
    return world.ledger.submit({
      ...{ key, inputHash: '0'.repeat(64), kind: 'roundsFunded', reference: 'test' },
      postings: [
        isBack ? { from: rail, to: stakes, amount: micro(10) } : { from: stakes, to: rail, amount: micro(10) },
      ],
    });
  };
  await take('take', false);
  const round = roundAt(world.clock.now());
  await expect(finish()).rejects.toThrow('paid entirely');
  // It is drawn, and its orders stay secret until each of them is paid.
  const readers = { ...world, treeOf: openTreeCache(world.pool) };
  await expect(getRoundOrders(readers, round, 0)).rejects.toMatchObject({ code: 'roundRunning' });
  expect(await findFollow(world.tables, member, follow ?? '')).toMatchObject({ placed: 2, done: 1 });
  // It is tried again with every look, however many rounds have been paid meanwhile.
  await expect(finish()).rejects.toThrow('paid entirely');
  await take('give back', true);
  await world.run();
  expect(await world.balances(stuck)).toMatchObject({ 1: 0n });
  expect(await getRoundOrders(readers, round, 0)).toMatchObject({ count: 2 });
  await cancelFollow(world, member, follow ?? '');
  await finish();
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('the same request twice places one order, at once or later; the same key for another order is refused', async () => {
  const member = await world.member(100);
  const both = await Promise.all([world.place(member, {}, 'twice'), world.place(member, {}, 'twice')]);
  expect(both[0]).toEqual(both[1]);
  await finish();
  expect((await world.place(member, { round: both[0].round }, 'twice')).id).toBe(both[0].id);
  await expect(world.place(member, { category: 'odd', round: both[0].round }, 'twice')).rejects.toMatchObject({
    code: 'idempotencyKeyReused',
  });
  // Another member's phone may have made the same key.
  const other = await world.member(100);
  expect((await world.place(other, {}, 'twice')).id).not.toBe(both[0].id);
  expect(await world.balances(other)).not.toEqual([micro(100), 0n]);
});

test('an order that the house could not pay is refused before it is taken, by any number at once', async () => {
  const { pool, ledger } = world;
  const free = await world.house('rounds');
  // Leaves funds for three of these orders.
  const keep = 3n * winningsOf('triple', micro(10_000));
  const moved = await ledger.submit({
    ...{ key: 'test:drain', inputHash: '0'.repeat(64), kind: 'roundsFunded', reference: 'rounds' },
    postings: [{ from: roundsAccount, to: houseAccount('sponsor', 0n), amount: usdt(free - keep) }],
  });
  expect(moved.status).toBe('committed');
  const members = await Promise.all(Array.from({ length: 30 }, () => world.member(10_000)));
  const codes = await Promise.all(
    members.map((member) =>
      world.place(member, { category: 'triple', amount: micro(10_000) }).then(
        () => 'placed',
        (error) => error.code,
      ),
    ),
  );
  expect(codes.filter((code) => code === 'placed')).toHaveLength(3);
  expect(codes.filter((code) => code === 'amountLimit')).toHaveLength(27);
  expect(await faultsIn(pool)).toEqual([]);
  await ledger.submit({
    ...{ key: 'test:refill', inputHash: '0'.repeat(64), kind: 'roundsFunded', reference: 'rounds' },
    postings: [{ from: houseAccount('sponsor', 0n), to: roundsAccount, amount: usdt(free - keep) }],
  });
  await finish();
  expect(await faultsIn(pool)).toEqual([]);
});

test('of a round’s orders none is passed over where a later member has the older order', async () => {
  await finish();
  const [first, second] = [await world.member(100), await world.member(100)];
  const older = await world.place(second, { category: 'big', amount: micro(5) });
  await world.moveTo(world.clock.now() + 1_000);
  const newer = await world.place(first, { category: 'big', amount: micro(5) });
  expect([first < second, older.id < newer.id]).toEqual([true, true]);
  const rest = await unpaidOrders(world.tables, roundAt(world.clock.now()), { memberId: first, id: newer.id }, 10);
  expect(rest.map(({ order }) => order.id)).toEqual([older.id]);
  await finish();
});
