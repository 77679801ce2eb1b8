import { dayMs } from '#core/time/lengths.ts';
import type { CandleColumns } from './candle.ts';

/**
 * The whole recorded days, each the first millisecond of a day (UTC, milliseconds since 1970), in order: days that lie within
 * the recorded span of every coin. `coins`: the candles of each, `candleMs` long.
 */
export function recordedDays(coins: readonly CandleColumns[], candleMs: number): number[] {
  if (coins.length === 0 || coins.some(({ openTime }) => openTime.length === 0)) return [];
  const from = Math.max(...coins.map(({ openTime }) => openTime[0] as number));
  const to = Math.min(...coins.map(({ openTime }) => (openTime.at(-1) as number) + candleMs));
  const days: number[] = [];
  for (let day = Math.ceil(from / dayMs) * dayMs; day + dayMs <= to; day += dayMs) days.push(day);
  return days;
}
