import { expect, test } from 'vitest';
import { clockDrift } from './clock-drift.ts';

const hourMs = 3_600_000;
const kept = { product: 1_000 * hourMs, speed: 1, wall: 500 * hourMs };

test('a product clock that ran as long as the phone’s own has not moved, at any speed', () => {
  expect(clockDrift(kept, { product: 1_030 * hourMs + 50_000, speed: 1, wall: 530 * hourMs })).toBeNull();
  const fast = { ...kept, speed: 60 };
  expect(clockDrift(fast, { product: 1_120 * hourMs + 3_000_000, speed: 60, wall: 502 * hourMs })).toBeNull();
});

test('one that was set forward, back, or runs at another speed has', () => {
  expect(clockDrift(kept, { product: 1_025 * hourMs, speed: 1, wall: 501 * hourMs })).toBe(24 * hourMs);
  expect(clockDrift(kept, { product: 1_000 * hourMs, speed: 1, wall: 501 * hourMs })).toBe(-hourMs);
  expect(clockDrift(kept, { product: 1_004 * hourMs, speed: 4, wall: 501 * hourMs })).toBe(3 * hourMs);
});
