/** One closed candle. Prices in the quote asset, volume in the base asset. */
export interface Candle {
  /** First millisecond of the candle, milliseconds since 1970 UTC, a multiple of its interval. */
  readonly openTime: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/**
 * Candles of one coin and interval as columns, oldest first: row i is one candle. Columns because the plan engine and the
 * outcome distribution read whole histories. All columns have the same length.
 */
export interface CandleColumns {
  readonly openTime: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Candle intervals of the product; `1m` is the stored base, the others are aggregated from it. */
export type Interval = '1m' | '5m' | '30m' | '1h' | '6h' | '1d';

/** Length of each interval in milliseconds. */
export const intervalMs: Readonly<Record<Interval, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '6h': 21_600_000,
  '1d': 86_400_000,
};

/** Row `index` of the columns. Throws a RangeError outside of them. */
export function candleAt(columns: CandleColumns, index: number): Candle {
  const { openTime, open, high, low, close, volume } = columns;
  const time = openTime[index];
  if (time === undefined) throw new RangeError(`no candle at ${index} of ${openTime.length}`);
  return {
    openTime: time,
    open: open[index] as number,
    high: high[index] as number,
    low: low[index] as number,
    close: close[index] as number,
    volume: volume[index] as number,
  };
}

/** Rows `from` (included) to `to` (excluded), sharing memory with `columns`. */
export function sliceColumns(columns: CandleColumns, from: number, to: number): CandleColumns {
  return {
    openTime: columns.openTime.subarray(from, to),
    open: columns.open.subarray(from, to),
    high: columns.high.subarray(from, to),
    low: columns.low.subarray(from, to),
    close: columns.close.subarray(from, to),
    volume: columns.volume.subarray(from, to),
  };
}

/** Candles as columns. */
export function columnsOf(candles: readonly Candle[]): CandleColumns {
  return {
    openTime: Float64Array.from(candles, (candle) => candle.openTime),
    open: Float64Array.from(candles, (candle) => candle.open),
    high: Float64Array.from(candles, (candle) => candle.high),
    low: Float64Array.from(candles, (candle) => candle.low),
    close: Float64Array.from(candles, (candle) => candle.close),
    volume: Float64Array.from(candles, (candle) => candle.volume),
  };
}
