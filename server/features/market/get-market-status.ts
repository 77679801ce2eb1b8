import type { MarketStatus } from '#contract/market.ts';
import type { Market } from '#server/market/market.ts';

/** Where prices come from, and how old the newest is. */
export function getMarketStatus(market: Pick<Market, 'status'>): MarketStatus {
  return market.status();
}
