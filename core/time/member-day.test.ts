import { expect, test } from 'vitest';
import { dayAfter, memberDay, startOfDay } from './member-day.ts';

const iso = (at: number) => new Date(at).toISOString();

test('a moment falls in the day that the zone’s calendar shows', () => {
  const at = Date.parse('2024-02-29T17:30:00Z');
  expect(memberDay(at, 'UTC')).toBe('2024-02-29');
  expect(memberDay(at, 'Asia/Bangkok')).toBe('2024-03-01');
  expect(memberDay(at, 'Pacific/Pago_Pago')).toBe('2024-02-29');
  expect(memberDay(Date.parse('2024-01-01T04:59:59.999Z'), 'America/New_York')).toBe('2023-12-31');
});

test('a day starts at midnight of its zone, summer time or not', () => {
  expect(iso(startOfDay('2024-01-15', 'America/New_York'))).toBe('2024-01-15T05:00:00.000Z');
  expect(iso(startOfDay('2024-07-15', 'America/New_York'))).toBe('2024-07-15T04:00:00.000Z');
  expect(iso(startOfDay('2024-07-15', 'Asia/Kathmandu'))).toBe('2024-07-14T18:15:00.000Z');
  expect(iso(startOfDay('2024-07-15', 'Pacific/Kiritimati'))).toBe('2024-07-14T10:00:00.000Z');
});

test('where clocks go forward over midnight the day starts with the change, and is 23 hours long', () => {
  expect(iso(startOfDay('2024-04-26', 'Africa/Cairo'))).toBe('2024-04-25T22:00:00.000Z');
  expect(startOfDay('2024-04-27', 'Africa/Cairo') - startOfDay('2024-04-26', 'Africa/Cairo')).toBe(23 * 3_600_000);
});

test('where midnight comes twice the day starts with the first one, and is 25 hours long', () => {
  expect(iso(startOfDay('2024-11-03', 'America/Havana'))).toBe('2024-11-03T04:00:00.000Z');
  expect(startOfDay('2024-11-04', 'America/Havana') - startOfDay('2024-11-03', 'America/Havana')).toBe(25 * 3_600_000);
});

test('a day that a zone left out starts with the next one', () => {
  expect(startOfDay('2011-12-30', 'Pacific/Apia')).toBe(startOfDay('2011-12-31', 'Pacific/Apia'));
});

test('an unknown zone or day is an error', () => {
  expect(() => memberDay(0, 'Mars/Olympus')).toThrow(RangeError);
  expect(() => startOfDay('2024-01-01', 'Mars/Olympus')).toThrow(RangeError);
  expect(() => startOfDay('yesterday', 'UTC')).toThrow(RangeError);
});

test('days follow each other across months, years and leap days, and a day that does not exist is an error', () => {
  expect(['2026-12-31', '2024-02-28', '2023-02-28'].map((day) => dayAfter(day))).toEqual([
    '2027-01-01',
    '2024-02-29',
    '2023-03-01',
  ]);
  expect(dayAfter('2024-03-01', -1)).toBe('2024-02-29');
  expect(() => dayAfter('2024-13-01')).toThrow(RangeError);
});
