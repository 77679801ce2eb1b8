import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import {
  arePrizes,
  drawNumbers,
  expectedValue,
  nextPrizesAfter,
  type PrizeShare,
  type PrizeTableChange,
  prizesFunding,
  prizesText,
  prizeTable,
  prizeTableOfDay,
  sharesOf,
  soundTable,
  startOfDrawDay,
  sumOfPrizes,
  tableOf,
} from './prizes.ts';

const share = (units: number, numbers: number): PrizeShare => ({ amount: usdt(BigInt(units) * 1_000_000n), numbers });
const some = [share(500, 10), share(50, 200), share(5, 4_000), share(2, 60_000)];
const dayMs = 86_400_000;

test('what ships may be a table, and a table has the prizes that it was made of, side by side from 0 on', () => {
  expect(arePrizes(sharesOf(prizeTable))).toBe(true);
  const table = tableOf(2, some);
  expect(sharesOf(table)).toEqual(some);
  expect(table.prizes.map(({ from, to }) => [from, to])).toEqual([
    [0, 9],
    [10, 209],
    [210, 4_209],
    [4_210, 64_209],
  ]);
  expect(prizesText(table)).toBe(
    '2: first 500.000000 of 0-9, second 50.000000 of 10-209, third 5.000000 of 210-4209, fourth 2.000000 of 4210-64209 of 1000000',
  );
});

test('a table is refused where a prize is missing, broken, too large, not smaller, not likelier, or no number is left', () => {
  const wrong: readonly (readonly PrizeShare[])[] = [
    [],
    some.slice(0, 3),
    [...some, share(1, 90_000)],
    some.with(3, { amount: usdt(1_500_000n), numbers: 60_000 }),
    some.with(3, share(0, 60_000)),
    some.with(0, share(100_001, 10)),
    some.with(1, share(500, 200)),
    some.with(1, share(50, 10)),
    some.with(0, share(500, 0)),
    some.with(0, share(500, -5)),
    some.with(0, share(500, 1.5)),
    some.with(3, share(2, drawNumbers - 4_210)),
  ];
  expect(arePrizes(some)).toBe(true);
  expect(arePrizes(some.with(3, share(2, drawNumbers - 4_211)))).toBe(true);
  expect(arePrizes(some.with(0, { amount: prizesFunding, numbers: 10 }))).toBe(true);
  for (const shares of wrong) expect(arePrizes(shares), JSON.stringify(shares, String)).toBe(false);
});

test('the expected value of every table that may be is exact', () => {
  const shares = fc
    .tuple(fc.array(fc.integer({ min: 1, max: 100_000 })), fc.array(fc.integer({ min: 1, max: 300_000 })))
    .map(([amounts, counts]) => {
      const falling = [...new Set(amounts)].toSorted((one, other) => other - one);
      const rising = [...new Set(counts)].toSorted((one, other) => one - other);
      return falling.slice(0, 4).map((units, place) => share(units, rising[place] ?? 0));
    })
    .filter(arePrizes);
  fc.assert(
    fc.property(shares, (given) => {
      const table = tableOf(2, given);
      expect(expectedValue(table) * BigInt(drawNumbers)).toBe(sumOfPrizes(table));
      expect(soundTable(table)).toEqual(table);
    }),
  );
});

test('a day has the table that took effect last when it begins, of several at once the newest; the days before keep theirs', () => {
  const change = (version: number, day: number): PrizeTableChange => ({
    version,
    shares: some,
    effectiveFrom: day * dayMs,
  });
  const changes = [change(2, 10), change(3, 20), change(4, 15), change(5, 20)];
  const versions = [9, 10, 14, 15, 19, 20, 99].map((day) => prizeTableOfDay(changes, day).version);
  expect(versions).toEqual([1, 2, 2, 4, 4, 5, 5]);
  // The one that was decided on last took effect before it.
  expect(prizeTableOfDay([change(3, 20), change(4, 15)], 20).version).toBe(3);
  expect(prizeTableOfDay([], 5)).toBe(prizeTable);
  expect([9, 10, 15, 20].map((day) => nextPrizesAfter(changes, day))).toEqual([10, 15, 20, null]);
  expect([dayMs, dayMs + 1, 2 * dayMs].map(startOfDrawDay)).toEqual([dayMs, 2 * dayMs, 2 * dayMs]);
});

test('a claimed table is what ships under version 1, and otherwise its own prizes side by side', () => {
  const table = tableOf(2, some);
  expect(soundTable(table)).toEqual(table);
  expect(soundTable({ ...table, version: 1 })).toBe(prizeTable);
  expect(soundTable({ ...table, version: 0 })).toBeNull();
  expect(soundTable({ ...table, prizes: table.prizes.slice(1) })).toBeNull();
  const [first, ...others] = table.prizes;
  if (!first) throw new Error('there is no prize');
  const moved = soundTable({ ...table, prizes: [{ ...first, from: 5, to: 14 }, ...others] });
  expect(moved && prizesText(moved)).toBe(prizesText(table));
});
