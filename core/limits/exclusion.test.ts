import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Exclusion,
  type ExclusionDays,
  excludedUntil,
  excluding,
  exclusionDays,
  keptExclusion,
  lifting,
} from './exclusion.ts';
import { looseningMs } from './loss-limits.ts';

const dayMs = 86_400_000;

test('an exclusion begins at once and ends by itself', () => {
  const exclusion = excluding(null, 7, 1000);
  expect(excludedUntil(exclusion, 1000)).toBe(1000 + 7 * dayMs);
  expect(excludedUntil(exclusion, 999 + 7 * dayMs)).toBe(1000 + 7 * dayMs);
  expect(excludedUntil(exclusion, 1000 + 7 * dayMs)).toBeNull();
});

test('lifting takes a day, can be called off, and is nothing where the end is nearer', () => {
  const exclusion = excluding(null, 30, 0);
  const lifted = lifting(exclusion, 10);
  expect(excludedUntil(lifted, 10)).toBe(10 + looseningMs);
  expect(excludedUntil(lifted, 10 + looseningMs)).toBeNull();
  expect(keptExclusion(lifted, 20)).toEqual(exclusion);
  expect(keptExclusion(exclusion, 20)).toBeNull();
  expect(lifting(excluding(null, 1, 0), 0)).toBeNull();
  expect(lifting(lifted, 20)).toBeNull();
  expect(lifting(null, 0)).toBeNull();
});

test('a new exclusion calls the early end off and never ends sooner than the one before', () => {
  const lifted = lifting(excluding(null, 30, 0), 0);
  expect(excluding(lifted, 1, 5)).toEqual({ beganAt: 0, endsAt: 30 * dayMs, liftsAt: null });
  expect(excluding(lifted, 180, 5)).toEqual({ beganAt: 0, endsAt: 5 + 180 * dayMs, liftsAt: null });
  expect(excluding(lifted, 1, 2 * dayMs)).toEqual({ beganAt: 2 * dayMs, endsAt: 3 * dayMs, liftsAt: null });
});

test('whatever is asked for, nobody is free sooner than a day after asking, or than the time they chose', () => {
  const step = fc.record({
    act: fc.constantFrom('exclude', 'lift', 'keep'),
    days: fc.constantFrom<ExclusionDays>(...exclusionDays),
    afterMs: fc.integer({ min: 0, max: 3 * dayMs }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = 0;
      let exclusion: Exclusion | null = null;
      for (const { act, days, afterMs } of steps) {
        const before: number | null = excludedUntil(exclusion, now);
        const next: Exclusion | null =
          act === 'exclude'
            ? excluding(exclusion, days, now)
            : act === 'lift'
              ? lifting(exclusion, now)
              : keptExclusion(exclusion, now);
        exclusion = next ?? exclusion;
        const after = excludedUntil(exclusion, now);
        if (before !== null)
          expect(after).toBeGreaterThanOrEqual(act === 'lift' ? Math.min(before, now + looseningMs) : before);
        if (act === 'exclude') expect(after).toBeGreaterThanOrEqual(now + days * dayMs);
        now += afterMs;
      }
    }),
  );
});
