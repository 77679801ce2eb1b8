import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, usdt } from '#core/money/amount.ts';
import { formatUsdt } from './number.ts';
import { shownQuota } from './shown-quota.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(usdt);
const printed = (text: string): bigint => BigInt(text.replace(/\D/g, ''));

test('available and locked add up to the authorization as they are printed, whatever the hidden digits are', () => {
  fc.assert(
    fc.property(amount, amount, fc.constantFrom(2 as const, 4 as const), (available, locked, decimals) => {
      const shown = shownQuota({ authorization: add(available, locked), available, locked }, decimals);
      const [total, ...parts] = [shown.authorization, shown.available, shown.locked].map((one) =>
        printed(formatUsdt('en', one, decimals)),
      );
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total);
      expect(shown.available).toBeLessThanOrEqual(available);
      const distance = shown.locked > locked ? shown.locked - locked : locked - shown.locked;
      expect(distance).toBeLessThan(10n ** BigInt(6 - decimals));
    }),
  );
});

test('without this, half a cent in each part is a cent that is missing', () => {
  const half = usdt(5_000n);
  expect([half, half, add(half, half)].map((one) => formatUsdt('en', one, 2))).toEqual(['0.00', '0.00', '0.01']);
});
