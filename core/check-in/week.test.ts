import { expect, test } from 'vitest';
import { checkInPoints, mayCheckIn, weekdayOf, weekOf } from './week.ts';

test('a week is Monday to Sunday, across months and years, and its days earn what the specification lists', () => {
  const week = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'];
  for (const day of week) expect(weekOf(day)).toEqual(week);
  expect(week.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(week.map((day) => checkInPoints[weekdayOf(day)])).toEqual([1, 5, 10, 20, 30, 40, 50]);
  expect(weekdayOf('1969-12-31')).toBe(3);
});

test('a day that does not exist is an error', () => {
  expect(() => weekdayOf('2026-13-01')).toThrow(RangeError);
  expect(() => weekOf('tomorrow')).toThrow(RangeError);
});

test('a date counts once, and a later date not before the latest one has ended where it was counted', () => {
  const latest = { day: '2026-03-02', endsAt: 1_000 };
  expect(mayCheckIn(null, '2026-03-02', 0)).toBe(true);
  expect(mayCheckIn(latest, '2026-03-02', 5_000)).toBe(false);
  expect(mayCheckIn(latest, '2026-03-01', 5_000)).toBe(false);
  expect(mayCheckIn(latest, '2026-03-03', 999)).toBe(false);
  expect(mayCheckIn(latest, '2026-03-03', 1_000)).toBe(true);
});
