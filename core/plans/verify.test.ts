import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candle, type CandleColumns, candleAt, columnsOf, sliceColumns } from '#core/market/candle.ts';
import {
  impossibleCandles,
  impossibleNumbers,
  impossibleTimes,
  possibleCandles,
} from '#core/market/possible-candle.fixture.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { boundTo, someReplay } from './bundle.fixture.ts';
import { candlesHash } from './candle-hash.ts';
import { candlesUsed, incomeOf, planCandles, runPlan, shortfallOf } from './engine.ts';
import { bindingHash, lookbackHashIn, type MarketBinding } from './market-binding.ts';
import { strategies } from './strategies/strategies.ts';
import { areSoundTerms, type PlanTerms } from './terms.ts';
import { type PlanVerification, verifyPlan } from './verify.ts';
import { anyTerms, anyWalk, someTerms, walk } from './walk.fixture.ts';

/** What an honest server hands out for a plan on this market. */
function honest(terms: PlanTerms, market: CandleColumns, amount = usdt(123_456_789n)): PlanVerification {
  const given = planCandles(terms, market, strategies[terms.strategy].lookback);
  const outcome = runPlan(terms, given);
  const candles = candlesUsed(terms, given, outcome);
  const claimed = {
    income: incomeOf(amount, outcome),
    end: outcome.end,
    shortfall: shortfallOf(amount, outcome),
    results: outcome.rounds.map(({ result }) => result),
  };
  return { ...boundTo('ETH', terms, candles), terms, amount, candles, candlesHash: candlesHash(candles), claimed };
}

const bundle = honest(someTerms, walk({ seed: 21, candles: 60, swing: 0.003 }));

test('an honest bundle matches, settled or still running', () => {
  fc.assert(
    fc.property(anyTerms, anyWalk({ min: 48, max: 90 }), (terms, market) => {
      expect(verifyPlan(honest(terms, market))).toMatchObject({ matches: true, differences: [] });
    }),
  );
});

test('a bundle that went over the wire as JSON still matches, bit for bit', () => {
  const rows = Array.from(bundle.candles.openTime, (_, row) => candleAt(bundle.candles, row));
  const candles = columnsOf(JSON.parse(JSON.stringify(rows)));
  const results = JSON.parse(JSON.stringify(bundle.claimed.results));
  expect(verifyPlan({ ...bundle, candles, claimed: { ...bundle.claimed, results } }).matches).toBe(true);
});

describe('a tampered bundle is found out', () => {
  const fieldsOf = (tampered: PlanVerification) => {
    const { matches, differences } = verifyPlan(tampered);
    expect(matches).toBe(false);
    return differences.map(({ field }) => field);
  };
  const claim = (change: Partial<PlanVerification['claimed']>) => ({
    ...bundle,
    claimed: { ...bundle.claimed, ...change },
  });

  test('one micro-USDT of income', () => {
    const income = usdt(bundle.claimed.income + 1n);
    expect(verifyPlan(claim({ income })).differences).toEqual([
      { field: 'income', claimed: `${income}`, computed: `${bundle.claimed.income}` },
    ]);
  });

  test('another end, a shortfall, one bit of one round, a round too few', () => {
    const results = bundle.claimed.results.map((result, round) => (round === 3 ? result + 1e-16 : result));
    expect(fieldsOf(claim({ end: 'maximumLoss' }))).toEqual(['end']);
    expect(fieldsOf(claim({ shortfall: usdt(1n) }))).toEqual(['shortfall']);
    expect(verifyPlan(claim({ results })).differences).toMatchObject([{ field: 'result', round: 3 }]);
    expect(fieldsOf(claim({ results: results.slice(0, -1) }))).toContain('rounds');
  });

  test('a changed candle, even where the changed value decides nothing', () => {
    const volume = bundle.candles.volume.map((value, row) => (row === 2 ? value + 1 : value));
    expect(fieldsOf({ ...bundle, candles: { ...bundle.candles, volume } })).toEqual(['candlesHash', 'lookbackHash']);
  });

  test('a candle too few or too many', () => {
    const fewer = sliceColumns(bundle.candles, 0, 59);
    expect(fieldsOf({ ...bundle, candles: fewer, candlesHash: candlesHash(fewer) })).toContain('rounds');
    const more = walk({ seed: 21, candles: 61, swing: 0.003 });
    expect(fieldsOf({ ...bundle, candles: more, candlesHash: candlesHash(more) })).toEqual(['candles']);
  });

  test('the start, the market and the candles that were known at placing', () => {
    const bound = (change: Partial<MarketBinding>): PlanVerification => {
      const market = { ...bundle.market, ...change };
      return { ...bundle, market, marketHash: bindingHash(market) };
    };
    const lookback = (change: Partial<MarketBinding['lookback']>) =>
      bound({ lookback: { ...bundle.market.lookback, ...change } });
    const { rows, through } = bundle.market.lookback;
    const step = 300_000;
    expect(fieldsOf({ ...bundle, startsAt: bundle.startsAt + step })).toContain('startsAt');
    expect(fieldsOf({ ...bundle, startsAt: bundle.startsAt - step })).toContain('startsAt');
    expect(fieldsOf({ ...bundle, startsAt: bundle.startsAt - 1 })).toContain('startsAt');
    expect(fieldsOf({ ...bundle, lookback: 47 })).toEqual(['lookback']);
    expect(fieldsOf({ ...bundle, marketHash: '0'.repeat(64) })).toEqual(['marketHash']);
    expect(fieldsOf({ ...bundle, market: { ...bundle.market, market: someReplay(5 * 86_400_000) } })).toEqual([
      'marketHash',
      'marketDay',
    ]);
    expect(fieldsOf({ ...bundle, coin: 'BTC' })).toEqual(['marketCoin']);
    expect(fieldsOf(bound({ interval: '1h' }))).toEqual(['marketInterval']);
    expect(fieldsOf(lookback({ rows: rows - 1 }))).toEqual(['lookbackRows', 'lookbackHash']);
    expect(fieldsOf(lookback({ through: through - step }))).toEqual(['lookbackRows', 'lookbackHash']);
    expect(fieldsOf(lookback({ through: bundle.startsAt }))).toContain('lookbackThrough');
    expect(fieldsOf(lookback({ through: through - 1 }))).toContain('lookbackThrough');
    expect(fieldsOf(lookback({ hash: '0'.repeat(64) }))).toEqual(['lookbackHash']);
    // Its own rounds, as if they had been known: rows and hash are what such a binding says.
    for (const row of [48, 49, 50]) {
      const known = { rows: row + 1, through: bundle.candles.openTime[row] ?? 0 };
      const hash = lookbackHashIn(bundle.candles, { ...known, hash: '' }) ?? '';
      expect(fieldsOf(lookback({ ...known, hash }))).toEqual(['lookbackThrough']);
    }
    const others = walk({ seed: 22, candles: 60, swing: 0.003 });
    expect(fieldsOf(honestOver(others))).toContain('lookbackHash');
  });

  /** Honest in itself, but over other candles than the plan was bound to. */
  const honestOver = (market: CandleColumns): PlanVerification => {
    const { market: bound, marketHash } = bundle;
    return { ...honest(someTerms, market), market: bound, marketHash };
  };

  test('other terms than the plan was placed with', () => {
    expect(fieldsOf({ ...bundle, terms: { ...someTerms, feeRate: 0.0003 } })).toContain('income');
    expect(fieldsOf({ ...bundle, terms: { ...someTerms, leverage: 11 } })).toContain('income');
    expect(fieldsOf({ ...bundle, amount: usdt(bundle.amount + 1_000_000n) })).toContain('income');
  });
});

describe('a bundle that no plan can have is refused, never run', () => {
  const nonsense = (change: Partial<Record<keyof PlanTerms, unknown>>) =>
    verifyPlan({ ...bundle, terms: { ...someTerms, ...change } as PlanTerms });

  test('an engine or strategy of which nothing is known', () => {
    expect(nonsense({ engine: 2 })).toMatchObject({
      matches: false,
      outcome: null,
      differences: [{ field: 'engine' }],
    });
    expect(nonsense({ strategy: 'constructor' })).toMatchObject({ matches: false, outcome: null });
  });

  test('terms, amounts and candles out of all range', () => {
    for (const change of [
      { leverage: Number.NaN },
      { leverage: 0.5 },
      { rounds: -1 },
      { feeRate: Number.NaN },
      { maximumLoss: 2 },
    ]) {
      expect(nonsense(change)).toMatchObject({ matches: false, outcome: null, differences: [{ field: 'terms' }] });
    }
    expect(verifyPlan({ ...bundle, amount: usdt(2n ** 60n) }).outcome).toBeNull();
    expect(verifyPlan({ ...bundle, candles: columnsOf([]) }).outcome).toBeNull();
  });

  function withCandle(row: number, of: (candle: Candle) => Candle): PlanVerification {
    const rows = Array.from(bundle.candles.openTime, (_, place) => candleAt(bundle.candles, place));
    return { ...bundle, candles: columnsOf(rows.map((one, place) => (place === row ? of(one) : one))) };
  }

  test.each([...impossibleCandles, ...impossibleNumbers])('%s, in the lookback and in a round', (_what, of) => {
    for (const row of [0, 20, 50, 59]) {
      expect(verifyPlan(withCandle(row, of))).toMatchObject({
        matches: false,
        outcome: null,
        differences: [{ field: 'candles', claimed: `row ${row}` }],
      });
    }
  });

  test.each(impossibleTimes)('a candle whose time is %s', (_what, of) => {
    const altered = withCandle(50, (candle) => ({ ...candle, openTime: of(candle.openTime, 300_000) }));
    const { differences, outcome } = verifyPlan(altered);
    // The next one is not later than a time in microseconds.
    expect(differences).toMatchObject([{ field: 'candles', claimed: expect.stringMatching(/^row 5[01]$/) }]);
    expect(outcome).toBeNull();
  });

  test('all of whose times are in microseconds', () => {
    const candles = { ...bundle.candles, openTime: bundle.candles.openTime.map((time) => time * 1_000) };
    const { differences } = verifyPlan({ ...bundle, candles, candlesHash: candlesHash(candles) });
    expect(differences.map(({ field }) => field)).toContain('startsAt');
  });

  test.each(possibleCandles)('%s by what follows from it alone', (_what, of) => {
    const { outcome, differences } = verifyPlan(withCandle(50, of));
    expect(outcome).not.toBeNull();
    expect(differences.filter(({ computed }) => /later than the one before/.test(computed))).toEqual([]);
  });

  test('any numbers at all, without an exception', () => {
    const number = fc.double();
    fc.assert(
      fc.property(
        fc.record({ rounds: number, leverage: number, maximumProfit: number, maximumLoss: number, feeRate: number }),
        fc.bigInt(-(2n ** 70n), 2n ** 70n),
        fc.array(
          fc.record({ openTime: number, open: number, high: number, low: number, close: number, volume: number }),
          { maxLength: 70 },
        ),
        (terms, amount, candles) => {
          const bad = {
            ...bundle,
            terms: { ...someTerms, ...terms },
            amount: usdt(amount),
            candles: columnsOf(candles),
          };
          expect(verifyPlan(bad).matches).toBe(false);
          expect(verifyPlan({ ...bundle, terms: { ...someTerms, ...terms } }).matches).toBe(false);
        },
      ),
    );
  });

  test('an amount of nothing, or less', () => {
    const still = honest(someTerms, walk({ seed: 2, candles: 60, swing: 0 }), usdt(1n));
    expect(verifyPlan(still).matches).toBe(true);
    for (const amount of [noUsdt, usdt(-1n)]) {
      expect(verifyPlan({ ...still, amount }).differences).toMatchObject([{ field: 'terms' }]);
    }
  });

  test('terms just outside the bounds that the rule page names; at them they are sound', () => {
    const edges: [Partial<PlanTerms>, Partial<PlanTerms>][] = [
      [{ rounds: 1 }, { rounds: 0 }],
      [{ rounds: 288 }, { rounds: 289 }],
      [{ rounds: 12 }, { rounds: 11.5 }],
      [{ leverage: 2 }, { leverage: 1.5 }],
      [{ leverage: 125 }, { leverage: 126 }],
      [{ maximumProfit: 0.000_001 }, { maximumProfit: 0.000_000_9 }],
      [{ maximumProfit: 1_000_000 }, { maximumProfit: 1_000_000.1 }],
      [{ maximumLoss: 0.000_001 }, { maximumLoss: 0.000_000_9 }],
      [{ maximumLoss: 1 }, { maximumLoss: 1.000_001 }],
      [{ feeRate: 0 }, { feeRate: -0.000_001 }],
      [{ feeRate: 0.999_999 }, { feeRate: 1 }],
    ];
    for (const [inside, outside] of edges) {
      expect(areSoundTerms({ ...someTerms, ...inside }), JSON.stringify(inside)).toBe(true);
      expect(areSoundTerms({ ...someTerms, ...outside }), JSON.stringify(outside)).toBe(false);
    }
  });
});
