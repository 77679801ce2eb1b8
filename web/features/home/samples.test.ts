import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grown, sampleCells, sampleCounters, sampleUptime } from './samples.ts';

test('the sample counters start as specified', () => {
  expect(sampleCounters).toEqual({ traders: 318817, bots: 480144328, earnings: 104819912 });
});

test('a step adds 0 to 999 to each counter, whatever the chance', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 3 }),
      (chances) => {
        let next = 0;
        const after = grown(sampleCounters, () => chances[next++ % chances.length] ?? 0);
        for (const name of ['traders', 'bots', 'earnings'] as const) {
          const result = after[name] - sampleCounters[name];
          expect(Number.isInteger(result) && result >= 0 && result <= 999).toBe(true);
        }
      },
    ),
  );
});

test('least and most result are 0 and 999', () => {
  expect(grown(sampleCounters, () => 0)).toEqual(sampleCounters);
  expect(grown(sampleCounters, () => 1 - Number.EPSILON).traders).toBe(318817 + 999);
});

test('the sample board has the percentages of the specification and 37 cells a row', () => {
  expect(sampleUptime.map(({ share }) => (share * 100).toFixed(3)).slice(0, 3)).toEqual([
    '99.806',
    '100.000',
    '99.958',
  ]);
  for (const row of sampleUptime) {
    expect(sampleCells(row)).toHaveLength(37);
    expect(sampleCells(row).includes('degraded')).toBe(row.share < 1);
  }
});
