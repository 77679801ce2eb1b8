import { expect, test, vi } from 'vitest';
import { formatDayTime, formatFullTime, formatSpan, weekdayName } from './time.ts';

const moment = Date.UTC(2026, 10, 21, 14, 5, 9);

test('a span is in its largest whole unit, a short one to a tenth of a second', () => {
  expect(formatSpan('en', 1234)).toBe('1.2s');
  expect(formatSpan('en', 9_999)).toBe('9.9s');
  expect(formatSpan('en', 59_999)).toBe('59s');
  expect(formatSpan('en', 60_000)).toBe('1m');
  expect(formatSpan('en', 185_000)).toBe('3m');
  expect(formatSpan('en', 7_300_000)).toBe('2h');
  expect(formatSpan('en', 3 * 86_400_000)).toBe('3d');
});

test('a bound is not below what it bounds', () => {
  const bound = (spanMs: number) => formatSpan('en', spanMs, { isBound: true });
  expect([1_234, 60_000, 75_000, 5 * 3_600_000 + 1, 86_400_000].map(bound)).toEqual(['1.3s', '1m', '2m', '6h', '1d']);
});

test('a negative span, by differing clocks, is zero', () => {
  expect(formatSpan('en', -50)).toBe('0s');
});

test('Thai dates have Gregorian years', () => {
  expect(formatFullTime('th-u-ca-gregory-nu-latn', moment)).toMatch(/ 2026 /);
  expect(formatFullTime('th-u-ca-gregory-nu-latn', moment)).not.toMatch(/2569/);
});

test('the day and time of a record have no year, run on 24 hours and are those of the phone’s zone', () => {
  expect(formatDayTime('en', moment)).toBe('Nov 21, 10:35');
});

test('the day and time of a record is short in Vietnamese as well, and a span has no space in Japanese', () => {
  expect(formatDayTime('vi-u-ca-gregory-nu-latn', moment, 'Asia/Tokyo')).toBe('23:05 21/11');
  expect(formatSpan('ja-u-ca-gregory-nu-latn', 185_000)).toBe('3分');
  expect(formatSpan('ja-u-ca-gregory-nu-latn', 1_234)).toBe('1.2秒');
  expect(formatSpan('vi-u-ca-gregory-nu-latn', 185_000)).toMatch(/^3 phút$/);
});

test('the names of the weekdays begin with Monday, whatever the phone’s zone', () => {
  class OnPhoneInNewYork extends Intl.DateTimeFormat {
    constructor(tag?: string, options?: Intl.DateTimeFormatOptions) {
      super(tag, { timeZone: 'America/New_York', ...options });
    }
  }
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat: OnPhoneInNewYork }));
  const names = [1, 2, 3, 4, 5, 6, 7].map((weekday) => weekdayName('en', weekday));
  vi.unstubAllGlobals();
  expect(names).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
});
