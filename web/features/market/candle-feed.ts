import type { ChartCandle } from '#contract/market.ts';

/**
 * The candles with one from the stream merged, or null after a gap, when all must be refetched: the last candle had not closed, or one is
 * missing.
 */
export function withCandle(
  candles: readonly ChartCandle[],
  candle: ChartCandle,
  intervalMs: number,
): readonly ChartCandle[] | null {
  const last = candles.at(-1);
  if (!last) return [candle];
  if (candle.openTime < last.openTime || (candle.openTime === last.openTime && last.final)) return candles;
  if (candle.openTime === last.openTime) return [...candles.slice(0, -1), candle];
  if (!last.final || candle.openTime > last.openTime + intervalMs) return null;
  return [...candles, candle];
}
