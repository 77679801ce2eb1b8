import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter, daySpan, memberDay, startOfDay } from './member-day.ts';

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
  expect(iso(startOfDay('2002-09-27', 'Asia/Amman'))).toBe('2002-09-26T21:00:00.000Z');
  // At one minute past midnight back to one minute past 23 o’clock: the day before comes once more in between.
  expect(iso(startOfDay('2010-11-07', 'America/St_Johns'))).toBe('2010-11-07T02:30:00.000Z');
  expect(startOfDay('2024-11-04', 'America/Havana') - startOfDay('2024-11-03', 'America/Havana')).toBe(25 * 3_600_000);
});

test('where a station changes its clocks by three hours, days are 21 and 27 hours long', () => {
  const hours = (day: string) =>
    (daySpan(day, 'Antarctica/Casey').endsAt - startOfDay(day, 'Antarctica/Casey')) / 3_600_000;
  expect([hours('2018-03-11'), hours('2018-10-07'), hours('2018-10-08')]).toEqual([27, 21, 24]);
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

const hourMs = 3_600_000;
/** Those that the profile offers. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Zones of recorded history leave out days and repeat them; from here on, none does. */
const someDay = fc
  .date({ min: new Date('2012-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

test('each moment lies in exactly one day, which begins with it at the earliest and ends after it', () => {
  const moment = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2060, 11, 31) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, (zone, at) => {
      const { day, startsAt, endsAt } = daySpan(memberDay(at, zone), zone);
      expect(startsAt).toBeLessThanOrEqual(at);
      expect(endsAt).toBeGreaterThan(at);
      expect(memberDay(startsAt, zone)).toBe(day);
      expect(memberDay(endsAt - 1, zone)).toBe(day);
      expect(endsAt - startsAt).toBeGreaterThanOrEqual(21 * hourMs);
      expect(endsAt - startsAt).toBeLessThanOrEqual(27 * hourMs);
    }),
    { numRuns: 2_000 },
  );
});

test('days follow each other without a gap and in order, in whatever zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), someDay, fc.integer({ min: 1, max: 400 }), (zone, day, later) => {
      const start = startOfDay(day, zone);
      expect(memberDay(start, zone)).toBe(day);
      expect(memberDay(start - 1, zone)).toBe(dayAfter(day, -1));
      expect(daySpan(dayAfter(day, -1), zone).endsAt).toBe(start);
      expect(startOfDay(dayAfter(day, later), zone)).toBeGreaterThan(start);
      expect(dayAfter(dayAfter(day, later), -later)).toBe(day);
      // Dates of two zones are never further apart than a day each way.
      const elsewhere = memberDay(start, 'UTC');
      expect([dayAfter(day, -1), day]).toContain(elsewhere);
    }),
    { numRuns: 2_000 },
  );
});
