import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import type { Order } from '#contract/round-records.ts';
import type { OrderProof } from '#contract/transcripts.ts';
import { orderNode, orderTree } from '#core/fairness/orders.ts';
import { installedOn, ordersOf, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { levelsOf, pathOf } from '#core/proofs/merkle-tree.ts';
import { payoutOf } from '#core/rounds/payout.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { checkOrder } from './check-order.ts';
import type { KeptDigest, KeptOrder } from './kept-rounds.ts';
import { orderStepOf } from './order-steps.ts';

const round = (installedOn + 1) * roundsPerDay + 5;
const orders = ordersOf(round, 9);

/** The server’s proof of the fifth order of a round with these orders. */
function proofIn(listed: typeof orders): OrderProof {
  const { closing, digest } = transcriptOf(round, { orders: listed });
  const leaves = listed.map((order) => orderNode(round, order));
  const { position, siblings } = pathOf(orderTree, levelsOf(orderTree, leaves), 4);
  return {
    order: listed[4] as (typeof orders)[number],
    path: { position, siblings: siblings.map(bytesToHex) },
    closing,
    digest,
  };
}

const genuine = proofIn(orders);
const { category, stake, salt } = genuine.order;
const keptOrder: KeptOrder = { id: 'BET1', round, category, amount: stake, salt };
const keptDigest: KeptDigest = { round, digest: genuine.digest, at: timesOf(round).closesAt };
const shownAs = ({ order }: OrderProof): Order => ({
  ...{ id: 'BET1', round, category: order.category, amount: order.stake, salt: order.salt },
  ...{ state: 'lost', income: noUsdt, charity: noUsdt, placedAt: 0, follow: null },
});
const fieldsOf = (proof: OrderProof, kept: Parameters<typeof checkOrder>[3], shown = shownAs(proof)) =>
  checkOrder(proof, shown, null, kept).differences.map(({ field }) => field);

test('a bet that the phone kept is proved by its path to the root of the closing that the phone kept', () => {
  expect(checkOrder(genuine, shownAs(genuine), null, { order: keptOrder, digest: keptDigest })).toEqual({
    differences: [],
    steps: ['keptOrder', 'path', 'keptDigest'],
    open: [],
  });
});

test('without what the phone kept the same proof says what it was not held against', () => {
  expect(checkOrder(genuine, shownAs(genuine), null, { order: null, digest: null })).toEqual({
    differences: [],
    steps: ['path'],
    open: ['keptOrder', 'keptDigest'],
  });
  const late = { ...keptDigest, at: timesOf(round).resultAt };
  expect(checkOrder(genuine, shownAs(genuine), null, { order: keptOrder, digest: late }).open).toEqual(['keptLate']);
});

test('a server that exchanges the bet everywhere, in its lists, its tree and its closing, is contradicted by what the phone kept', () => {
  const changes = [{ category: 'red' as const }, { stake: usdt(1n) }, { salt: '0'.repeat(64) }];
  for (const change of changes) {
    const forged = proofIn(orders.with(4, { ...genuine.order, ...change }));
    expect(fieldsOf(forged, { order: null, digest: null })).toEqual([]);
    const [name = ''] = Object.keys(change);
    expect(fieldsOf(forged, { order: keptOrder, digest: null })).toEqual([`kept.order.${name}`]);
    expect(fieldsOf(forged, { order: null, digest: keptDigest })).toEqual(['kept.digest']);
  }
});

test('a proof of another bet, or with another path or digest, is found', () => {
  const kept = { order: null, digest: null };
  const other = { ...shownAs(genuine), salt: '1'.repeat(64) };
  expect(fieldsOf(genuine, kept, other)).toEqual(['order.salt']);
  const [first, ...rest] = genuine.path.siblings;
  const path = { ...genuine.path, siblings: ['0'.repeat(64), ...rest] };
  expect(first).toBeDefined();
  expect(fieldsOf({ ...genuine, path }, kept)).toEqual(['path']);
  expect(fieldsOf({ ...genuine, digest: '0'.repeat(64) }, kept)).toEqual(['digest']);
  expect(['kept.order.salt', 'order.salt', 'path', 'kept.digest'].map(orderStepOf)).toEqual([
    'keptOrder',
    'path',
    'path',
    'keptDigest',
  ]);
});

test('what a bet is said to have brought is what the rules make of how its round ended', () => {
  const incomes = (income: bigint) => {
    const shown = { ...shownAs(genuine), income: usdt(income) };
    return ([[9, 9, 9], [0, 1, 1], 'void'] as const).map((outcome) =>
      checkOrder(genuine, shown, outcome, { order: null, digest: null }).differences.map(({ field }) => field),
    );
  };
  // The fifth order is on extremeBig.
  const won = payoutOf(category, stake).paid - stake;
  expect(incomes(won)).toEqual([[], ['order.income'], ['order.income']]);
  expect(incomes(-stake)).toEqual([['order.income'], [], ['order.income']]);
  expect(incomes(0n)).toEqual([['order.income'], ['order.income'], []]);
});

test('a bet that is still pending although its round is paid is found', () => {
  const pending: Order = { ...shownAs(genuine), state: 'pending' };
  const kept = { order: null, digest: null };
  expect(checkOrder(genuine, pending, null, kept).differences).toEqual([]);
  for (const [outcome, computed] of [
    [[9, 9, 9], 'won'],
    [[0, 1, 1], 'lost'],
    ['void', 'void'],
  ] as const) {
    const difference = { field: 'order.state', claimed: 'pending', computed };
    expect(checkOrder(genuine, pending, outcome, kept).differences).toEqual([difference]);
  }
});

test('a leaf that was given to another bet of this phone as well proves neither of them', () => {
  const kept = { order: keptOrder, digest: keptDigest, sameSalt: ['BET2'] };
  expect(checkOrder(genuine, shownAs(genuine), null, kept).differences).toEqual([
    { field: 'kept.order.salt', claimed: `BET1: ${salt}`, computed: `BET2: ${salt}` },
  ]);
  // Also of a bet that this phone did not keep: the step in which that is shown is one of those that are listed.
  const { differences, steps, open } = checkOrder(genuine, shownAs(genuine), null, { ...kept, order: null });
  expect(differences.map(({ field }) => field)).toEqual(['kept.order.salt']);
  expect([steps, open]).toEqual([['keptOrder', 'path', 'keptDigest'], ['keptOrder']]);
});
