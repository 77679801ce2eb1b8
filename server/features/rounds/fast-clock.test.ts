import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { roundAt, roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { setProductTime } from '#server/test/product-time.fixture.ts';
import { findFollow } from './order-store.ts';
import { micro } from './round-node.fixture.ts';
import { findRound } from './round-store.ts';
import { reservedAccount, roundsAccount } from './round-transfers.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';
import { createRunner } from './run-rounds.ts';

const wallMs = 3_000;
/** On a busy machine few orders reach a round in time: rounds are repeated until enough have. */
const patienceMs = 180_000;

let world: RoundsWorld;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

test('a look at which nothing is due takes few statements', async () => {
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  await world.run();
  expect(statements).toHaveBeenCalledTimes(1);
  await world.moveTo(timesOf(roundAt(world.clock.now()) + 40).opensAt);
  await world.run();
  statements.mockClear();
  // Late for every round, as a fast clock is at each look.
  await world.moveTo(timesOf(roundAt(world.clock.now()) + 5).opensAt);
  statements.mockClear();
  await world.run();
  expect(statements.mock.calls.length).toBeLessThanOrEqual(3);
  statements.mockRestore();
});

test('a node that has just started looks at the rounds of the past once, and not at each look', async () => {
  await nextRound();
  await world.moveTo(timesOf(roundAt(world.clock.now())).closesAt);
  await world.run();
  await world.moveTo(timesOf(roundAt(world.clock.now())).resultAt);
  await world.run();
  const other = await world.openNode();
  await other.run();
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  await other.run();
  const [[, values] = []] = statements.mock.calls as unknown as [text: string, values: readonly unknown[]][];
  statements.mockRestore();
  expect(values).toContain(BigInt(roundAt(world.clock.now()) - 1));
});

const nextRound = async (): Promise<number> => {
  const round = roundAt(world.clock.now()) + 1;
  await world.moveTo(timesOf(round).opensAt);
  await world.run();
  return round;
};

test('a round whose deadline passes while its beacon is read is void, with what it would have been', async () => {
  const round = await nextRound();
  const { fetch } = world.beacon;
  world.beacon.fetch = async (...wanted) => {
    await world.moveTo(timesOf(round).voidAt);
    return await fetch.apply(world.beacon, wanted);
  };
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await world.moveTo(timesOf(round).voidAt - 1);
  await world.run();
  world.beacon.fetch = fetch;
  expect((await findRound(world.tables, round))?.end).toMatchObject({
    isVoid: true,
    result: { hmac: expect.any(String) },
  });
});

test('an order that cannot be paid is told of, and the follows of other members get their next orders', async () => {
  const round = await nextRound();
  const [unpaid, following] = [await world.member(100), await world.member(100)];
  await world.place(unpaid, { round });
  const { follow } = await world.place(following, { round, follow: 3 });
  const fails = ({ postings }: Submission) => postings.some(({ from }) => from === memberAccount(unpaid, 'stakes'));
  async function* without(pages: AsyncIterable<readonly Submission[]>) {
    for await (const page of pages) yield page.filter((one) => !fails(one));
  }
  const ledger = {
    submit: world.ledger.submit,
    submitPages: async (pages: AsyncIterable<readonly Submission[]>) => ({
      ...(await world.ledger.submitPages(without(pages))),
      failed: [{ key: 'payment', reason: new Error('it cannot be paid') }],
    }),
  };
  const runner = createRunner({ ...world, ledger, clock: { now: world.clock.now, wallDelayMs: (ms) => ms } });
  const run = () => runner.run(new AbortController().signal);
  await world.moveTo(timesOf(round).closesAt);
  await run();
  await world.moveTo(timesOf(round).resultAt);
  await expect(run()).rejects.toThrow('rounds could not be paid entirely');
  expect(await findFollow(world.tables, following, follow ?? '')).toMatchObject({ placed: 2 });
  await world.run();
});

test('a round of a day that nobody committed to, because no node ran, is missed and refuses no step', async () => {
  const round = roundAt(world.clock.now()) + 3 * roundsPerDay;
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  expect(await findRound(world.tables, round)).toBeNull();
  const next = await nextRound();
  await world.moveTo(timesOf(next).closesAt);
  await world.run();
  expect(await findRound(world.tables, next)).not.toBeNull();
});

test('an order that is recorded in time and committed after the result was due is closed and returned', async () => {
  const { pool, ledger } = world;
  const round = await nextRound();
  const member = await world.member(100);
  const amount = micro(1);
  await ledger.submit({
    ...{ key: 'test:in-time', inputHash: '0'.repeat(64), kind: 'orderPlaced', reference: 'INTIME' },
    postings: [
      { from: memberAccount(member, 'available'), to: memberAccount(member, 'stakes'), amount },
      { from: roundsAccount, to: reservedAccount, amount },
    ],
  });
  const recording = await pool.connect();
  await recording.query('begin');
  await recording.query('select ledger.lock_accounts(array[$1::bigint])', [roundsAccount]);
  const { rowCount } = await recording.query(
    `insert into round_order (member_id, id, round_id, category, stake, winnings, salt, placed_at)
     select $1, 'INTIME', $2::bigint, 'big', $3, $3, decode(repeat('ab', 32), 'hex'), round_opens_at($2) where takes_orders($2)`,
    [member, round, amount],
  );
  expect(rowCount).toBe(1);
  await world.moveTo(timesOf(round).resultAt);
  const running = world.run();
  await untilLockWait(pool, running).finally(async () => {
    await recording.query('commit');
    recording.release();
  });
  await running;
  await world.moveTo(timesOf(round + 1).closesAt);
  await world.run();
  expect(await findRound(world.tables, round)).toMatchObject({ orders: 1, end: { isVoid: true } });
  expect(await world.balances(member)).toEqual([micro(100), 0n]);
});

// A round lasts 150 ms, so that orders reach it; then 15 ms, and a day four seconds.
test.each([
  [2_000, 10],
  [20_000, 0],
])('at %i times the speed no step is refused, and every order is paid or returned', async (clockSpeed, placedMin) => {
  const { pool, database, clock } = world;
  const members = await Promise.all(Array.from({ length: 5 }, () => world.member(1_000)));
  const startsAt = timesOf(roundAt(clock.now()) + 1).opensAt;
  await setProductTime(database.owner, startsAt, clockSpeed);
  const begun = Date.now();
  const follow = () => world.setNodeClock(startsAt + (Date.now() - begun) * clockSpeed);
  const refusals: string[] = [];
  let placed = 0;
  const isOver = () => Date.now() >= begun + (placed < placedMin ? patienceMs : wallMs);
  const place = async (member: bigint): Promise<void> => {
    while (!isOver()) {
      follow();
      await world.place(member, { amount: micro(1), ...(placed % 5 === 0 && { follow: 3 }) }).then(
        () => placed++,
        (error) => refusals.push(String(error.code)),
      );
    }
  };
  const refused: string[] = [];
  const run = async (): Promise<void> => {
    while (!isOver()) {
      follow();
      await world.run().catch((error: unknown) => refused.push(String(error)));
    }
  };
  await Promise.all([run(), ...members.map(place)]);
  expect(refused).toEqual([]);
  // What a member meets who orders faster than rounds are drawn.
  expect(refusals.filter((code) => code !== 'roundClosed' && code !== 'followsRunning')).toEqual([]);
  expect(placed).toBeGreaterThanOrEqual(placedMin);

  await world.moveTo(timesOf(roundAt(startsAt + (Date.now() - begun + 1_000) * clockSpeed)).opensAt);
  for (let round = 0; round < 8; round++) {
    await world.moveTo(timesOf(roundAt(clock.now()) + 1).resultAt);
    await world.run();
  }
  const { rows } = await pool.query('select count(*) from round_order where income is null');
  expect(rows).toEqual([{ count: 0n }]);
  expect(await faultsIn(pool)).toEqual([]);
});
