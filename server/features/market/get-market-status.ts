import type { MarketStatus } from '#contract/market.ts';
import type { Market } from '#server/market/market.ts';

/** The market's source and the age of its newest price. */
export function getMarketStatus(market: Pick<Market, 'status'>): MarketStatus {
  return market.status();
}
