import type { CandleColumns } from '#core/market/candle.ts';
import type { Direction } from '../terms.ts';
import type { Strategy } from './strategy.ts';

/**
 * Bets on the return to the mean of the last 36 closes: short while the last close stands more than 1.5 standard deviations
 * and 0.3 % above it, long while it stands as far below, flat otherwise. The deviation is compared squared against the
 * variance, so no root is taken.
 */
export const reversion1 = {
  id: 'reversion-1',
  lookback: 36,
  parameters: { candles: 36, deviations: 1.5, leastDistance: 0.003 },
  directionAt,
} as const satisfies Strategy;

function directionAt({ close }: CandleColumns, index: number): Direction {
  const { candles, deviations, leastDistance } = reversion1.parameters;
  const from = index - candles;
  let total = 0;
  for (let row = from; row < index; row++) total += close[row] as number;
  const mean = total / candles;
  const distance = (close[index - 1] as number) - mean;
  if (distance <= mean * leastDistance && distance >= -mean * leastDistance) return 0;
  let squares = 0;
  for (let row = from; row < index; row++) {
    const difference = (close[row] as number) - mean;
    squares += difference * difference;
  }
  const variance = squares / candles;
  if (distance * distance <= deviations * deviations * variance) return 0;
  return distance > 0 ? -1 : 1;
}
