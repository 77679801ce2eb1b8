import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { closingDigest } from './closing.ts';
import { installedOn, isFixtureSigned, ordersOf, transcriptOf } from './transcript.fixture.ts';
import type { CategoryPayment, RoundTranscript } from './transcript.ts';
import { verifyRound } from './verify-round.ts';

const round = (installedOn + 1) * roundsPerDay + 3;
const genuine = transcriptOf(round, { orders: ordersOf(round, 40) });
const [winner] = genuine.result?.winners ?? [];
if (winner === undefined) throw new Error('no category has won');

const fieldsOf = (transcript: RoundTranscript) =>
  verifyRound(transcript, isFixtureSigned).differences.map(({ field }) => field);
const paying = (payment: CategoryPayment): RoundTranscript => {
  return { ...genuine, payments: { ...genuine.payments, [winner]: payment } };
};

test('a closing whose numbers and stakes are not those of its orders is found, though its digest fits', () => {
  const { orders } = genuine.closing;
  const { count, stake } = orders.big;
  for (const [field, changed] of [
    ['count', { count: count + 1, stake }],
    ['stake', { count, stake: usdt(stake + 1n) }],
  ] as const) {
    const closing = { ...genuine.closing, orders: { ...orders, big: changed } };
    expect(fieldsOf({ ...genuine, closing, digest: closingDigest(closing) })).toEqual([`closing.orders.big.${field}`]);
  }
});

test('with the list of orders a payment is exact, to the unit', () => {
  const { paid, charity } = genuine.payments[winner];
  for (const by of [1n, -1n]) {
    expect(fieldsOf(paying({ paid: usdt(paid + by), charity }))).toEqual([`payments.${winner}.paid`]);
    expect(fieldsOf(paying({ paid, charity: usdt(charity + by) }))).toEqual([`payments.${winner}.charity`]);
  }
});

test('without the list the charity has its part of what was won, but for a unit for each order', () => {
  const { paid, charity } = genuine.payments[winner];
  const moved = BigInt(genuine.closing.orders[winner].count) * 2n;
  for (const by of [moved, -moved]) {
    const forged = paying({ paid: usdt(paid - by), charity: usdt(charity + by) });
    expect(fieldsOf({ ...forged, orders: null })).toContain(`payments.${winner}.charity`);
  }
  expect(fieldsOf({ ...genuine, orders: null })).toEqual([]);
});
