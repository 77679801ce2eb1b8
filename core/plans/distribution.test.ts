import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sliceColumns } from '#core/market/candle.ts';
import {
  histogramBins,
  meanOutcome,
  outcomeDistribution,
  percentile,
  samplesMin,
  separateHours,
  startsIn,
} from './distribution.ts';
import { planCandles, runPlan } from './engine.ts';
import { strategies } from './strategies/strategies.ts';
import { directionsOf } from './strategies/strategy.ts';
import { anyTerms, anyWalk, candlesFrom, someTerms, walk } from './walk.fixture.ts';

test('the distribution is that of one engine run for each start', () => {
  fc.assert(
    fc.property(anyTerms, anyWalk({ min: 120, max: 160 }), (terms, history) => {
      const { lookback } = strategies[terms.strategy];
      const firsts = Array.from({ length: startsIn(terms, history) }, (_, start) => lookback + start);
      const plans = firsts.map((first) => runPlan(terms, planCandles(terms, history, first)));
      const results = plans.map(({ result }) => result).sort((left, right) => left - right);
      const held = firsts.map(
        (first) => (history.close[first + terms.rounds - 1] ?? 0) / (history.open[first] ?? 0) - 1,
      );
      const distribution = outcomeDistribution(terms, history);
      expect(distribution?.samples).toBe(plans.length);
      expect(distribution?.median).toBe(nearestRank(results, 0.5));
      expect(distribution?.p05).toBe(nearestRank(results, 0.05));
      expect(distribution?.p95).toBe(nearestRank(results, 0.95));
      expect(distribution?.lowerQuartile).toBe(nearestRank(results, 0.25));
      expect(distribution?.upperQuartile).toBe(nearestRank(results, 0.75));
      expect(distribution?.shareLost).toBe(results.filter((result) => result < 0).length / results.length);
      expect(distribution?.shareFlat).toBe(results.filter((result) => result === 0).length / results.length);
      expect(distribution?.shareEarned).toBe(results.filter((result) => result > 0).length / results.length);
      const inOrder = plans.reduce((total, { result }) => total + result, 0) / plans.length;
      expect(distribution?.mean).toBe(inOrder);
      const measured = meanOutcome(terms, history, directionsOf(strategies[terms.strategy], history));
      expect(measured).toEqual({ mean: inOrder, feeMean: outcomeDistribution(terms, history)?.feeMean });
      expect(distribution?.holding.median).toBe(
        nearestRank(
          held.sort((left, right) => left - right),
          0.5,
        ),
      );
      const fees = plans.flatMap(({ rounds }) => rounds.map(({ fee }) => fee));
      expect(distribution?.feeMean).toBeCloseTo(fees.reduce((total, fee) => total + fee, 0) / plans.length, 10);
    }),
    { numRuns: 60 },
  );
});

/** The smallest value that at least this share of the values do not exceed, by counting. */
function nearestRank(values: readonly number[], share: number): number | undefined {
  return values.find((value) => values.filter((other) => other <= value).length >= share * values.length - 1e-9);
}

test('percentiles are values of the sample, by nearest rank', () => {
  const twenty = Float64Array.from({ length: 20 }, (_, place) => place + 1);
  expect([5, 25, 50, 75, 95, 100].map((percent) => percentile(twenty, percent))).toEqual([1, 5, 10, 15, 19, 20]);
  const three = Float64Array.of(1, 2, 3);
  expect([5, 50, 67, 95].map((percent) => percentile(three, percent))).toEqual([1, 2, 3, 3]);
  expect(() => percentile(new Float64Array(0), 50)).toThrow(RangeError);
});

test('fewer than thirty starts are not enough', () => {
  const history = walk({ seed: 1, candles: 200, swing: 0.01 });
  const candlesFor = (samples: number) => sliceColumns(history, 0, 48 + 12 - 1 + samples);
  expect(startsIn(someTerms, candlesFor(samplesMin - 1))).toBe(29);
  expect(outcomeDistribution(someTerms, candlesFor(samplesMin - 1))).toBeNull();
  expect(outcomeDistribution(someTerms, candlesFor(samplesMin))?.samples).toBe(30);
  const meanOf = (samples: number) => {
    const candles = candlesFor(samples);
    return meanOutcome(someTerms, candles, directionsOf(strategies[someTerms.strategy], candles))?.mean;
  };
  expect(meanOf(samplesMin - 1)).toBeUndefined();
  expect(meanOf(samplesMin)).toBe(outcomeDistribution(someTerms, candlesFor(samplesMin))?.mean);
  expect(startsIn(someTerms, candlesFor(-10))).toBe(0);
});

test('what comes after the history changes nothing in it: a quote uses no candle after now', () => {
  const history = walk({ seed: 7, candles: 400, swing: 0.01 });
  const now = sliceColumns(history, 0, 300);
  const copy = {
    ...now,
    close: now.close.slice(),
    open: now.open.slice(),
    high: now.high.slice(),
    low: now.low.slice(),
  };
  expect(outcomeDistribution(someTerms, now)).toEqual(outcomeDistribution(someTerms, copy));
  history.close.fill(1, 300);
  expect(outcomeDistribution(someTerms, now)).toEqual(outcomeDistribution(someTerms, copy));
});

describe('the histogram', () => {
  test('counts every start once, between the two bounds', () => {
    fc.assert(
      fc.property(anyTerms, anyWalk({ min: 120, max: 140 }), (terms, history) => {
        const distribution = outcomeDistribution(terms, history);
        const counts = distribution?.histogram.counts ?? [];
        expect(counts).toHaveLength(histogramBins);
        expect(counts.reduce((total, count) => total + count, 0)).toBe(distribution?.samples);
        expect(distribution?.histogram).toMatchObject({ from: -terms.maximumLoss, to: terms.maximumProfit });
      }),
    );
  });

  test('puts plans ended by a bound into the outermost bins, and a plan that stayed flat into the one that starts at zero', () => {
    const endless = (up: number) => candlesFrom(Array.from({ length: 120 }, (_, row) => climbing(100 + row * up)));
    const terms = { ...someTerms, maximumProfit: 0.05, maximumLoss: 0.03, feeRate: 0 };
    const rising = outcomeDistribution(terms, endless(1));
    expect(rising?.histogram.counts[histogramBins - 1]).toBe(rising?.samples);
    expect(rising).toMatchObject({ shareLost: 0, median: 0.05 });
    const betrayed = outcomeDistribution({ ...terms, strategy: 'reversion-1' }, endless(1));
    expect(betrayed?.histogram.counts[0]).toBe(betrayed?.samples);
    expect(betrayed).toMatchObject({ shareLost: 1, median: -0.03 });
    const still = outcomeDistribution(terms, endless(0));
    expect(still?.histogram.counts[9]).toBe(still?.samples);
    expect(still).toMatchObject({ shareLost: 0, median: 0, feeMean: 0 });
  });

  function climbing(price: number) {
    const rises = price === 100 ? 0 : 1;
    return [price, price + rises, price, price + rises] as const;
  }
});

test('neighbouring starts are not separate experience: twelve of them on 5-minute candles are one hour', () => {
  expect(separateHours('5m', 5_725)).toBe(477);
  expect(separateHours('1h', 7)).toBe(7);
});
