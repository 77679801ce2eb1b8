import { expect, test } from 'vitest';
import {
  categories,
  type Digits,
  digitsOf,
  outcomeCount,
  waveOf,
  winnersOf,
  winningOutcomes,
  wins,
} from './categories.ts';

/** The rule of each category in words of its own: counted over three nested loops, not by the code under test. */
function countBy(rule: (sum: number, a: number, b: number, c: number) => boolean): number {
  let count = 0;
  for (let a = 0; a < 10; a++)
    for (let b = 0; b < 10; b++) for (let c = 0; c < 10; c++) if (rule(a + b + c, a, b, c)) count++;
  return count;
}

test('the odds are counted over all 1,000 outcomes', () => {
  const wave = (...sums: number[]) => countBy((sum) => sums.includes(sum));
  expect(winningOutcomes).toEqual({
    big: countBy((sum) => sum > 13),
    small: countBy((sum) => sum < 14),
    odd: countBy((sum) => [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27].includes(sum)),
    even: countBy((sum) => [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26].includes(sum)),
    extremeBig: countBy((sum) => [22, 23, 24, 25, 26, 27].includes(sum)),
    extremeSmall: countBy((sum) => [0, 1, 2, 3, 4, 5].includes(sum)),
    triple: countBy((_sum, a, b, c) => new Set([a, b, c]).size === 1),
    green: wave(1, 4, 7, 10, 16, 19, 22, 25),
    blue: wave(2, 5, 8, 11, 17, 20, 23, 26),
    red: wave(3, 6, 9, 12, 15, 18, 21, 24),
  });
  expect(winningOutcomes).toEqual({
    big: 500,
    small: 500,
    odd: 500,
    even: 500,
    extremeBig: 56,
    extremeSmall: 56,
    triple: 10,
    green: 258,
    blue: 258,
    red: 332,
  });
});

test('outcomes are all triples of digits, each once', () => {
  const written = Array.from({ length: outcomeCount }, (_, outcome) => digitsOf(outcome).join(''));
  expect(new Set(written).size).toBe(1_000);
  expect(written.every((digits) => /^\d{3}$/.test(digits))).toBe(true);
  expect(digitsOf(907)).toEqual([9, 0, 7]);
});

test('0, 13, 14 and 27 have no colour, every other sum has one', () => {
  const sums = Array.from({ length: 28 }, (_, sum) => sum);
  expect(sums.filter((sum) => waveOf(sum) === null)).toEqual([0, 13, 14, 27]);
});

test('winners come in their published order, and agree with each category alone', () => {
  for (let outcome = 0; outcome < outcomeCount; outcome++) {
    const digits = digitsOf(outcome);
    expect(winnersOf(digits)).toEqual(categories.filter((category) => wins(category, digits)));
  }
  expect(winnersOf([7, 7, 7] as Digits)).toEqual(['big', 'odd', 'triple', 'red']);
  expect(winnersOf([0, 0, 0] as Digits)).toEqual(['small', 'even', 'extremeSmall', 'triple']);
});
