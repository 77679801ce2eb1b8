import { expect, test } from 'vitest';
import { financingProducts } from '#core/financing/products.ts';
import { usdt } from '#core/money/amount.ts';
import { barHeights, exampleAmount, quotedAmount, readSubscription } from './subscription-form.ts';

const limits = financingProducts[1] ?? expect.fail('no product');

test('the amount is quoted as soon as the product takes it, and the example until then', () => {
  expect(quotedAmount('250.5', limits)).toBe(250_500_000n);
  for (const typed of ['', '9.999999', '10000.000001', '1e3', '-100', '1.0000001']) {
    expect(quotedAmount(typed, limits), typed).toBe(exampleAmount);
  }
});

test('the example is one that every product takes', () => {
  for (const { minimum, maximum } of financingProducts) {
    expect(exampleAmount >= minimum && exampleAmount <= maximum).toBe(true);
  }
});

test('until an amount is typed, a product whose bounds were changed is quoted for the nearest amount that it takes', () => {
  const micro = (units: number) => usdt(BigInt(units) * 1_000_000n);
  expect(quotedAmount('', { minimum: micro(2_000), maximum: micro(5_000) })).toBe(micro(2_000));
  expect(quotedAmount('', { minimum: micro(10), maximum: micro(500) })).toBe(micro(500));
});

test('an amount is sent exactly, with the rate that was read, and a malformed one is an error at its field', () => {
  expect(readSubscription(limits, '12.5').input).toEqual({ product: 'day7', amount: 12_500_000n, rate: 200 });
  expect(readSubscription(limits, '').errors).toEqual({ amount: 'amountMissing' });
  expect(readSubscription(limits, '1.0000001').errors).toEqual({ amount: 'amountInvalid' });
});

test('the highest bar is whole, and without interest there is none', () => {
  expect(barHeights([0n, 50n, 100n, 400n])).toEqual([0, 0.125, 0.25, 1]);
  expect(barHeights([0n, 0n])).toEqual([0, 0]);
  expect(barHeights([1n])).toEqual([1]);
});
