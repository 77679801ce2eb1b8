import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { fill, wordedValues } from './text.ts';

test('placeholders are replaced, and one without a value stays visible', () => {
  expect(fill('{minimum} to {maximum} USDT', { minimum: '10' }, 'en')).toBe('10 to {maximum} USDT');
});

test('amounts are written exactly, with the decimals they have, as the language writes them', () => {
  const values = { some: usdt(100_000_500_000n), exact: usdt(999_999_999_999_999_999n) };
  expect(wordedValues(values, 'en')).toEqual({ some: '100,000.5', exact: '999,999,999,999.999999' });
  expect(wordedValues(values, 'vi').some).toBe('100.000,5');
});

test('an age is told in its largest whole unit, and one that never began as without end', () => {
  const age = (ageMs: number | null) => wordedValues({ age: { ageMs } }, 'en').age;
  expect([age(90_000), age(600_000), age(7_200_000), age(null)]).toEqual(['90 sec', '10 min', '2 hr', '∞']);
  expect([age(119_999), age(120_000), age(7_199_999), age(0)]).toEqual(['119 sec', '2 min', '119 min', '0 sec']);
  expect(wordedValues({ age: { ageMs: 600_000 } }, 'ja').age).toBe('10 分');
});

test('a moment is told in its time zone, with a Gregorian year', () => {
  const until = { at: Date.UTC(2026, 10, 21, 20, 30), timeZone: 'Asia/Bangkok' };
  expect(wordedValues({ until }, 'en').until).toBe('Nov 22, 2026, 03:30');
  expect(wordedValues({ until }, 'th').until).toContain('2026');
});

test('a moment without a time zone is written in that of the reader', () => {
  const until = { at: Date.UTC(2026, 10, 21, 20, 30) };
  expect(wordedValues({ until }, 'en', 'Asia/Tokyo').until).toBe('Nov 22, 2026, 05:30');
  expect(wordedValues({ until: { ...until, timeZone: 'UTC' } }, 'en', 'Asia/Tokyo').until).toBe('Nov 21, 2026, 20:30');
});

test('a count takes the form that the language has for it, and its text keeps what stands around', () => {
  const text = 'You have {count, plural, one {# plan} other {# plans}} until {until}';
  const filled = (count: string | number, tag = 'en') => fill(text, { count, until: 'noon' }, tag);
  expect([0, 1, 2, '1', '1,001'].map((count) => filled(count))).toEqual([
    'You have 0 plans until noon',
    'You have 1 plan until noon',
    'You have 2 plans until noon',
    'You have 1 plan until noon',
    'You have 1,001 plans until noon',
  ]);
  expect(filled(1, 'ja')).toBe('You have 1 plans until noon');
  expect(fill('{n, plural, one {#} other {# of # plans}}', { n: 3 }, 'en')).toBe('3 of 3 plans');
});

test('two counts of one text are told apart, and one without a value stays visible', () => {
  const text = '{some, plural, one {# point} other {# points}} of {all, plural, one {# point} other {# points}}';
  expect(fill(text, { some: 1, all: 5 }, 'en')).toBe('1 point of 5 points');
  expect(fill(text, { some: 1 }, 'en')).toContain('{all, plural');
});
