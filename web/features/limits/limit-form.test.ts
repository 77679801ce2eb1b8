import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { isTooMuch, readLimit, sharesOf, wouldWait } from './limit-form.ts';

const fifty = usdt(50_000_000n);

test('input is validated by the contract, with its errors for missing and for malformed values', () => {
  expect(readLimit({ period: 'day' }, '50').input).toEqual({ period: 'day', amount: fifty });
  expect(readLimit({ period: 'week' }, '').errors).toEqual({ amount: 'amountMissing' });
  expect(readLimit({ period: 'day' }, '0').errors).toEqual({ amount: 'amountInvalid' });
  expect(readLimit({ period: 'day' }, '1.2345678').errors).toEqual({ amount: 'amountInvalid' });
});

test('a looser limit is announced to take effect later, a tighter or first one is not', () => {
  expect(wouldWait({ period: 'day', amount: fifty }, '50.000001')).toBe(true);
  expect(wouldWait({ period: 'day', amount: fifty }, '50')).toBe(false);
  expect(wouldWait({ period: 'day', amount: null }, '5000')).toBe(false);
  expect(wouldWait({ period: 'day', amount: fifty }, '')).toBe(false);
});

test('the bar is never longer than the limit', () => {
  const count = { since: 0, lost: usdt(40_000_000n), atRisk: usdt(30_000_000n), left: usdt(0n) };
  expect(sharesOf({ amount: fifty, count })).toEqual({ lost: 0.8, atRisk: expect.closeTo(0.2) });
  expect(sharesOf({ amount: usdt(10n), count })).toEqual({ lost: 1, atRisk: 0 });
  expect(sharesOf({ amount: null, count: null })).toEqual({ lost: 0, atRisk: 0 });
});

test('a plan’s maximum loss is compared with every limit that is set, to the last millionth', () => {
  const left = (micro: bigint) => ({ count: { since: 0, lost: usdt(0n), atRisk: usdt(0n), left: usdt(micro) } });
  const limits = [left(5_000_000n), left(3_000_000n), { count: null }];
  expect(isTooMuch(limits, usdt(-3_000_000n))).toBe(false);
  expect(isTooMuch(limits, usdt(-3_000_001n))).toBe(true);
  expect(isTooMuch(limits, null)).toBe(false);
  expect(isTooMuch([{ count: null }], usdt(-9_000_000n))).toBe(false);
});
