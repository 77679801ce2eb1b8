import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Category, wins } from '#core/rounds/categories.ts';
import { payoutOf, winningsOf } from '#core/rounds/payout.ts';
import { roundAt } from '#core/rounds/schedule.ts';
import { AttachedRowsRefused, LedgerOutcomeUnknown } from '#server/ledger/failures.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { cancelFollow } from './cancel-follow.ts';
import { findFollow, findOrder } from './order-store.ts';
import { payRound } from './pay-round.ts';
import { micro } from './round-node.fixture.ts';
import { findRound, resultWith } from './round-store.ts';
import { followEndOf, paymentOf } from './round-transfers.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';

let world: RoundsWorld;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const finish = () => world.finish();

const digitsOf = async (round: number) => (await findRound(world.tables, round))?.end?.result?.digits;

/** A category that wins the running round: the seed is known here, as it is to an operator. */
async function winnerOf(round: number): Promise<{ readonly wins: Category; readonly loses: Category }> {
  const beacon = await world.beacon.fetch(round, world.beacon.plan(round), new AbortController().signal);
  if (!beacon) throw new Error('no beacon');
  const { digits } = resultWith(world.seeds.ofRound(round), round, beacon);
  const sum = digits[0] + digits[1] + digits[2];
  return sum >= 14 ? { wins: 'big', loses: 'small' } : { wins: 'small', loses: 'big' };
}

test('a follow reserves all its rounds, places one order a round, and returns the rest at a win', async () => {
  const member = await world.member(1_000);
  const round = roundAt(world.clock.now());
  const { loses } = await winnerOf(round);
  const order = await world.place(member, { category: loses, amount: micro(10), follow: 20, stoponwin: true });
  expect(await world.balances(member)).toEqual([micro(800), micro(200)]);
  let played = 0;
  for (let follow = await findFollow(world.tables, member, order.follow ?? ''); follow?.end === null; ) {
    await finish();
    played++;
    follow = await findFollow(world.tables, member, order.follow ?? '');
    expect(follow?.done).toBe(played);
    expect(follow?.placed).toBe(follow?.end === null ? played + 1 : played);
    expect(await faultsIn(world.pool)).toEqual([]);
  }
  const follow = await findFollow(world.tables, member, order.follow ?? '');
  expect(follow?.end).toBe('won');
  expect(played).toBeGreaterThan(1);
  const digits = await digitsOf(round + played - 1);
  expect(digits && wins(loses, digits)).toBe(true);
  expect(await world.balances(member)).toEqual([micro(1_000) + (follow?.income ?? 0n), 0n]);
});

test('a follow ends before a round whose loss would take it over the loss limit', async () => {
  const member = await world.member(1_000);
  const { id, follow } = await world.place(member, {
    category: 'triple',
    amount: micro(10),
    follow: 6,
    losslimit: micro(20),
  });
  await finish();
  await finish();
  const stored = await findFollow(world.tables, member, follow ?? '');
  // A triple wins one round of a hundred; the seeds are random, so either end is possible.
  if ((await findOrder(world.tables, member, id))?.income === -micro(10) && stored?.income === -micro(20)) {
    expect(stored).toMatchObject({ end: 'lossLimit', placed: 2, done: 2 });
    expect(await world.balances(member)).toEqual([micro(980), 0n]);
  } else expect(stored?.end).toBeNull();
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('cancelling a follow keeps the order of the running round and returns the rest, once, however often it is asked for', async () => {
  const member = await world.member(1_000);
  const { follow } = await world.place(member, { category: 'odd', amount: micro(10), follow: 5 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancelFollow(world, member, follow ?? '')));
  expect(new Set(answers.map(({ end, reserved }) => `${end} ${reserved}`))).toEqual(new Set(['cancelled 0']));
  // The commit was seen and is not on the standby, which is the primary now.
  const withoutReceipts = { ...world, ledger: { ...world.ledger, receiptOf: async () => null } };
  await expect(cancelFollow(withoutReceipts, member, follow ?? '')).rejects.toBeInstanceOf(LedgerOutcomeUnknown);
  expect(await world.balances(member)).toEqual([micro(990), micro(10)]);
  // One whose last order is placed has nothing to return.
  const { follow: short } = await world.place(member, { category: 'odd', amount: micro(10), follow: 2 });
  await finish();
  expect(await findFollow(world.tables, member, short ?? '')).toMatchObject({ placed: 2, end: null });
  await expect(cancelFollow(world, member, short ?? '')).rejects.toMatchObject({ code: 'followEnded' });
  expect(await findFollow(world.tables, member, follow ?? '')).toMatchObject({ done: 1, placed: 1, end: 'cancelled' });
  expect(await faultsIn(world.pool)).toEqual([]);
  const stranger = await world.member(0);
  await expect(cancelFollow(world, stranger, follow ?? '')).rejects.toMatchObject({ code: 'followUnknown' });
});

test('a follow whose next order is placed while it is being cancelled is cancelled with that order placed', async () => {
  const member = await world.member(1_000);
  const { follow } = await world.place(member, { category: 'odd', amount: micro(10), follow: 5 });
  // Its stakes would pay for what the first attempt returns.
  await world.place(member, { category: 'odd', amount: micro(10), follow: 5 });
  let attempts = 0;
  const submit: typeof world.ledger.submit = async (...given) => {
    attempts += 1;
    if (attempts === 1) await finish();
    return await world.ledger.submit(...given);
  };
  const meanwhile = { ...world, ledger: { ...world.ledger, submit } };
  expect(await cancelFollow(meanwhile, member, follow ?? '')).toMatchObject({ end: 'cancelled', reserved: 0n });
  expect(attempts).toBe(2);
  expect(await findFollow(world.tables, member, follow ?? '')).toMatchObject({ done: 1, placed: 2, end: 'cancelled' });
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('a follow that ends for another reason while it is being cancelled is over, for who cancels it', async () => {
  const member = await world.member(100);
  const { follow: id } = await world.place(member, { category: 'odd', amount: micro(10), follow: 3 });
  const follow = await findFollow(world.tables, member, id ?? '');
  if (!follow) throw new Error('the follow was not recorded');
  const submit: typeof world.ledger.submit = async (...given) => {
    await world.ledger.submit(followEndOf(follow, 'notPermitted'));
    return await world.ledger.submit(...given);
  };
  const meanwhile = cancelFollow({ ...world, ledger: { ...world.ledger, submit } }, member, follow.id);
  await expect(meanwhile).rejects.toMatchObject({ code: 'followEnded' });
  expect(await findFollow(world.tables, member, follow.id)).toMatchObject({ placed: 1, end: 'notPermitted' });
  expect(await world.balances(member)).toEqual([micro(90), micro(10)]);
});

test('a payment that read its follow before it was cancelled gives nothing back a second time', async () => {
  const member = await world.member(1_000);
  const round = roundAt(world.clock.now());
  const { wins: category } = await winnerOf(round);
  const placed = await world.place(member, { category, amount: micro(10), follow: 5, stoponwin: true });
  // Its stakes would pay for what the payment returns of the other one.
  const { follow: later } = await world.place(member, { category, amount: micro(10), follow: 5, stoponwin: true });
  const ended = await world.draw();
  const [order, follow] = [
    await findOrder(world.tables, member, placed.id),
    await findFollow(world.tables, member, placed.follow ?? ''),
  ];
  if (!order || !follow) throw new Error('the order was not recorded');
  await cancelFollow(world, member, follow.id);
  const late = paymentOf(order, follow, (await digitsOf(round)) ?? null);
  await expect(world.ledger.submit(late)).rejects.toBeInstanceOf(AttachedRowsRefused);
  // One that is cancelled while its order is paid is read again, and the round is paid.
  const submitPages: typeof world.ledger.submitPages = async (pages) =>
    await world.ledger.submitPages(
      (async function* () {
        for await (const page of pages) {
          await cancelFollow(world, member, later ?? '');
          yield page;
        }
      })(),
    );
  await payRound({ ...world, ledger: { ...world.ledger, submitPages } }, ended);
  await world.run();
  const income = winningsOf(category, micro(10)) - payoutOf(category, micro(10)).charity;
  expect(await findFollow(world.tables, member, follow.id)).toMatchObject({ done: 1, end: 'cancelled', income });
  expect(await world.balances(member)).toEqual([micro(1_000) + 2n * income, 0n]);
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('every field of a follow counts: the same key with other rounds, another stop or another loss limit is another request', async () => {
  const member = await world.member(100);
  const round = roundAt(world.clock.now());
  // A loss limit of just one stake is taken.
  const first = { round, amount: micro(10), follow: 2, losslimit: micro(10) };
  const { follow } = await world.place(member, first, 'follow');
  for (const change of [{ follow: 3 }, { stoponwin: true as const }, { losslimit: micro(20) }, { amount: micro(9) }]) {
    await expect(world.place(member, { ...first, ...change }, 'follow'), Object.keys(change)[0]).rejects.toMatchObject({
      code: 'idempotencyKeyReused',
    });
  }
  await cancelFollow(world, member, follow ?? '');
  await finish();
});
