import { expect, test } from 'vitest';
import type { Deposit } from '#contract/deposits.ts';
import { usdt } from '#core/money/amount.ts';
import { isFinal, withDeposit } from './deposit-progress.ts';

const seen: Deposit = {
  id: 'D1',
  channel: 'sandbox',
  amount: usdt(100_000_000n),
  announced: usdt(100_000_000n),
  state: 'seen',
  reason: null,
  confirmations: 2,
  confirmationsNeeded: 3,
  address: '0xabc',
  transaction: null,
  image: null,
  requestedAt: 0,
  confirmedAt: null,
  reviewedAt: null,
};

test('an event updates its deposit', () => {
  expect(withDeposit(seen, { id: 'D1', state: 'confirmed', confirmations: 3 })).toMatchObject({
    state: 'confirmed',
    confirmations: 3,
  });
});

test('an event of another deposit, or one that comes late, changes nothing', () => {
  expect(withDeposit(seen, { id: 'D2', state: 'confirmed', confirmations: 3 })).toBe(seen);
  expect(withDeposit(seen, { id: 'D1', state: 'seen', confirmations: 1 })).toBe(seen);
  const credited: Deposit = { ...seen, state: 'confirmed', confirmations: 3 };
  expect(withDeposit(credited, { id: 'D1', state: 'seen', confirmations: 3 })).toBe(credited);
});

test('a credited and a rejected deposit are final', () => {
  expect([isFinal(seen), isFinal({ state: 'requested' })]).toEqual([false, false]);
  expect([isFinal({ state: 'confirmed' }), isFinal({ state: 'rejected' })]).toEqual([true, true]);
});
