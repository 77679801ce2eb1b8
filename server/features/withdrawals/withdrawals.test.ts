import { expect, test } from 'vitest';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { LedgerOutcomeUnknown } from '#server/ledger/failures.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { getPayoutTimes } from './get-payout-times.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { listWithdrawals } from './list-withdrawals.ts';
import type { PayoutOrder } from './payout-rail.ts';
import { advanceWithdrawals } from './poll-withdrawals.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { loginPassword, micro, minuteMs, openWorldForFile, someAddress } from './withdrawal-world.fixture.ts';

const world = await openWorldForFile();

test('a withdrawal is held, reviewed for ten minutes, sent and done, and the member receives all of it', async () => {
  const member = await world.member(2_500);
  const houseBefore = await world.ledger.houseBalances();
  world.rail.answer = 'sent';
  const { id, ...asked } = await world.request(member, 2_000, { comment: ' rent ' });
  expect(asked).toMatchObject({
    state: 'requested',
    amount: micro(2_000),
    fee: micro(2),
    actualReceipt: micro(2_000),
    destination: '**** **** **** 4242',
    comment: 'rent',
    cancellable: true,
  });
  expect(await world.balances(member)).toEqual({ available: 500, withdrawing: 2_000 });
  await world.look();
  world.clock.advance(10 * minuteMs - 1);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('inReview');
  world.clock.advance(1);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('sent');
  expect(await world.balances(member)).toEqual({ available: 500, withdrawing: 2_000 });
  world.rail.answer = 'paid';
  world.clock.advance(minuteMs);
  await world.look();
  expect(await getWithdrawal(world.tables, member, id)).toMatchObject({
    state: 'done',
    cancellable: false,
    reason: null,
  });
  expect(await world.balances(member)).toEqual({ available: 500, withdrawing: 0 });
  const houseAfter = await world.ledger.houseBalances();
  const change = (name: 'rail' | 'fees' | 'sponsor') => (houseAfter.get(name) ?? 0n) - (houseBefore.get(name) ?? 0n);
  // The house bore the fee: from the sponsor account through the fees account.
  expect([change('rail'), change('sponsor'), change('fees')]).toEqual([micro(2_002), -micro(2), 0n]);
  expect(world.published.filter((one) => one.id === id).map(({ state }) => state)).toEqual([
    'inReview',
    'sent',
    'done',
  ]);
});

test('a withdrawal in review is cancelled once, and its hold is available again', async () => {
  const member = await world.member(100);
  const { id } = await world.request(member, 60);
  await world.look();
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.cancel(member, id)));
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['cancelled']));
  // The commit was seen and is not on the standby, which is the primary now.
  const withoutReceipts = { ...world, ledger: { ...world.ledger, receiptOf: async () => null } };
  await expect(cancelWithdrawal(withoutReceipts, member, id)).rejects.toBeInstanceOf(LedgerOutcomeUnknown);
  expect(await world.balances(member)).toEqual({ available: 100, withdrawing: 0 });
  world.clock.advance(60 * minuteMs);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('cancelled');
});

test('one that was sent cannot be cancelled, and one that the rail fails comes back with its reason', async () => {
  const member = await world.member(100);
  world.rail.answer = 'sent';
  const { id } = await world.request(member, 60, { method: 'address', address: someAddress, login: loginPassword });
  world.clock.advance(10 * minuteMs);
  await world.look();
  await expect(world.cancel(member, id)).rejects.toMatchObject({ code: 'withdrawalNotCancellable' });
  world.rail.answer = 'failed';
  await world.look();
  expect(await getWithdrawal(world.tables, member, id)).toMatchObject({ state: 'refused', reason: 'noDestination' });
  expect(await world.balances(member)).toEqual({ available: 100, withdrawing: 0 });
  await expect(world.cancel(member, id)).rejects.toMatchObject({ code: 'withdrawalNotCancellable' });
});

test('nodes that poll while members cancel end each withdrawal once, by one of the two', async () => {
  const [one, other] = [world.openNode(), world.openNode()];
  const asked: [bigint, string][] = [];
  for (let count = 0; count < 20; count += 1) {
    const member = await world.member(50);
    asked.push([member, (await world.request(member, 50)).id]);
  }
  world.clock.advance(10 * minuteMs);
  await Promise.all([
    ...asked.map(([member, id]) => cancelWithdrawal(world, member, id).catch(() => undefined)),
    ...Array.from({ length: 6 }, (_, index) => advanceWithdrawals(index % 2 ? one : other)),
  ]);
  await world.look();
  const { rows } = await world.database.pool.query<{ reference: string; kinds: string[] }>(
    `select reference, array_agg(kind order by id) as kinds from ledger.transfers where reference = any($1) group by 1`,
    [asked.map(([, id]) => id)],
  );
  expect(rows).toHaveLength(20);
  for (const { reference, kinds } of rows) {
    const [member] = asked.find(([, id]) => id === reference) ?? [0n];
    const state = await world.stateOf(member, reference);
    expect([state, kinds]).toEqual(
      state === 'done'
        ? ['done', ['withdrawalHeld', 'withdrawalPaid']]
        : ['cancelled', ['withdrawalHeld', 'withdrawalReturned']],
    );
  }
});

test('a frozen account’s withdrawal stays in review until its owner lifts the freeze, and can be taken back', async () => {
  const member = await world.member(100);
  const { id } = await world.request(member, 30);
  const second = await world.request(member, 20);
  const state = world.members.get(member);
  if (!state) throw new Error('no member');
  state.frozen = true;
  world.clock.advance(60 * minuteMs);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('inReview');
  expect((await world.cancel(member, second.id)).state).toBe('cancelled');
  state.frozen = false;
  await world.look();
  expect(await world.stateOf(member, id)).toBe('done');
});

test('one withdrawal that cannot be advanced stops no other, is logged, and goes on with the next look', async () => {
  const members = await Promise.all([1, 2, 3].map(() => world.member(100)));
  const ids = await Promise.all(members.map(async (member) => (await world.request(member, 30)).id));
  world.clock.advance(60 * minuteMs);
  const broken = new Error('the rail is broken');
  const { payOut } = world.rail;
  const orders: PayoutOrder[] = [];
  world.rail.payOut = async (order) => {
    if (order.id === ids[1] && orders.push(order) === 1) throw broken;
    return await payOut.call(world.rail, order);
  };
  const states = () => Promise.all(members.map((member, place) => world.stateOf(member, ids[place] ?? '')));
  try {
    expect(await world.look()).toBe(3);
    expect(await states()).toEqual(['done', 'sent', 'done']);
    expect(world.failures.splice(0)).toEqual([{ err: broken, withdrawal: ids[1] }]);
    // That it was sent can no longer be taken back, which its member has to see.
    expect(await world.notPublishedOnce()).toEqual([]);
    world.clock.advance(minuteMs);
    expect(await world.look()).toBe(1);
  } finally {
    world.rail.payOut = payOut;
  }
  expect(await states()).toEqual(['done', 'done', 'done']);
  // The same order, as old as it is: the rail pays it once.
  expect(orders[1]).toEqual({ ...orders[0], sentAt: world.clock.now() - minuteMs });
});

test('another member’s withdrawal is as unknown as one that never was', async () => {
  const [owner, stranger] = [await world.member(100), await world.member(100)];
  const { id } = await world.request(owner, 10);
  for (const unknown of [id, '0000000000000000']) {
    await expect(getWithdrawal(world.tables, stranger, unknown)).rejects.toMatchObject({ code: 'withdrawalUnknown' });
    await expect(world.cancel(stranger, unknown)).rejects.toMatchObject({ code: 'withdrawalUnknown' });
    await expect(listWithdrawals(world.tables, stranger, unknown)).rejects.toMatchObject({ code: 'withdrawalUnknown' });
  }
  expect(await world.stateOf(owner, id)).toBe('requested');
});

test('the list pages from the newest on', async () => {
  const member = await world.member(100);
  const ids: string[] = [];
  for (let count = 0; count < 23; count += 1) {
    ids.unshift((await world.request(member, 1)).id);
    world.clock.advance(1);
  }
  const first = await listWithdrawals(world.tables, member, null);
  const rest = await listWithdrawals(world.tables, member, first.at(-1)?.id ?? '');
  expect([...first, ...rest].map(({ id }) => id)).toEqual(ids);
  expect(first).toHaveLength(20);
});

test('the quote returns the fee, the receipt, the card’s name and all blockers', async () => {
  const member = await world.member(100, { realName: 'Bob', places: 'one' });
  await world.request(member, 10, { method: 'address', address: someAddress, login: loginPassword });
  expect(await quoteWithdrawal(world, member, { method: 'bank', amount: micro(20_000) })).toEqual({
    method: 'bank',
    available: micro(90),
    quote: { amount: micro(20_000), fee: micro(20), actualReceipt: micro(20_000), approvalsNeeded: 2 },
    approvalAbove: micro(10_000),
    reviewSeconds: 600,
    card: { id: 'C1', masked: '**** **** **** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', nameMatches: false },
    realName: 'Bob',
    blockers: ['nameMismatch', 'insufficientFunds', 'inReview'],
  });
  // Without an amount nothing is too much, not even of nothing.
  expect((await quoteWithdrawal(world, await world.member(0), { method: 'bank' })).blockers).toEqual([]);
  const fresh = await world.member(100);
  expect(await quoteWithdrawal(world, fresh, { method: 'address' })).toMatchObject({ quote: null, blockers: [] });
  // Only a withdrawal to a card needs one.
  const cardless = { ...world, identity: { ...world.identity, cardOf: async () => null } };
  const withoutCard = async (method: 'bank' | 'address') =>
    (await quoteWithdrawal(cardless, fresh, { method })).blockers;
  expect([await withoutCard('bank'), await withoutCard('address')]).toEqual([['cardUnset'], []]);
  // Who may have several in review is not stopped by one.
  await world.request(fresh, 10);
  expect((await quoteWithdrawal(world, fresh, { method: 'bank' })).blockers).toEqual([]);
  const blockersOf = async (amount: Usdt) =>
    (await quoteWithdrawal(world, fresh, { method: 'address', amount })).blockers;
  expect(await blockersOf(micro(90))).toEqual([]);
  expect(await blockersOf(usdt(micro(90) + 1n))).toEqual(['insufficientFunds']);
  const frozen = await world.member(100, { frozen: true });
  expect((await quoteWithdrawal(world, frozen, { method: 'bank', amount: micro(10) })).blockers).toEqual([
    'accountFrozen',
  ]);
  expect((await quoteWithdrawal(world, frozen, { method: 'bank' })).blockers).toEqual(['accountFrozen']);
});

test('each look goes on with every open withdrawal, more than are read at a time', async () => {
  const members = await Promise.all(Array.from({ length: 201 }, () => world.member(1)));
  const asked = await Promise.all(members.map((member) => world.request(member, 1)));
  await world.look();
  const states = await Promise.all(asked.map(({ id }, index) => world.stateOf(members[index] ?? 0n, id)));
  expect(new Set(states)).toEqual(new Set(['inReview']));
});

test('the time to payout is measured from the records: median and 95 %', async () => {
  world.clock.advance(40 * 24 * 60 * minuteMs);
  await world.look();
  world.clock.advance(40 * 24 * 60 * minuteMs);
  expect(await getPayoutTimes(world.tables, world.clock)).toEqual({
    count: 0,
    medianSeconds: null,
    percentile95Seconds: null,
  });
  const member = await world.member(100);
  for (const minutes of [11, 12, 30]) {
    await world.request(member, 1);
    // Sent is not paid yet.
    world.rail.answer = 'sent';
    world.clock.advance(10 * minuteMs);
    await world.look();
    world.rail.answer = 'paid';
    world.clock.advance((minutes - 10) * minuteMs);
    await world.look();
  }
  // What is not paid was no payout.
  await world.cancel(member, (await world.request(member, 1)).id);
  const times = await getPayoutTimes(world.tables, world.clock);
  expect(times).toMatchObject({ count: 3, medianSeconds: 720 });
  expect(times.percentile95Seconds).toBeCloseTo(1_692, 6);
  // A payout counts by when it was made, however long before it was asked for.
  world.clock.advance(30 * 24 * 60 * minuteMs - 20 * minuteMs);
  expect(await getPayoutTimes(world.tables, world.clock)).toMatchObject({ count: 1, medianSeconds: 1_800 });
});
