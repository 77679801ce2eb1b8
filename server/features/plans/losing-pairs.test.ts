import { expect, test } from 'vitest';
import { listingOf } from '#core/market/coins.ts';
import { outcomeDistribution } from '#core/plans/distribution.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { walk } from '#core/plans/walk.fixture.ts';
import { openLosingPairs } from './losing-pairs.ts';

const two = ['BTC', 'ETH'].map(listingOf);
const histories = new Map(two.map(({ symbol }, seed) => [symbol, walk({ seed, candles: 300, swing: 0.004 })]));
const log = { error: () => undefined };
const hourMs = 3_600_000;

function world(candles = histories, speed = 1) {
  const clock = { time: 0, speed, now: () => clock.time };
  let reads = 0;
  const measured = (coin: string) => {
    reads += 1;
    const history = [...candles].find(([symbol]) => symbol === coin)?.[1];
    if (!history) throw new RangeError(coin);
    return history;
  };
  const pairs = openLosingPairs({ market: { coins: two, measured }, clock, log });
  return { clock, pairs, reads: () => reads };
}

test('every level is measured at every leverage: the mean of all coins, each over every start', async () => {
  const { pairs } = world();
  const levels = levelsAt(0);
  expect(pairs.ofLevel(1)).toBeNull();
  await expect.poll(() => pairs.ofLevel(5)).not.toBeNull();
  for (const level of levels) {
    const means = Array.from({ length: 25 }, (_, place) => {
      const each = two.flatMap(({ symbol }) => {
        const history = histories.get(symbol);
        return (history && outcomeDistribution(termsOf(level, place + 1), history)) ?? [];
      });
      const meanOf = (of: 'mean' | 'feeMean') => each.reduce((total, one) => total + one[of], 0) / two.length;
      return { mean: meanOf('mean'), feeMean: meanOf('feeMean') };
    });
    expect(pairs.ofLevel(level.id)).toEqual({
      pairs: 25,
      losing: means.filter(({ mean }) => mean < 0).length,
      losingWithoutFees: means.filter(({ mean, feeMean }) => mean + feeMean < 0).length,
    });
  }
});

test('it is measured again a day later, on a fast clock ten minutes, not sooner, and not where there is too little history', async () => {
  const { clock, pairs, reads } = world();
  pairs.ofLevel(1);
  await expect.poll(() => pairs.ofLevel(5)).not.toBeNull();
  const first = reads();
  clock.time = 23 * hourMs;
  pairs.ofLevel(1);
  expect(reads()).toBe(first);
  clock.time = 24 * hourMs;
  pairs.ofLevel(1);
  await expect.poll(reads).toBe(2 * first);

  const fast = world(histories, 600);
  fast.pairs.ofLevel(1);
  await expect.poll(() => fast.pairs.ofLevel(5)).not.toBeNull();
  fast.clock.time = 99 * hourMs;
  fast.pairs.ofLevel(1);
  expect(fast.reads()).toBe(first);
  fast.clock.time = 100 * hourMs;
  fast.pairs.ofLevel(1);
  await expect.poll(fast.reads).toBe(2 * first);

  const short = world(new Map(two.map(({ symbol }) => [symbol, walk({ seed: 1, candles: 60, swing: 0.004 })])));
  short.pairs.ofLevel(1);
  await expect.poll(short.reads).toBe(10);
  expect(short.pairs.ofLevel(1)).toBeNull();
});
