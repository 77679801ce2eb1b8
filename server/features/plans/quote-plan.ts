import type { InputOf } from '#contract/operation.ts';
import type { quotePlan as operation, PlanQuote } from '#contract/plans-offer.ts';
import { intervalMs } from '#core/market/candle.ts';
import { type OutcomeDistribution, type Spread, separateHours } from '#core/plans/distribution.ts';
import { positionFee } from '#core/plans/engine.ts';
import { levelsAt, takerFeeRate, termsOf } from '#core/plans/levels.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import type { Market } from '#server/market/market.ts';
import { requireCoin } from '#server/market/require-coin.ts';
import { findLevel, requireLeverage } from './plan-offer.ts';
import type { QuoteCache } from './quote-cache.ts';

export interface QuotePlanDependencies {
  readonly market: Pick<Market, 'coins' | 'measured'>;
  readonly clock: { now(): number };
  readonly quotes: QuoteCache;
}

/** The plan's outcomes over every start in the history so far, by the engine that settles. */
export function quotePlan(
  { market, clock, quotes }: QuotePlanDependencies,
  { id, coin, multiple: leverage }: InputOf<typeof operation>,
): PlanQuote {
  const at = clock.now();
  const { levels, level } = findLevel(levelsAt(at), id);
  requireCoin(market, coin);
  requireLeverage(levels, leverage);
  const terms = termsOf(level, leverage);
  const history = market.measured(coin, terms.interval, at);
  const measured = quotes.distribution(coin, terms, history);
  const taker = quotes.distribution(coin, { ...terms, feeRate: takerFeeRate }, history);
  const lastOpen = history.openTime.at(-1);
  return {
    terms,
    distribution: measured && distributionOf(terms, measured),
    at,
    historyFrom: history.openTime[0] ?? null,
    historyTo: lastOpen === undefined ? null : lastOpen + intervalMs[terms.interval],
    feeOnce: positionFee(terms),
    feeMean: measured?.feeMean ?? null,
    taker: taker && { feeRate: takerFeeRate, mean: taker.mean, median: taker.median, shareLost: taker.shareLost },
  };
}

function distributionOf(
  { interval }: PlanTerms,
  measured: OutcomeDistribution,
): NonNullable<PlanQuote['distribution']> {
  return {
    samples: measured.samples,
    hours: separateHours(interval, measured.samples),
    shareLost: measured.shareLost,
    shareFlat: measured.shareFlat,
    shareEarned: measured.shareEarned,
    mean: measured.mean,
    ...spreadOf(measured),
    holding: spreadOf(measured.holding),
    histogram: { ...measured.histogram, counts: [...measured.histogram.counts] },
  };
}

function spreadOf({ median, p05, p95 }: Spread): { median: number; low: number; high: number } {
  return { median, low: p05, high: p95 };
}
