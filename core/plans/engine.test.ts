import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sliceColumns } from '#core/market/candle.ts';
import { usdt } from '#core/money/amount.ts';
import { candlesUsed, incomeOf, planCandles, positionFee, runPlan, shortfallOf } from './engine.ts';
import { oracle } from './oracle.fixture.ts';
import { anyDirections, scripted, scriptOf } from './scripted.fixture.ts';
import { strategies } from './strategies/strategies.ts';
import type { Direction, PlanTerms } from './terms.ts';
import { anyTerms, anyWalk, candlesFrom, someTerms, walk } from './walk.fixture.ts';

type Row = readonly [open: number, high: number, low: number, close: number];

function run(terms: Partial<PlanTerms>, rows: readonly Row[], directions: readonly Direction[]) {
  const candles = candlesFrom(rows);
  return runPlan({ ...someTerms, rounds: rows.length, ...terms }, candles, scripted(scriptOf(candles, directions)));
}

describe('one plan by hand', () => {
  const calm = { leverage: 10, feeRate: 0, maximumProfit: 0.5, maximumLoss: 0.5 };

  test('a long round earns leverage times the move, a short one loses it, a flat one neither', () => {
    const rise: Row = [100, 101, 100, 101];
    const [long, short, flat] = run(calm, [rise, rise, rise], [1, -1, 0]).rounds;
    expect(long?.result).toBe(10 * (101 / 100 - 1));
    expect(short?.result).toBe(-10 * (101 / 100 - 1));
    expect(flat?.result).toBe(0);
  });

  test('running results add up, without compounding', () => {
    const rise: Row = [100, 101, 100, 101];
    const outcome = run(calm, [rise, rise], [1, 1]);
    expect(outcome).toMatchObject({ end: 'completed', result: 2 * (10 * (101 / 100 - 1)), shortfall: 0 });
  });

  test('every change of position is charged once: two fees for a position opened and closed, none for holding it', () => {
    const still: Row = [100, 100, 100, 100];
    const fee = 10 * 0.0002;
    const fees = (directions: readonly Direction[]) => {
      const { rounds, result } = run(
        { ...calm, feeRate: 0.0002 },
        directions.map(() => still),
        directions,
      );
      const paid = rounds.reduce((total, round) => total + round.fee, 0);
      expect(result).toBeCloseTo(-paid, 15);
      return paid;
    };
    expect(fees([0, 0, 0])).toBe(0);
    expect(fees([1, 1, 1])).toBeCloseTo(2 * fee, 15);
    expect(fees([0, 1, 0])).toBeCloseTo(2 * fee, 15);
    expect(fees([1, -1, -1])).toBeCloseTo(4 * fee, 15);
    expect(fees([1, 0, 1])).toBeCloseTo(4 * fee, 15);
  });

  test('the low of a candle that recovers still ends a long plan at the maximum loss, and not a short one', () => {
    const spike: Row = [100, 100.1, 99, 100];
    const terms = { ...calm, maximumLoss: 0.05 };
    expect(run(terms, [spike, spike], [1, 1])).toMatchObject({ end: 'maximumLoss', result: -0.05, shortfall: 0 });
    expect(run(terms, [spike, spike], [1, 1]).rounds).toHaveLength(1);
    expect(run(terms, [spike, spike], [-1, -1]).end).toBe('completed');
  });

  test('the high of a candle ends a long plan at the maximum profit, exactly', () => {
    const outcome = run({ ...calm, maximumProfit: 0.07 }, [[100, 101, 100, 100]], [1]);
    expect(outcome).toMatchObject({ end: 'maximumProfit', result: 0.07, shortfall: 0 });
  });

  test('a candle that touches both bounds takes the loss, long and short', () => {
    const wild: Row = [100, 110, 90, 100];
    expect(run(calm, [wild], [1])).toMatchObject({ end: 'maximumLoss', result: -0.5 });
    expect(run(calm, [wild], [-1])).toMatchObject({ end: 'maximumLoss', result: -0.5 });
    expect(run(calm, [wild], [0])).toMatchObject({ end: 'completed', result: 0 });
  });

  test('a bound touched to the last digit is touched', () => {
    const move = 10 * (99.5 / 100 - 1);
    expect(run({ ...calm, maximumLoss: -move }, [[100, 100, 99.5, 100]], [1]).end).toBe('maximumLoss');
    expect(run({ ...calm, maximumLoss: -move + 1e-12 }, [[100, 100, 99.5, 100]], [1]).end).toBe('completed');
    const rise = 10 * (100.5 / 100 - 1);
    expect(run({ ...calm, maximumProfit: rise }, [[100, 100.5, 100, 100]], [1]).end).toBe('maximumProfit');
    expect(run({ ...calm, maximumProfit: rise + 1e-12 }, [[100, 100.5, 100, 100]], [1]).end).toBe('completed');
  });

  test('a candle that opens beyond the maximum loss costs the member no more than it, and the house the rest', () => {
    const terms = { leverage: 10, feeRate: 0.001, maximumLoss: 0.05, maximumProfit: 0.5 };
    const down: Row = [100, 100, 99.8, 99.8];
    const still: Row = [100, 100, 100, 100];
    const outcome = run(terms, [down, still, still], [1, -1, -1]);
    expect(outcome).toMatchObject({ end: 'maximumLoss', result: -0.05 });
    expect(outcome.rounds).toHaveLength(2);
    expect(outcome.shortfall).toBeCloseTo(0.02 + 0.02 + 0.02 - 0.05, 12);
    expect(shortfallOf(usdt(100_000_000n), { shortfall: 0.0125 })).toBe(1_250_000n);
  });

  test('a price that jumps between two candles belongs to no round', () => {
    const outcome = run(
      calm,
      [
        [100, 100, 100, 100],
        [50, 50, 50, 50],
      ],
      [1, 1],
    );
    expect(outcome).toMatchObject({ end: 'completed', result: 0 });
  });
});

describe('a plan that still runs', () => {
  const candles = walk({ seed: 5, candles: 60, swing: 0.001 });

  test('shows its rounds so far and no end', () => {
    const started = runPlan(someTerms, sliceColumns(candles, 0, 48));
    expect(started).toEqual({ rounds: [], end: null, result: 0, shortfall: 0 });
    const half = runPlan(someTerms, sliceColumns(candles, 0, 54));
    expect(half.rounds).toHaveLength(6);
    expect(half.end).toBeNull();
  });

  test('has ended as soon as a bound is touched', () => {
    const terms = { ...someTerms, leverage: 50, maximumLoss: 0.02, maximumProfit: 0.02 };
    const wild = walk({ seed: 6, candles: 60, swing: 0.02 });
    const whole = runPlan(terms, wild);
    expect(whole.end).not.toBe('completed');
    expect(runPlan(terms, candlesUsed(terms, wild, whole))).toEqual(whole);
  });

  test('answers for its first rounds what the whole plan answers for them', () => {
    fc.assert(
      fc.property(anyTerms, anyWalk({ min: 80, max: 80 }), fc.nat(30), (terms, market, closed) => {
        const mine = planCandles(terms, market, strategies[terms.strategy].lookback);
        const whole = runPlan(terms, mine);
        const sofar = runPlan(terms, sliceColumns(mine, 0, strategies[terms.strategy].lookback + closed));
        expect(sofar.rounds).toEqual(whole.rounds.slice(0, closed));
        if (closed < whole.rounds.length) expect(sofar.end).toBeNull();
        else expect(sofar).toEqual(whole);
      }),
    );
  });

  test('cannot start before its lookback is complete', () => {
    expect(() => runPlan(someTerms, sliceColumns(candles, 0, 47))).toThrow(RangeError);
    expect(() => planCandles(someTerms, candles, 47)).toThrow(RangeError);
    expect(() => planCandles(someTerms, candles, 61)).toThrow(RangeError);
    expect(planCandles(someTerms, candles, 60).openTime).toHaveLength(48);
  });
});

describe('any plan on any market', () => {
  const anyPlan = fc
    .tuple(anyTerms, anyWalk({ min: 30, max: 30 }), anyDirections(30))
    .map(([terms, candles, directions]) => ({ terms, candles, strategy: scripted(scriptOf(candles, directions)) }));

  test('ends as a plain book of account says', () => {
    const ends = { completed: 0, maximumProfit: 0, maximumLoss: 0, shortfall: 0 };
    fc.assert(
      fc.property(anyPlan, ({ terms, candles, strategy }) => {
        const outcome = runPlan(terms, candles, strategy);
        const expected = oracle(terms, candles, strategy);
        expect(outcome.end).toBe(expected.end);
        expect(outcome.rounds).toHaveLength(expected.rounds);
        expect(outcome.result).toBeCloseTo(expected.result, 11);
        expect(outcome.shortfall).toBeCloseTo(expected.shortfall, 11);
        expect(outcome.rounds.reduce((total, { fee }) => total + fee, 0)).toBeCloseTo(expected.fees, 11);
        ends[expected.end]++;
        if (expected.shortfall > 0) ends.shortfall++;
      }),
      { numRuns: 2_000, seed: 1 },
    );
    for (const count of Object.values(ends)) expect(count).toBeGreaterThan(50);
  });

  test('never loses more than the maximum loss nor gains more than the maximum profit, at the end of any round', () => {
    fc.assert(
      fc.property(anyPlan, ({ terms, candles, strategy }) => {
        const outcome = runPlan(terms, candles, strategy);
        for (const { running } of [...outcome.rounds, { running: outcome.result }]) {
          expect(running).toBeGreaterThanOrEqual(-terms.maximumLoss);
          expect(running).toBeLessThanOrEqual(terms.maximumProfit);
        }
        expect(outcome.shortfall).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('shows rounds whose results add up to the running result, and that to the final one', () => {
    fc.assert(
      fc.property(anyPlan, ({ terms, candles, strategy }) => {
        const { rounds, result } = runPlan(terms, candles, strategy);
        let total = 0;
        for (const round of rounds) {
          total += round.result;
          expect(round.running).toBeCloseTo(total, 11);
        }
        expect(rounds.at(-1)?.running).toBe(result);
      }),
    );
  });

  test('gives equal exposure an equal gross result, whatever the leverage', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 2, max: 25 }), ({ terms, candles, strategy }, times) => {
        const unbounded = { ...terms, feeRate: 0, maximumLoss: 1e9, maximumProfit: 1e9, leverage: 1 };
        const plain = incomeOf(usdt(1_000_000_000n * BigInt(times)), runPlan(unbounded, candles, strategy));
        const geared = incomeOf(usdt(1_000_000_000n), runPlan({ ...unbounded, leverage: times }, candles, strategy));
        expect(Number(plain - geared)).toBeGreaterThanOrEqual(-1);
        expect(Number(plain - geared)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('pays the fees of its positions and nothing else on the way', () => {
    fc.assert(
      fc.property(anyPlan, ({ terms, candles, strategy }) => {
        const unbounded = { ...terms, maximumLoss: 1e9, maximumProfit: 1e9 };
        const net = runPlan(unbounded, candles, strategy);
        const gross = runPlan({ ...unbounded, feeRate: 0 }, candles, strategy);
        const opened = net.rounds.filter(({ fee }) => fee > 0).length;
        expect(gross.result - net.result).toBeCloseTo(opened * positionFee(terms), 11);
      }),
    );
  });

  test('is the same for a price a million times smaller, where the scale is a power of two', () => {
    fc.assert(
      fc.property(anyTerms, anyWalk({ min: 80, max: 80 }), (terms, candles) => {
        const scale = 2 ** -20;
        const [open, high, low, close] = [candles.open, candles.high, candles.low, candles.close].map((column) =>
          column.map((price) => price * scale),
        ) as [Float64Array, Float64Array, Float64Array, Float64Array];
        const small = runPlan(terms, { ...candles, open, high, low, close });
        const large = runPlan(terms, candles);
        expect(small.rounds.map(({ result }) => result)).toEqual(large.rounds.map(({ result }) => result));
        expect(small.end).toBe(large.end);
      }),
    );
  });
});

describe('a recording with a hole in it (2023-11-10 03:35 to 04:05)', () => {
  const hole = { from: Date.UTC(2023, 10, 10, 3, 35), to: Date.UTC(2023, 10, 10, 4, 5) };
  const wholeDay = walk({ seed: 9, candles: 80, swing: 0.004 });
  const openTime = wholeDay.openTime.map((time) => {
    const at = Date.UTC(2023, 10, 9, 22, 30) + time;
    return at < hole.from ? at : at + 35 * 60_000;
  });
  const holed = { ...wholeDay, openTime };
  const firstAfter = openTime.findIndex((time) => time > hole.to);
  const terms = { ...someTerms, maximumLoss: 0.9, maximumProfit: 0.9 };

  test('lets the plan run its rounds on the candles that exist, and invents none', () => {
    const { rounds, end } = runPlan(terms, planCandles(terms, holed, firstAfter - 4));
    expect(end).toBe('completed');
    const times = rounds.map(({ candle }) => candle.openTime);
    expect(times).toEqual([...openTime.subarray(firstAfter - 4, firstAfter + 8)]);
    expect(times[3]).toBe(Date.UTC(2023, 10, 10, 3, 30));
    expect(times[4]).toBe(Date.UTC(2023, 10, 10, 4, 10));
  });

  test('lets the plan wait at the hole for the next candle', () => {
    const waiting = runPlan(terms, planCandles(terms, sliceColumns(holed, 0, firstAfter), firstAfter - 4));
    expect(waiting).toMatchObject({ end: null });
    expect(waiting.rounds).toHaveLength(4);
  });
});

test('income is rounded once, toward zero, for a gain and for a loss', () => {
  expect(incomeOf(usdt(10n), { result: 0.19 })).toBe(1n);
  expect(incomeOf(usdt(10n), { result: -0.19 })).toBe(-1n);
  expect(incomeOf(usdt(10n), { result: -0.09 })).toBe(0n);
  expect(incomeOf(usdt(100_000_000n), { result: 0.07 })).toBe(7_000_000n);
});
