import type { MarketRow } from '#contract/market.ts';
import type { Market } from '#server/market/market.ts';
import { requireCoin } from '#server/market/require-coin.ts';

/** The market list, or the row of one coin. */
export function listMarkets(market: Pick<Market, 'coins' | 'listing'>, coin: string | undefined): MarketRow[] {
  if (coin === undefined) return [...market.listing()];
  requireCoin(market, coin);
  return market.listing().filter((row) => row.coin === coin);
}
