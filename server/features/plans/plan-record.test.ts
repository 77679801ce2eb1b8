import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { planRecord } from './plan-record.ts';
import type { StoredPlan } from './plan-store.ts';

test('a settled plan is a success where it earned something, and neither without a gain nor with a loss', async () => {
  const terms = { rounds: 12, strategy: 'trend-1', leverage: 3 };
  const plan = { id: '8QK2', amount: usdt(5_000_000n), placedAt: 0, level: 1, group: { terms, coin: 'ETH' } };
  const market = { closed: async () => [], closedBetween: async () => [] };
  const statusOf = async (income: bigint) => {
    const settled = { ...plan, income: usdt(income), outcome: { end: 'rounds', results: [] } };
    return (await planRecord(settled as unknown as StoredPlan, market as never)).status;
  };
  expect([await statusOf(1n), await statusOf(0n), await statusOf(-1n)]).toEqual(['success', 'failure', 'failure']);
});
