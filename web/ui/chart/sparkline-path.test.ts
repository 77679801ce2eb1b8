import { expect, test } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

test('the lowest value is at the bottom, the highest at the top', () => {
  expect(sparklinePath([1, 3, 2])).toBe('M0.0 22.0L32.0 2.0L64.0 12.0');
});

test('equal values are a line in the middle, and a single one draws nothing', () => {
  expect(sparklinePath([5, 5])).toBe('M0.0 12.0L64.0 12.0');
  expect(sparklinePath([5])).toBe('');
});
