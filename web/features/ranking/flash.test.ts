import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pickRows } from './flash.ts';

test('one to three different rows of the list are picked, whatever the chance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { minLength: 4 }),
      (count, chances) => {
        let next = 0;
        const rows = pickRows(count, () => chances[next++ % chances.length] ?? 0);
        expect(rows.size).toBeGreaterThanOrEqual(1);
        expect(rows.size).toBeLessThanOrEqual(Math.min(3, count));
        for (const row of rows) expect(row >= 0 && row < count && Number.isInteger(row)).toBe(true);
      },
    ),
  );
});

test('an empty list has no rows to flash', () => {
  expect(pickRows(0, () => 0.5).size).toBe(0);
});
