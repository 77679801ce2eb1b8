import { expect, test } from 'vitest';
import { digitsOf } from '#core/rounds/categories.ts';
import { bandOf, categoryFrequencies, digitFrequencies, drawnDigits, missingStreaks, wavesOf } from './trends.ts';

test('void rounds are left out, and only the newest rounds are taken', () => {
  expect(
    drawnDigits(
      [
        [9, '384'],
        [8, null],
        [7, '000'],
        [6, '111'],
      ],
      3,
    ),
  ).toEqual([
    [3, 8, 4],
    [0, 0, 0],
  ]);
});

test('the band is that of the binomial distribution', () => {
  // Of 100 tosses 40 to 60 heads: 96.5 %; 41 to 59 would be 94.3 %. From tables.
  expect(bandOf(100, 0.5)).toEqual({ low: 40, high: 60 });
  // 20 trials at one half: 6 to 14 (95.9 %).
  expect(bandOf(20, 0.5)).toEqual({ low: 6, high: 14 });
  // 100 at 1 %: 0 (36.6 %) to 3 (98.2 %).
  expect(bandOf(100, 0.01)).toEqual({ low: 0, high: 3 });
  expect(bandOf(2_000, 0.5)).toEqual({ low: 956, high: 1_044 });
  expect(bandOf(0, 0.5)).toEqual({ low: 0, high: 0 });
});

test('each outcome once gives every count its expected value', () => {
  const all = Array.from({ length: 1_000 }, (_, outcome) => digitsOf(outcome));
  for (const { category, count, expected, low, high } of categoryFrequencies(all)) {
    expect(count, category).toBe(Math.round(expected));
    expect(low).toBeLessThanOrEqual(count);
    expect(high).toBeGreaterThanOrEqual(count);
  }
  expect(digitFrequencies(all).map(({ count }) => count)).toEqual(Array(10).fill(300));
});

test('a streak counts the rounds since the last win, and knows none', () => {
  const streaks = new Map(
    missingStreaks([
      [9, 9, 9],
      [0, 1, 0],
    ]).map(({ category, rounds }) => [category, rounds]),
  );
  expect(streaks.get('big')).toBe(0);
  expect(streaks.get('small')).toBe(1);
  expect(streaks.get('triple')).toBe(0);
  expect(streaks.get('even')).toBeNull();
  expect(
    wavesOf([
      [9, 9, 9],
      [0, 1, 0],
    ]),
  ).toEqual([null, 'green']);
});
