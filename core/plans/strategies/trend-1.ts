import type { CandleColumns } from '#core/market/candle.ts';
import type { Direction } from '../terms.ts';
import type { Strategy } from './strategy.ts';

/**
 * Follows the trend: the mean close of the last 12 candles against that of the last 48. Long while the fast mean stands more
 * than 0.1 % above the slow one, short while it stands more than 0.1 % below, flat in the neutral band between.
 * Two simple moving averages with a band around their crossing, the oldest rule of trend following.
 */
export const trend1 = {
  id: 'trend-1',
  lookback: 48,
  parameters: { fastCandles: 12, slowCandles: 48, neutralBand: 0.001 },
  directionAt,
} as const satisfies Strategy;

function directionAt({ close }: CandleColumns, index: number): Direction {
  const { fastCandles, slowCandles, neutralBand } = trend1.parameters;
  const fastFrom = index - fastCandles;
  let older = 0;
  for (let row = index - slowCandles; row < fastFrom; row++) older += close[row] as number;
  let recent = 0;
  for (let row = fastFrom; row < index; row++) recent += close[row] as number;
  const fast = recent / fastCandles;
  const slow = (older + recent) / slowCandles;
  if (fast > slow * (1 + neutralBand)) return 1;
  if (fast < slow * (1 - neutralBand)) return -1;
  return 0;
}
