import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { getPayoutTimes } from './get-payout-times.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { listWithdrawals } from './list-withdrawals.ts';
import { advanceWithdrawals } from './poll-withdrawals.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { findWithdrawal } from './withdrawal-store.ts';
import {
  callOf,
  loginPassword,
  micro,
  minuteMs,
  openWorld,
  password,
  someAddress,
  type World,
} from './withdrawal-world.fixture.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => {
  world.rail.answer = 'paid';
});
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
});
afterAll(() => world.close());

const stateOf = async (memberId: bigint, id: string) => (await findWithdrawal(world.tables, memberId, id))?.state;

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
  expect(await stateOf(member, id)).toBe('inReview');
  world.clock.advance(1);
  await world.look();
  expect(await stateOf(member, id)).toBe('sent');
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
  expect(await world.balances(member)).toEqual({ available: 100, withdrawing: 0 });
  world.clock.advance(60 * minuteMs);
  await world.look();
  expect(await stateOf(member, id)).toBe('cancelled');
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

test('every reason to refuse is one of the closed list, in words of its own, and changes nothing', async () => {
  const cases = [
    [await world.member(100), { amount: micro(100.000001) }, 'insufficientFunds'],
    [await world.member(100), { password: 'wrong123' }, 'withdrawalPasswordWrong'],
    [await world.member(100, { hasPassword: false }), {}, 'withdrawalPasswordUnset'],
    [await world.member(100, { card: null }), {}, 'cardUnset'],
    [await world.member(100), { method: 'address' }, 'addressMissing'],
    [await world.member(100), { method: 'address', address: someAddress.toLowerCase() }, 'addressInvalid'],
    [await world.member(100), { method: 'address', address: someAddress.replace('B', 'b') }, 'addressInvalid'],
    [await world.member(100, { realName: 'Ann Li' }), {}, 'nameMismatch'],
    [await world.member(100, { frozen: true }), {}, 'accountFrozen'],
    [await world.member(100), { method: 'address', address: someAddress }, 'loginPasswordNeeded'],
    [await world.member(100), { method: 'address', address: someAddress, login: 'wrong123' }, 'oldPasswordWrong'],
  ] as const;
  for (const [member, change, code] of cases) {
    await expect(world.request(member, 50, change), code).rejects.toMatchObject({ code });
    expect(await listWithdrawals(world.tables, member, null)).toEqual([]);
    expect(await world.balances(member)).toEqual({ available: 100, withdrawing: 0 });
  }
});

test('a new address takes the login password and tells its owner; a known one and the card take the withdrawal password alone', async () => {
  const member = await world.member(100);
  const stranger = await world.member(100);
  const to = { method: 'address', address: someAddress } as const;
  const login = { login: loginPassword };
  await expect(world.request(member, 10, { ...to, password: 'wrong123' })).rejects.toMatchObject({
    code: 'withdrawalPasswordWrong',
  });
  await expect(world.request(member, 10, to)).rejects.toMatchObject({ code: 'loginPasswordNeeded' });
  const first = await world.request(member, 10, { ...to, ...login }, 'new-address-0001');
  // The same request again is the same withdrawal, with nothing to authenticate.
  expect(await world.request(member, 10, to, 'new-address-0001')).toEqual(first);
  expect(await world.request(member, 10, to)).toMatchObject({ destination: someAddress });
  expect(await world.request(member, 10)).toMatchObject({ destination: '**** **** **** 4242' });
  const { rows } = await world.database.pool.query('select act, detail from security_act where member_id = $1', [
    member,
  ]);
  expect(rows).toEqual([{ act: 'payoutAddressAdded', detail: someAddress }]);
  expect(world.announced.filter(([owner]) => owner === member)).toEqual([[member, 'payoutAddressAdded']]);
  // Another member's address is as new as any.
  await expect(world.request(stranger, 10, to)).rejects.toMatchObject({ code: 'loginPasswordNeeded' });
});

test('two withdrawals to a new address at the same moment both take the login password', async () => {
  const member = await world.member(100);
  const to = { method: 'address', address: someAddress } as const;
  const tried = await Promise.allSettled([
    world.request(member, 10, { ...to, login: loginPassword }),
    world.request(member, 10, to),
    world.request(member, 10, { ...to, login: 'wrong123' }),
  ]);
  expect(tried.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('a name that differs in case and accents only is the same person’s, and no card is needed for an address', async () => {
  const named = await world.member(100, { realName: 'ÁNN  LEE' });
  expect(await world.request(named, 10)).toMatchObject({ state: 'requested' });
  const cardless = await world.member(100, { card: null, realName: 'Somebody Else' });
  expect(
    await world.request(cardless, 10, { method: 'address', address: someAddress, login: loginPassword }),
  ).toMatchObject({
    state: 'requested',
    destination: someAddress,
  });
});

test('before activation one withdrawal is in review at a time, whichever of two nodes is asked; after it several', async () => {
  const member = await world.member(1_000, { places: 'one' });
  const other = world.openNode();
  const ask = (node: typeof other) =>
    requestWithdrawal(node, { method: 'bank', amount: micro(10), password }, callOf(member)).then(
      () => 'taken',
      (error: { code?: string }) => error.code,
    );
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index % 2 ? world : other)));
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['taken', 'withdrawalInReview']));
  const [first] = await listWithdrawals(world.tables, member, null);
  await world.cancel(member, first?.id ?? '');
  expect(await ask(world)).toBe('taken');
  const state = world.members.get(member);
  if (state) state.places = 'several';
  expect(await ask(world)).toBe('taken');
  expect(await ask(other)).toBe('taken');
});

test('concurrent withdrawals on two nodes never take more than there is', async () => {
  const member = await world.member(100);
  const other = world.openNode();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      requestWithdrawal(index % 2 ? world : other, { method: 'bank', amount: micro(7), password }, callOf(member)).then(
        () => 'taken',
        (error: { code?: string }) => error.code,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(14);
  expect(new Set(answers)).toEqual(new Set(['taken', 'insufficientFunds']));
  expect(await world.balances(member)).toEqual({ available: 2, withdrawing: 98 });
});

test('a repeated request is one hold and one response, also once it would be refused; a different one under its key is refused', async () => {
  const member = await world.member(100, { places: 'one' });
  const key = 'one-request-1';
  const answers = await Promise.all(Array.from({ length: 6 }, () => world.request(member, 100, {}, key)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await world.request(member, 100, {}, key)).id).toBe(answers[0]?.id);
  await expect(world.request(member, 99, {}, key)).rejects.toMatchObject({ code: 'idempotencyKeyReused' });
  expect(await world.balances(member)).toEqual({ available: 0, withdrawing: 100 });
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
    const state = await stateOf(member, reference);
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
  expect(await stateOf(member, id)).toBe('inReview');
  expect((await world.cancel(member, second.id)).state).toBe('cancelled');
  state.frozen = false;
  await world.look();
  expect(await stateOf(member, id)).toBe('done');
});

test('another member’s withdrawal is as unknown as one that never was', async () => {
  const [owner, stranger] = [await world.member(100), await world.member(100)];
  const { id } = await world.request(owner, 10);
  for (const unknown of [id, '0000000000000000']) {
    await expect(getWithdrawal(world.tables, stranger, unknown)).rejects.toMatchObject({ code: 'withdrawalUnknown' });
    await expect(world.cancel(stranger, unknown)).rejects.toMatchObject({ code: 'withdrawalUnknown' });
    await expect(listWithdrawals(world.tables, stranger, unknown)).rejects.toMatchObject({ code: 'withdrawalUnknown' });
  }
  expect(await stateOf(owner, id)).toBe('requested');
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
    card: { masked: '**** **** **** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', nameMatches: false },
    realName: 'Bob',
    blockers: ['nameMismatch', 'insufficientFunds', 'inReview'],
  });
  const fresh = await world.member(100);
  expect(await quoteWithdrawal(world, fresh, { method: 'address' })).toMatchObject({ quote: null, blockers: [] });
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
    world.clock.advance(minutes * minuteMs);
    await world.look();
  }
  const times = await getPayoutTimes(world.tables, world.clock);
  expect(times).toMatchObject({ count: 3, medianSeconds: 720 });
  expect(times.percentile95Seconds).toBeCloseTo(1_692, 6);
});

test('every field of a request counts: the same key with another address, comment or method is another request', async () => {
  const member = await world.member(1_000);
  const request = { method: 'address', address: someAddress, comment: 'rent', login: loginPassword } as const;
  const { id } = await world.request(member, 10, request, 'one-request-1');
  expect((await world.request(member, 10, request, 'one-request-1')).id).toBe(id);
  const otherAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  for (const change of [{ address: otherAddress }, { comment: 'food' }, { method: 'bank' }] as const) {
    await expect(
      world.request(member, 10, { ...request, ...change }, 'one-request-1'),
      JSON.stringify(change),
    ).rejects.toMatchObject({ code: 'idempotencyKeyReused' });
  }
});
