import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { fill, wordedValues } from './text.ts';

test('placeholders are replaced, and one without a value stays visible', () => {
  expect(fill('{minimum} to {maximum} USDT', { minimum: '10' })).toBe('10 to {maximum} USDT');
});

test('amounts are written exactly, with the decimals they have, as the language writes them', () => {
  const values = { some: usdt(100_000_500_000n), exact: usdt(999_999_999_999_999_999n) };
  expect(wordedValues(values, 'en')).toEqual({ some: '100,000.5', exact: '999,999,999,999.999999' });
  expect(wordedValues(values, 'vi').some).toBe('100.000,5');
});

test('an age is told in its largest whole unit, and one that never began as without end', () => {
  const age = (ageMs: number | null) => wordedValues({ age: { ageMs } }, 'en').age;
  expect([age(90_000), age(600_000), age(7_200_000), age(null)]).toEqual(['90 sec', '10 min', '2 hr', '∞']);
  expect(wordedValues({ age: { ageMs: 600_000 } }, 'ja').age).toBe('10 分');
});

test('a moment is told in its time zone, with a Gregorian year', () => {
  const until = { at: Date.UTC(2026, 10, 21, 20, 30), timeZone: 'Asia/Bangkok' };
  expect(wordedValues({ until }, 'en').until).toBe('Nov 22, 2026, 03:30');
  expect(wordedValues({ until }, 'th').until).toContain('2026');
});
