import { expect, test } from 'vitest';
import { setProductClock } from './product-clock.ts';
import { spanAround } from './snapshot-span.ts';

test('a snapshot is as wide as a commit takes by the product clock, two hours at most', () => {
  const at = Date.UTC(2026, 10, 21);
  const widthAt = (clockSpeed: number): readonly number[] => {
    setProductClock({ now: at, clockSpeed });
    const { from, to } = spanAround(at);
    return [at - from, to - at];
  };
  expect(widthAt(1)).toEqual([10_000, 10_000]);
  expect(widthAt(60)).toEqual([600_000, 600_000]);
  expect(widthAt(0.5)).toEqual([10_000, 10_000]);
  expect(widthAt(3_600)).toEqual([7_200_000, 7_200_000]);
});
