import { afterAll, beforeAll, expect, test } from 'vitest';
import { followsRunningMax, ordersOfRoundMax, winningsReservedMax } from '#core/limits/business-limits.ts';
import { followRoundsMax } from '#core/rounds/follow.ts';
import { stakeMax, winningsOf } from '#core/rounds/payout.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { cancelFollow } from './cancel-follow.ts';
import { listCategories } from './list-categories.ts';
import { listFollows } from './list-follows.ts';
import { micro } from './round-node.fixture.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';

let world: RoundsWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const codeOf = (placing: Promise<unknown>): Promise<string> =>
  placing.then(
    () => 'placed',
    (error) => error.code ?? String(error),
  );

async function nextRound(): Promise<void> {
  const round = roundAt(world.clock.now());
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await world.moveTo(timesOf(round).resultAt);
  await world.run();
}

test('one member reserves a share of the house’s funds by bets and follows, at most, and the others go on', async () => {
  const greedy = await world.member(10_000_000);
  const before = await world.house('rounds');
  const follow = { category: 'triple', amount: stakeMax, follow: followRoundsMax } as const;
  const follows = await Promise.all(Array.from({ length: 4 }, () => codeOf(world.place(greedy, follow))));
  expect(new Set(follows)).toEqual(new Set(['winningsLimit']));
  const bet = { category: 'triple', amount: stakeMax } as const;
  const bets = await Promise.all(Array.from({ length: 12 }, () => codeOf(world.place(greedy, bet))));
  const most = Number(winningsReservedMax / winningsOf('triple', stakeMax));
  expect(bets.filter((code) => code === 'placed')).toHaveLength(most);
  expect(bets.filter((code) => code === 'winningsLimit')).toHaveLength(12 - most);
  expect(before - (await world.house('rounds'))).toBeLessThanOrEqual(winningsReservedMax);
  // Smaller ones still fit, up to the very limit, and the next refusal needs no batch of the ledger.
  const left = winningsReservedMax - BigInt(most) * winningsOf('triple', stakeMax);
  const filling = Number(left / winningsOf('big', stakeMax));
  expect(BigInt(filling) * winningsOf('big', stakeMax)).toBe(left);
  for (let count = 0; count < filling; count++) {
    // Who was refused just before is looked at first, and has the rest to the last unit all the same.
    expect(await codeOf(world.place(greedy, bet))).toBe('winningsLimit');
    expect(await codeOf(world.place(greedy, { category: 'big', amount: stakeMax }))).toBe('placed');
  }
  expect(await codeOf(world.place(greedy, { category: 'triple', amount: micro(100) }))).toBe('winningsLimit');
  const batches = world.ledger.counts().batches;
  expect(await codeOf(world.place(greedy, { category: 'triple', amount: micro(100) }))).toBe('winningsLimit');
  expect(world.ledger.counts().batches).toBe(batches);
  const other = await world.member(10_000);
  expect(await codeOf(world.place(other, bet))).toBe('placed');
  await nextRound();
  expect(await codeOf(world.place(greedy, { category: 'big', amount: micro(1) }))).toBe('placed');
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('what a follow has still to come counts, and cancelling it makes room', async () => {
  const member = await world.member(1_000_000);
  const bet = { category: 'triple', amount: stakeMax } as const;
  const rounds = Number(winningsReservedMax / winningsOf('triple', stakeMax));
  const { follow } = await world.place(member, { ...bet, follow: rounds });
  expect(await codeOf(world.place(member, bet))).toBe('winningsLimit');
  await cancelFollow(world, member, follow ?? '');
  expect(await codeOf(world.place(member, bet))).toBe('placed');
  await nextRound();
});

test('each round of a follow that is paid makes room, also for a member who was at the limit', async () => {
  const member = await world.member(1_000_000);
  const bet = { category: 'triple', amount: stakeMax } as const;
  const rounds = Number(winningsReservedMax / winningsOf('triple', stakeMax));
  await world.place(member, { ...bet, follow: rounds });
  expect(await codeOf(world.place(member, bet))).toBe('winningsLimit');
  await nextRound();
  // The next order of the follow is placed already: what it may win counts once.
  expect(await listFollows(world.tables, member, null)).toMatchObject([{ placed: 2, end: null }]);
  expect(await codeOf(world.place(member, bet))).toBe('placed');
  expect(await codeOf(world.place(member, bet))).toBe('winningsLimit');
});

test('one member has so many bets in a round, whichever of two nodes is asked, and as many in the next', async () => {
  const other = await world.openNode();
  const member = await world.member(10_000);
  const stranger = await world.member(100);
  const bet = { amount: micro(1) } as const;
  const codes = await Promise.all(
    Array.from({ length: ordersOfRoundMax + 10 }, (_, place) => codeOf((place % 2 ? world : other).place(member, bet))),
  );
  expect(codes.filter((code) => code === 'placed')).toHaveLength(ordersOfRoundMax);
  expect(codes.filter((code) => code === 'ordersOfRound')).toHaveLength(10);
  const both = await Promise.all([codeOf(world.place(member, bet)), codeOf(world.place(stranger, bet))]);
  expect(both).toEqual(['ordersOfRound', 'placed']);
  // The next round is asked for before those of this one are paid.
  await world.moveTo(timesOf(roundAt(world.clock.now()) + 1).opensAt);
  expect(await codeOf(world.place(member, bet))).toBe('placed');
  await nextRound();
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('one member has so many follows running at once', async () => {
  const member = await world.member(10_000);
  const follow = { amount: micro(1), follow: 2 } as const;
  const codes = await Promise.all(
    Array.from({ length: followsRunningMax + 5 }, () => codeOf(world.place(member, follow))),
  );
  expect(codes.filter((code) => code === 'placed')).toHaveLength(followsRunningMax);
  expect(codes.filter((code) => code === 'followsRunning')).toHaveLength(5);
  expect(await codeOf(world.place(member, { amount: micro(1) }))).toBe('placed');
  await nextRound();
  await nextRound();
  expect(await codeOf(world.place(member, follow))).toBe('placed');
  await nextRound();
  await nextRound();
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('no category offers a stake that its member could not have', async () => {
  for (const { id, maximum } of await listCategories(world.ledger)) {
    expect(winningsOf(id, maximum), id).toBeLessThanOrEqual(winningsReservedMax);
  }
});
