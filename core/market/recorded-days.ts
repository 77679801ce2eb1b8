import type { CandleColumns } from './candle.ts';
import type { CoinSymbol } from './coins.ts';
import { rowAtOrAfter } from './columns.ts';

const dayMs = 86_400_000;

/**
 * The whole recorded days, each the first millisecond of a day (UTC, milliseconds since 1970), in order: days that lie within
 * the recorded span of every coin and on which every coin has a candle. `coins`: the candles of each, `candleMs` long.
 */
export function recordedDays(coins: readonly CandleColumns[], candleMs: number): number[] {
  if (coins.length === 0 || coins.some(({ openTime }) => openTime.length === 0)) return [];
  const from = Math.max(...coins.map(({ openTime }) => openTime[0] as number));
  const to = Math.min(...coins.map(({ openTime }) => (openTime.at(-1) as number) + candleMs));
  const days: number[] = [];
  for (let day = Math.ceil(from / dayMs) * dayMs; day + dayMs <= to; day += dayMs) {
    if (coins.every(({ openTime }) => rowAtOrAfter(openTime, day) < rowAtOrAfter(openTime, day + dayMs)))
      days.push(day);
  }
  return days;
}

/** The coins that have the most candles on these days, of the candles of each: where some have all of them, those. */
export function fullestCoins(
  coins: ReadonlyMap<CoinSymbol, CandleColumns>,
  days: readonly number[],
): readonly CoinSymbol[] {
  const counts = [...coins].map(([coin, { openTime }]) => {
    const rows = days.map((day) => rowAtOrAfter(openTime, day + dayMs) - rowAtOrAfter(openTime, day));
    return { coin, candles: rows.reduce((total, count) => total + count, 0) };
  });
  const most = Math.max(...counts.map(({ candles }) => candles));
  return counts.filter(({ candles }) => candles === most).map(({ coin }) => coin);
}
