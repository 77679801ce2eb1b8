import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { detail } from './plan-proof.fixture.ts';
import { receiptDifferences, type SentPlan } from './sent-plan.ts';

const { plan, terms } = detail;
const sent: SentPlan = { coin: plan.coin, amount: plan.amount, level: plan.level, terms };
const fieldsOf = (...given: Parameters<typeof receiptDifferences>) =>
  receiptDifferences(...given).map(({ field }) => field);

test('a receipt of what was sent has no difference, before and after its terms are loaded', () => {
  expect(receiptDifferences(sent, plan, null)).toEqual([]);
  expect(receiptDifferences(sent, plan, detail)).toEqual([]);
});

test('another coin, amount, leverage or level than was sent is found at once, other terms once they are loaded', () => {
  expect(fieldsOf(sent, { ...plan, coin: 'BTC' }, null)).toEqual(['coin']);
  expect(receiptDifferences(sent, { ...plan, amount: usdt(plan.amount + 1n) }, null)).toEqual([
    { between: 'receipt', field: 'amount', claimed: '200.000000', found: '200.000001' },
  ]);
  expect(fieldsOf(sent, { ...plan, leverage: 6 }, null)).toEqual(['terms.leverage']);
  expect(fieldsOf(sent, { ...plan, level: 3 }, null)).toEqual(['level']);
  const other = { ...detail, terms: { ...terms, feeRate: 0.0005, maximumLoss: 0.9 } };
  expect(fieldsOf(sent, plan, other)).toEqual(['terms.maximumLoss', 'terms.feeRate']);
});

test('a receipt that says otherwise than the answer to the placing is found as well', () => {
  const changed = { ...detail, plan: { ...plan, coin: 'BTC', amount: usdt(1n), level: 2 } };
  expect(fieldsOf(sent, plan, changed)).toEqual(['coin', 'amount', 'level']);
  expect(fieldsOf(sent, { ...plan, level: 3 }, detail)).toEqual(['level']);
});
