import { expect, test } from 'vitest';
import { startOf } from './propose.tsx';

test('a start is meant in the time of this device, in summer and in winter, and none is as soon as it is approved', () => {
  const start = (value: string) => startOf(value).from;
  // The tests run in St. John’s.
  expect(start('2026-07-01T10:00')).toBe(String(Date.UTC(2026, 6, 1, 12, 30)));
  expect(start('2026-01-05T23:15')).toBe(String(Date.UTC(2026, 0, 6, 2, 45)));
  expect(startOf('')).toEqual({});
});
