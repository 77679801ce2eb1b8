import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { incomeOf, runPlan } from './engine.ts';
import { validateLevel, validateLevels } from './level-rules.ts';
import { canTake, levelSets, levelsAt, leverageUnlocked, loadLevelSets, termsOf } from './levels.ts';
import type { PlanLevel } from './terms.ts';
import { walk } from './walk.fixture.ts';

const levels = levelsAt(0);
const [first, second, , , fifth] = levels as [PlanLevel, PlanLevel, PlanLevel, PlanLevel, PlanLevel];

describe('the levels that ship', () => {
  test('are five, with both strategies in use', () => {
    expect(levels.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(levels.map(({ weightMin }) => weightMin)).toEqual([0, 500, 2_000, 5_000, 10_000]);
    expect(levels.map(({ leverageMax }) => leverageMax)).toEqual([5, 10, 15, 20, 25]);
    expect(new Set(levels.map(({ terms }) => terms.strategy))).toEqual(new Set(['trend-1', 'reversion-1']));
  });

  test('pay their bounds exactly for any amount in whole cents', () => {
    for (const { amountMin, amountMax, terms } of levels) {
      for (const bound of [terms.maximumProfit, -terms.maximumLoss]) {
        const percents = BigInt(Math.round(bound * 100));
        const inaccurate = fc.property(fc.bigInt(amountMin / 10_000n, amountMax / 10_000n), (cents) => {
          return incomeOf(usdt(cents * 10_000n), { result: bound }) === cents * 100n * percents;
        });
        fc.assert(inaccurate, { numRuns: 2_000 });
      }
    }
  });

  test('can lose their stated maximum at every leverage, and not by fees alone', () => {
    const still = walk({ seed: 1, candles: 72, swing: 0 });
    for (const level of levels) {
      for (const leverage of [1, level.leverageMax, 25]) {
        const { end } = runPlan({ ...termsOf(level, leverage), strategy: 'trend-1' }, still);
        expect(end).toBe('completed');
        expect(validateLevel(level, leverage)).toEqual([]);
      }
    }
  });
});

describe('levels by time', () => {
  const dearer = levels.map((level) => ({ ...level, terms: { ...level.terms, feeRate: 0.0004 } }));
  const sets = loadLevelSets([...levelSets, { effectiveFrom: 1_000, levels: dearer }]);

  test('hold from their moment until the next set', () => {
    expect(levelsAt(999, sets)).toBe(levels);
    expect(levelsAt(1_000, sets)).toBe(dearer);
    expect(levelsAt(1e15, sets)).toBe(dearer);
    expect(() => levelsAt(-1, sets)).toThrow(RangeError);
  });

  test('are refused out of order', () => {
    expect(() => loadLevelSets([...sets, { effectiveFrom: 1_000, levels }])).toThrow('no later');
  });
});

describe('a level that cannot be honoured', () => {
  const withTerms = (terms: Partial<PlanLevel['terms']>): PlanLevel => ({
    ...first,
    terms: { ...first.terms, ...terms },
  });

  test('is refused when entering a position alone reaches its maximum loss at the highest leverage', () => {
    const level = withTerms({ maximumLoss: 0.01, feeRate: 0.001 });
    expect(validateLevel(level)).toEqual([expect.stringContaining('could never be honoured at leverage 5')]);
    expect(validateLevel(level, 4)).toEqual([]);
    expect(() => loadLevelSets([{ effectiveFrom: 0, levels: [{ ...level, weightMax: 9 }] }])).toThrow(
      'never be honoured',
    );
  });

  test('is refused in a list for a leverage that a higher level unlocks', () => {
    const tight = { ...first, terms: { ...first.terms, maximumLoss: 0.005 } };
    expect(validateLevel(tight)).toEqual([]);
    expect(validateLevels([tight, second])).toEqual([]);
    expect(validateLevels([tight, second, ...levels.slice(2)])).toEqual([expect.stringContaining('leverage 25')]);
  });

  test('would indeed end at its first open, with the house bearing the rest', () => {
    const trending = walk({ seed: 12, candles: 60, swing: 0.02 });
    const terms = termsOf(withTerms({ maximumLoss: 0.01, feeRate: 0.01 }), 5);
    expect(validateLevel(withTerms(terms))).not.toEqual([]);
    expect(runPlan(terms, trending)).toMatchObject({ end: 'maximumLoss', result: -0.01, shortfall: 0.1 - 0.01 });
  });

  test.each<[string, Partial<PlanLevel>]>([
    ['an amount range upside down', { amountMin: usdt(2n), amountMax: usdt(1n) }],
    ['an amount of nothing', { amountMin: noUsdt }],
    ['an amount beyond exact doubles', { amountMax: usdt(2n ** 53n) }],
    ['a weight band upside down', { weightMin: 10, weightMax: 9 }],
    ['half a leverage', { leverageMax: 2.5 }],
    ['no leverage', { leverageMax: 0 }],
    ['no rounds', { terms: { ...first.terms, rounds: 0 } }],
    ['a loss above the whole amount', { terms: { ...first.terms, maximumLoss: 1.01 } }],
    ['no loss', { terms: { ...first.terms, maximumLoss: 0 } }],
    ['a profit that is not a number', { terms: { ...first.terms, maximumProfit: Number.NaN } }],
    ['a negative fee', { terms: { ...first.terms, feeRate: -0.0001 } }],
    ['an engine that does not exist', { terms: { ...first.terms, engine: 2 as 1 } }],
    ['no profit', { terms: { ...first.terms, maximumProfit: 0 } }],
    ['a profit without end', { terms: { ...first.terms, maximumProfit: Number.POSITIVE_INFINITY } }],
    ['a strategy that does not exist', { terms: { ...first.terms, strategy: 'toString' as 'trend-1' } }],
  ])('is refused with %s', (_name, change) => {
    expect(validateLevel({ ...first, ...change })).not.toEqual([]);
  });

  test('is sound at each of its bounds, and refused beyond it', () => {
    const whole = { ...first, terms: { ...first.terms, maximumLoss: 1 } };
    const edges: [inside: Partial<PlanLevel>, outside: Partial<PlanLevel>][] = [
      [{ id: 32_767 }, { id: 32_768 }],
      [
        { weightMin: 7, weightMax: 7 },
        { weightMin: 8, weightMax: 7 },
      ],
      [{ amountMin: first.amountMax }, { amountMin: usdt(first.amountMax + 1n) }],
      [{ amountMax: usdt(2n ** 53n - 1n) }, { amountMax: usdt(2n ** 53n) }],
      [{ leverageMax: 125 }, { leverageMax: 126 }],
      [{ terms: { ...whole.terms, rounds: 288 } }, { terms: { ...whole.terms, rounds: 289 } }],
      [{ terms: { ...whole.terms, feeRate: 0 } }, { terms: { ...whole.terms, feeRate: -Number.MIN_VALUE } }],
      [{ terms: whole.terms }, { terms: { ...whole.terms, maximumLoss: 1 + Number.EPSILON } }],
    ];
    for (const [inside, outside] of edges) {
      expect(validateLevel({ ...whole, ...inside }), Object.keys(inside).join()).toEqual([]);
      expect(validateLevel({ ...whole, ...outside }), Object.keys(outside).join()).toHaveLength(1);
    }
  });

  test('is refused in a list where it unlocks less leverage than the one before', () => {
    expect(validateLevels([first, { ...second, leverageMax: first.leverageMax }])).toEqual([]);
    expect(validateLevels([first, { ...second, leverageMax: first.leverageMax - 1 }])).toEqual([
      expect.stringContaining('less leverage'),
    ]);
  });

  test('is refused in a list with a hole, an overlap or a repeated id', () => {
    expect(validateLevels([])).not.toEqual([]);
    expect(validateLevels([second])).not.toEqual([]);
    expect(validateLevels([first, { ...second, weightMin: 499 }])).not.toEqual([]);
    expect(validateLevels([first, { ...second, weightMin: 501 }])).not.toEqual([]);
    expect(validateLevels([first, { ...second, id: 1 }])).not.toEqual([]);
    expect(validateLevels([first, second])).toEqual([]);
  });
});

describe('who may take a level', () => {
  test('the first is open to all, with nothing at all', () => {
    expect(canTake(first, 0, 0, noUsdt)).toEqual({ allowed: true, lacking: [] });
  });

  test('another asks for its weight score and its least amount, and says which is lacking', () => {
    const enough = second.amountMin;
    const short = usdt(enough - 1n);
    expect(canTake(second, 1, 500, enough)).toEqual({ allowed: true, lacking: [] });
    expect(canTake(second, 1, 499, enough)).toEqual({ allowed: false, lacking: ['weight'] });
    expect(canTake(second, 1, 500, short)).toEqual({ allowed: false, lacking: ['available'] });
    expect(canTake(second, 1, 499, short)).toEqual({ allowed: false, lacking: ['weight', 'available'] });
  });

  test('leverage follows the weight score', () => {
    const unlocked = [0, 499, 500, 1_999, 2_000, 5_000, 9_999, 10_000, 5_000_000].map((weight) =>
      leverageUnlocked(levels, weight),
    );
    expect(unlocked).toEqual([5, 5, 10, 10, 15, 20, 20, 25, 25]);
    expect(leverageUnlocked([], 100)).toBe(1);
    expect(termsOf(fifth, 25)).toEqual({ ...fifth.terms, leverage: 25 });
  });
});
