import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { outcomeCount } from '#core/rounds/categories.ts';
import { stakeMax, winningsOf } from '#core/rounds/payout.ts';
import { listCategories } from './list-categories.ts';

/** The categories as they are offered with so much of the house's funds free. */
const offeredWith = (free: bigint | null) =>
  listCategories({ houseBalances: async () => new Map(free === null ? [] : [['rounds', usdt(free)]]) });

test('a category offers the largest stake whose winnings the free funds cover, up to that of the rules', async () => {
  for (const { id, wins, odds, lost, maximum } of await offeredWith(10n ** 15n)) {
    expect(maximum, id).toBe(stakeMax);
    expect(odds * wins, id).toBeCloseTo(outcomeCount);
    expect(lost, id).toBeCloseTo(1 - wins / outcomeCount);
  }
  const free = 12_345_678n;
  for (const { id, maximum } of await offeredWith(free)) {
    expect(maximum < stakeMax && winningsOf(id, maximum) <= free, id).toBe(true);
    // Winnings are rounded down: some millionths more may still be covered.
    expect(winningsOf(id, usdt(maximum + 10n)) > free, id).toBe(true);
  }
  expect(new Set((await offeredWith(null)).map(({ maximum }) => maximum))).toEqual(new Set([0n]));
});
