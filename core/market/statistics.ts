import { dayMs } from '#core/time/lengths.ts';
import type { Candle, CandleColumns } from './candle.ts';
import { rowAtOrAfter } from './columns.ts';

/** What a market list shows of one coin's last 24 hours. Prices in the quote asset. */
export interface DayStatistics {
  readonly last: number;
  /** Last price against the first of the window, in percent: 1.5 is +1.5 %. */
  readonly changePercent: number;
  readonly high: number;
  readonly low: number;
  /**
   * Traded in the window, in the quote asset. Candles do not carry it, so each minute's volume is valued at its typical
   * price, (high + low + close) / 3.
   */
  readonly value: number;
}

/**
 * The last 24 hours up to `now` (milliseconds since 1970 UTC): the minutes that open after `now` - 24 h, the forming one
 * included. `minutes` are the closed 1-minute candles, `forming` the candle of the running minute so far, if any. Prices from before
 * `comparableFrom` are left out: between them and later ones lies a break of the replay. Null when the window holds no candle.
 */
export function dayStatistics(
  minutes: CandleColumns,
  forming: Candle | null,
  now: number,
  comparableFrom: number | null = null,
): DayStatistics | null {
  const from = rowAtOrAfter(minutes.openTime, now - dayMs + 1);
  const rows = minutes.openTime.length;
  const compared = comparableFrom === null ? from : Math.max(from, rowAtOrAfter(minutes.openTime, comparableFrom));
  const opensWith = compared < rows ? minutes.open[compared] : forming?.open;
  const last = forming?.close ?? (compared < rows ? minutes.close[rows - 1] : undefined);
  if (opensWith === undefined || last === undefined) return null;
  let high = forming?.high ?? last;
  let low = forming?.low ?? last;
  let value = 0;
  for (let row = from; row < rows; row++) {
    const top = minutes.high[row] as number;
    const bottom = minutes.low[row] as number;
    if (row >= compared && top > high) high = top;
    if (row >= compared && bottom < low) low = bottom;
    value += (minutes.volume[row] as number) * ((top + bottom + (minutes.close[row] as number)) / 3);
  }
  if (forming !== null) value += forming.volume * ((forming.high + forming.low + forming.close) / 3);
  return { last, changePercent: (last / opensWith - 1) * 100, high, low, value };
}
