import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { formatFor } from '#web/platform/format/use-format.ts';
import { shortUsdt, wholePercents } from './words.ts';

const format = formatFor('en');
const percent = (shown: string): number => Number(shown.replace('%', ''));

test('a bound is shown with all its decimals: with fewer, the least amount would be refused', () => {
  const shown = [10_000_000n, 10_500_000n, 10_125_000n, 10_123_456n].map((amount) => shortUsdt(format, usdt(amount)));
  expect(shown).toEqual(['10', '10.50', '10.125000', '10.123456']);
});

test('lost, flat and earned add up to 100 percent as they are printed, each within one of its own share', () => {
  const counts = fc
    .tuple(fc.nat(9_000), fc.nat(9_000), fc.nat(9_000))
    .filter((each) => each.some((count) => count > 0));
  fc.assert(
    fc.property(counts, (each) => {
      const all = each.reduce((total, count) => total + count, 0);
      const shares = each.map((count) => count / all) as [number, number, number];
      const shown = wholePercents(format, shares).map(percent);
      expect(shown.reduce((total, one) => total + one, 0)).toBe(100);
      for (const [place, one] of shown.entries()) {
        expect(one).toBeGreaterThanOrEqual(0);
        expect(Math.abs(one - (shares[place] ?? 0) * 100)).toBeLessThanOrEqual(1.000_001);
      }
    }),
  );
});

test('each rounded by itself, 0.5, 0.5 and 99 percent would be 101', () => {
  expect(wholePercents(format, [0.005, 0.005, 0.99]).map(percent)).toEqual([1, 0, 99]);
});
