import { expect, test } from 'vitest';
import { type CandleColumns, sliceColumns } from '#core/market/candle.ts';
import { noCandles } from '#core/market/columns.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { boundTo } from './bundle.fixture.ts';
import { candlesHash } from './candle-hash.ts';
import { candlesUsed, runPlan } from './engine.ts';
import type { BoundMarket } from './market-binding.ts';
import { type PlanVerification, spanOf, verifyPlan } from './verify.ts';
import { candlesInTime, voidAfterMs, voidFrom } from './void.ts';
import { someTerms, walk } from './walk.fixture.ts';

const exchange: BoundMarket = { source: 'exchange', label: 'Binance', exchange: 'binance', instrument: 'ETH/USDT' };
const terms = { ...someTerms, rounds: 12, maximumProfit: 50, maximumLoss: 1 };
const history = walk({ seed: 8, candles: 60, swing: 0.004 });

/** The bundle of a void plan of which so many candles came. */
function voidOf(count: number, on: CandleColumns = history): PlanVerification {
  const given = sliceColumns(on, 0, count);
  const outcome = runPlan(terms, given);
  const candles = candlesUsed(terms, given, outcome);
  return {
    ...boundTo('ETH', terms, candles, () => exchange),
    ...{ terms, amount: usdt(50_000_000n), candles, candlesHash: candlesHash(candles) },
    claimed: { income: noUsdt, end: 'void', shortfall: noUsdt, results: outcome.rounds.map(({ result }) => result) },
  };
}

const bundle = voidOf(51);
const fieldsOf = (one: PlanVerification) => {
  const { matches, differences } = verifyPlan(one);
  expect(matches).toBe(differences.length === 0);
  return differences.map(({ field }) => field);
};
const claim = (change: Partial<PlanVerification['claimed']>) => ({
  ...bundle,
  claimed: { ...bundle.claimed, ...change },
});

test('the deadline is seven days after the last round would have closed, and candles at it do not count', () => {
  const { startsAt } = bundle;
  expect(voidFrom({ startsAt, terms })).toBe(startsAt + 12 * 300_000 + 7 * 86_400_000);
  const openTime = Float64Array.of(voidFrom(bundle) - 300_000, voidFrom(bundle));
  const two = { ...sliceColumns(history, 0, 2), openTime };
  expect([...candlesInTime(bundle, two).openTime]).toEqual([voidFrom(bundle) - 300_000]);
});

test('the days of a plan reach from its first candle to its last, those of a void one to its deadline', () => {
  const { startsAt, candles } = bundle;
  const [from, last] = [candles.openTime[0], candles.openTime.at(-1)];
  const end = voidFrom(bundle) - 300_000;
  expect(spanOf(claim({ end: 'completed' }))).toEqual({ from, to: last, last });
  expect(spanOf(bundle)).toEqual({ from, to: end, last });
  expect(spanOf({ ...bundle, candles: noCandles })).toEqual({ from: startsAt, to: end, last: startsAt });
});

test('a void plan matches after any number of rounds, and none of a market that is gone', () => {
  for (const count of [48, 49, 59]) expect(verifyPlan(voidOf(count))).toMatchObject({ matches: true, differences: [] });
  const gone = { ...bundle, candles: noCandles, candlesHash: candlesHash(noCandles) };
  const nothing = { ...gone, claimed: { ...gone.claimed, results: [] } };
  expect(verifyPlan(nothing)).toMatchObject({ matches: true, differences: [], outcome: null });
  expect(fieldsOf(gone)).toEqual(['rounds']);
  expect(fieldsOf({ ...nothing, claimed: { ...nothing.claimed, income: usdt(1n) } })).toEqual(['income']);
  expect(fieldsOf({ ...nothing, marketHash: '0'.repeat(64) })).toEqual(['marketHash']);
  expect(fieldsOf({ ...nothing, startsAt: nothing.startsAt + 1 })).toContain('startsAt');
  const ended = { ...nothing, claimed: { ...nothing.claimed, end: 'completed' as const } };
  expect(fieldsOf(ended)).toEqual(['candles']);
});

test('only a replay that plays elsewhere leaves a void plan without candles', () => {
  const replayed = boundTo('ETH', terms, bundle.candles);
  const gone = { ...bundle, ...replayed, candles: noCandles, candlesHash: candlesHash(noCandles) };
  const nothing = { ...gone, claimed: { ...gone.claimed, results: [] } };
  expect(verifyPlan({ ...nothing, reveal: { state: 'elsewhere' } })).toMatchObject({ matches: true });
  expect(fieldsOf(nothing)).toContain('reveal.state');
});

test('a plan that its candles ended is not void, and a void one has neither income nor shortfall', () => {
  const whole = voidOf(60);
  expect(runPlan(terms, whole.candles).end).toBe('completed');
  expect(fieldsOf(whole)).toEqual(['end']);
  expect(fieldsOf(claim({ income: usdt(1n) }))).toEqual(['income']);
  expect(fieldsOf(claim({ shortfall: usdt(1n) }))).toEqual(['shortfall']);
  expect(fieldsOf(claim({ results: bundle.claimed.results.slice(1) }))).toContain('rounds');
  expect(fieldsOf(claim({ end: null }))).toContain('income');
  expect(fieldsOf(claim({ end: 'completed' }))).toContain('end');
});

test('a plan is settled on no candle that opens at its deadline or later', () => {
  const late = { ...history, openTime: history.openTime.map((time, row) => (row < 59 ? time : time + voidAfterMs)) };
  const settledOn = (last: number): PlanVerification => {
    const openTime = late.openTime.with(59, last);
    const candles = { ...late, openTime };
    const outcome = runPlan(terms, candles);
    const results = outcome.rounds.map(({ result }) => result);
    const { startsAt: _startsAt, ...bound } = boundTo('ETH', terms, candles, () => exchange);
    return {
      ...{ ...bundle, ...bound, candles, candlesHash: candlesHash(candles) },
      claimed: { ...verifyIncome(candles), end: outcome.end, results },
    };
  };
  const deadline = voidFrom(bundle);
  expect(fieldsOf(settledOn(deadline - 300_000))).toEqual([]);
  expect(fieldsOf(settledOn(deadline))).toEqual(['end']);
});

/** Income and shortfall as the core computes them. */
function verifyIncome(candles: CandleColumns): {
  income: PlanVerification['amount'];
  shortfall: PlanVerification['amount'];
} {
  const found = verifyPlan({
    ...bundle,
    candles,
    candlesHash: candlesHash(candles),
    claimed: { ...bundle.claimed, end: 'completed' },
  });
  const computed = found.differences.find(({ field }) => field === 'income')?.computed ?? '0';
  return { income: usdt(BigInt(computed)), shortfall: noUsdt };
}
