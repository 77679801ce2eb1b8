import type { OutputOf } from '#contract/operation.ts';
import type { getReplay as operation } from '#contract/proofs.ts';
import type { Market } from '#server/market/market.ts';
import { requireCoin } from '#server/market/require-coin.ts';

/** What is published of the replay; null on a live exchange. */
export function getReplay(market: Pick<Market, 'coins' | 'published'>, coin: string): OutputOf<typeof operation> {
  requireCoin(market, coin);
  const published = market.published(coin);
  return published && { ...published, recordedDays: [...published.recordedDays], prices: [...published.prices] };
}
