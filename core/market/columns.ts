import type { CandleColumns } from './candle.ts';

/** A candle as a row: open time (ms since 1970 UTC), open, high, low, close, volume. */
export type CandleRow = [number, number, number, number, number, number];

/** The candles as rows, oldest first. */
export function rowsOf({ openTime, open, high, low, close, volume }: CandleColumns): CandleRow[] {
  const columns = [open, high, low, close, volume];
  return Array.from(openTime, (time, row) => [time, ...columns.map((column) => column[row])] as CandleRow);
}

/** The rows as columns. */
export function columnsOfRows(rows: readonly Readonly<CandleRow>[]): CandleColumns {
  const column = (index: 0 | 1 | 2 | 3 | 4 | 5) => Float64Array.from(rows, (row) => row[index]);
  return { openTime: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}

/** Columns without a row. */
export const noCandles: CandleColumns = emptyColumns(0);

/** Columns of `length` rows, all zero, to be filled. */
export function emptyColumns(length: number): CandleColumns {
  return {
    openTime: new Float64Array(length),
    open: new Float64Array(length),
    high: new Float64Array(length),
    low: new Float64Array(length),
    close: new Float64Array(length),
    volume: new Float64Array(length),
  };
}

/** Index of the first row that opens at or after `time`; the number of rows when none does. Open times must ascend. */
export function rowAtOrAfter(openTimes: Float64Array, time: number): number {
  let low = 0;
  let high = openTimes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((openTimes[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Copies all rows of `source` into `target` from row `at` on. Throws a RangeError when they do not fit. */
export function copyColumns(target: CandleColumns, at: number, source: CandleColumns): void {
  target.openTime.set(source.openTime, at);
  target.open.set(source.open, at);
  target.high.set(source.high, at);
  target.low.set(source.low, at);
  target.close.set(source.close, at);
  target.volume.set(source.volume, at);
}

/** All rows of the parts, one after the other, in new memory. */
export function joinColumns(parts: readonly CandleColumns[]): CandleColumns {
  const joined = emptyColumns(parts.reduce((rows, part) => rows + part.openTime.length, 0));
  let at = 0;
  for (const part of parts) {
    copyColumns(joined, at, part);
    at += part.openTime.length;
  }
  return joined;
}
