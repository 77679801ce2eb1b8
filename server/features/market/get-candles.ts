import { type ChartCandle, type ChartRange, chartCandlesMax, intervalOfRange } from '#contract/market.ts';
import type { Market } from '#server/market/market.ts';
import { requireCoin } from '#server/market/require-coin.ts';

/** The last candles of a coin, the unfinished one included. */
export function getCandles(market: Pick<Market, 'coins' | 'candles'>, coin: string, range: ChartRange): ChartCandle[] {
  requireCoin(market, coin);
  return market.candles(coin, intervalOfRange(range), chartCandlesMax);
}
