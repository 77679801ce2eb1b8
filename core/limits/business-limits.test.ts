import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeAgainAt, type LimitUse } from './business-limits.ts';

const spanMs = 1_000;

test('what fits is free at once, and a count is free again when the oldest use that is too many ends', () => {
  const uses = [30, 10, 20].map((at) => ({ at, amount: 1n }));
  expect(freeAgainAt([], 1n, 3n, spanMs)).toBeNull();
  expect(freeAgainAt(uses, 1n, 4n, spanMs)).toBeNull();
  expect(freeAgainAt(uses, 1n, 3n, spanMs)).toBe(10 + spanMs);
  expect(freeAgainAt(uses, 1n, 2n, spanMs)).toBe(20 + spanMs);
});

test('it fits at that moment and not a millisecond before', () => {
  const use = fc.record({ at: fc.integer({ min: 0, max: spanMs - 1 }), amount: fc.bigInt({ min: 1n, max: 50n }) });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 8 }), fc.bigInt({ min: 1n, max: 100n }), (uses, adding) => {
      const max = 100n;
      const sumAt = (moment: number) =>
        uses.filter(({ at }: LimitUse) => at + spanMs > moment).reduce((sum, { amount }) => sum + amount, adding);
      const freeAt = freeAgainAt(uses, adding, max, spanMs);
      if (freeAt === null) expect(sumAt(spanMs - 1)).toBeLessThanOrEqual(max);
      else {
        expect(sumAt(freeAt)).toBeLessThanOrEqual(max);
        expect(sumAt(freeAt - 1)).toBeGreaterThan(max);
      }
    }),
  );
});
