import { LRUCache } from 'lru-cache';
import type { CandleColumns } from '#core/market/candle.ts';
import { type OutcomeDistribution, outcomeDistribution } from '#core/plans/distribution.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { directionsOf } from '#core/plans/strategies/strategy.ts';
import type { PlanTerms, StrategyId } from '#core/plans/terms.ts';

/** Outcome distributions by coin and terms, kept until the history has another first or last candle. */
export interface QuoteCache {
  /** The distribution over all closed candles of the coin; null with too few of them. */
  distribution(coin: string, terms: PlanTerms, history: CandleColumns): OutcomeDistribution | null;
}

/** Number of entries: levels by leverages of each coin, and its strategies by intervals. */
const distributionsMax = 5_000;
const directionsMax = 200;
const unusedMs = 3_600_000;

export function openQuoteCache(): QuoteCache {
  const distributions = new LRUCache<
    string,
    { readonly span: string; readonly distribution: OutcomeDistribution | null }
  >({ max: distributionsMax, ttl: unusedMs, updateAgeOnGet: true });
  const directions = new LRUCache<string, { readonly span: string; readonly directions: Int8Array }>({
    max: directionsMax,
    ttl: unusedMs,
    updateAgeOnGet: true,
  });
  const directionsFor = (coin: string, strategy: StrategyId, interval: string, history: CandleColumns): Int8Array => {
    const key = `${coin} ${strategy} ${interval}`;
    const span = spanOf(history);
    const known = directions.get(key);
    if (known?.span === span) return known.directions;
    const made = directionsOf(strategies[strategy], history);
    directions.set(key, { span, directions: made });
    return made;
  };
  return {
    distribution(coin, terms, history) {
      const { engine, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate } = terms;
      const key = [coin, engine, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate].join(' ');
      const span = spanOf(history);
      const known = distributions.get(key);
      if (known?.span === span) return known.distribution;
      const distribution = outcomeDistribution(terms, history, directionsFor(coin, strategy, interval, history));
      distributions.set(key, { span, distribution });
      return distribution;
    },
  };
}

/** At midnight a replay's history loses its oldest day, also where a gap keeps its newest candle the same. */
function spanOf({ openTime }: CandleColumns): string {
  return `${openTime[0]} ${openTime.at(-1)}`;
}
