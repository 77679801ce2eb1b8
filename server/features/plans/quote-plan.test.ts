import { expect, test } from 'vitest';
import { intervalMs, sliceColumns } from '#core/market/candle.ts';
import { listingOf } from '#core/market/coins.ts';
import { outcomeDistribution } from '#core/plans/distribution.ts';
import { takerFeeRate } from '#core/plans/levels.ts';
import { walk } from '#core/plans/walk.fixture.ts';
import { openQuoteCache } from './quote-cache.ts';
import { quotePlan } from './quote-plan.ts';

const quoteOver = (candles: number) => {
  const history = walk({ seed: 5, candles, swing: 0.004 });
  const dependencies = {
    market: { coins: ['BTC', 'ETH'].map(listingOf), measured: () => history },
    clock: { now: () => 0 },
    quotes: openQuoteCache(),
  };
  return { history, quote: quotePlan(dependencies, { id: 1, coin: 'ETH', multiple: 5 }) };
};

test('a quote shows the mean, the three shares and the separate hours, and the same starts at a taker’s fee', () => {
  const { history, quote } = quoteOver(600);
  const measured = outcomeDistribution(quote.terms, history);
  expect(quote.distribution).toMatchObject({
    samples: 541,
    hours: 45,
    mean: measured?.mean,
    shareLost: measured?.shareLost,
    shareFlat: measured?.shareFlat,
    shareEarned: measured?.shareEarned,
    ...{ median: measured?.median, low: measured?.p05, high: measured?.p95 },
    holding: { median: measured?.holding.median, low: measured?.holding.p05, high: measured?.holding.p95 },
  });
  const [first = 0, last = 0] = [history.openTime[0], history.openTime.at(-1)];
  expect([quote.historyFrom, quote.historyTo]).toEqual([first, last + intervalMs['5m']]);
  const taker = outcomeDistribution({ ...quote.terms, feeRate: takerFeeRate }, history);
  expect(quote.terms.feeRate).toBeLessThan(takerFeeRate);
  expect(quote.taker).toEqual({
    feeRate: takerFeeRate,
    mean: taker?.mean,
    median: taker?.median,
    shareLost: taker?.shareLost,
  });
  expect(quote.taker?.mean).toBeLessThan(quote.distribution?.mean ?? Number.NEGATIVE_INFINITY);
});

test('a quote says when it was asked for, and is measured at that moment', () => {
  const asked: (number | undefined)[] = [];
  const history = walk({ seed: 5, candles: 100, swing: 0.004 });
  let now = Date.UTC(2026, 0, 15) - 2;
  const market = {
    coins: [listingOf('ETH')],
    measured: (_coin: string, _interval: string, at?: number) => {
      asked.push(at);
      return history;
    },
  };
  // Midnight comes while it is measured.
  const clock = { now: () => ++now };
  const quote = quotePlan({ market, clock, quotes: openQuoteCache() }, { id: 1, coin: 'ETH', multiple: 5 });
  expect(quote.at).toBe(Date.UTC(2026, 0, 15) - 1);
  expect(asked).toEqual([quote.at]);
});

test('with too little history neither is there', () => {
  expect(quoteOver(70).quote).toMatchObject({ distribution: null, taker: null });
});

test('the quote of a coin is measured over its own history, though another coin was asked for before', () => {
  const histories = new Map(['BTC', 'ETH'].map((coin, seed) => [coin, walk({ seed, candles: 600, swing: 0.004 })]));
  const measured = (coin: string) => histories.get(coin) ?? walk({ seed: 9, candles: 600, swing: 0.004 });
  const market = { coins: ['BTC', 'ETH'].map(listingOf), measured };
  const dependencies = { market, clock: { now: () => 0 }, quotes: openQuoteCache() };
  for (const coin of ['BTC', 'ETH', 'BTC']) {
    const { distribution, terms } = quotePlan(dependencies, { id: 1, coin, multiple: 5 });
    expect(distribution?.mean).toBe(outcomeDistribution(terms, measured(coin))?.mean);
  }
});

test('a quote is measured anew once a candle has closed', () => {
  const whole = walk({ seed: 5, candles: 601, swing: 0.004 });
  let history = sliceColumns(whole, 0, 600);
  const market = { coins: [listingOf('ETH')], measured: () => history };
  const dependencies = { market, clock: { now: () => 0 }, quotes: openQuoteCache() };
  const samples = () => quotePlan(dependencies, { id: 1, coin: 'ETH', multiple: 5 }).distribution?.samples;
  expect(samples()).toBe(541);
  history = whole;
  expect(samples()).toBe(542);
});
