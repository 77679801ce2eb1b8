import { intervalMs } from '#core/market/candle.ts';
import { outcomeDistribution } from '#core/plans/distribution.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import type { Market } from '#server/market/market.ts';

/** Results of the first level's plan without leverage from every measured start, over all coins. */
export interface PastResults {
  /** Number of coins of the market. */
  readonly coins: number;
  readonly starts: number;
  readonly lost: number;
  /** Number of coins on which more than half of the starts lost. */
  readonly coinsMostlyLost: number;
}

export interface PastResultsDependencies {
  readonly market: Pick<Market, 'coins' | 'measured'>;
  readonly clock: { now(): number };
}

/** Computed from the market, again each hour of product time; takes a few milliseconds per coin. */
export function openPastResults({ market, clock }: PastResultsDependencies): () => PastResults {
  let known: { readonly at: number; readonly results: PastResults } | null = null;
  return () => {
    const now = clock.now();
    if (known === null || known.results.starts === 0 || now - known.at >= intervalMs['1h'])
      known = { at: now, results: measure(market, now) };
    return known.results;
  };
}

function measure(market: PastResultsDependencies['market'], now: number): PastResults {
  const [first] = levelsAt(now);
  if (!first) throw new Error('there is no plan level');
  const terms = termsOf(first, 1);
  const distributions = market.coins.flatMap(
    ({ symbol }) => outcomeDistribution(terms, market.measured(symbol, terms.interval)) ?? [],
  );
  const total = (of: (distribution: (typeof distributions)[number]) => number) =>
    distributions.reduce((sum, distribution) => sum + of(distribution), 0);
  return {
    coins: market.coins.length,
    starts: total(({ samples }) => samples),
    lost: total(({ samples, shareLost }) => Math.round(samples * shareLost)),
    coinsMostlyLost: distributions.filter(({ shareLost }) => shareLost > 0.5).length,
  };
}
