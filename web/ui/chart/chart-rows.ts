import type { Candle } from '#core/market/candle.ts';

export interface ChartRow extends Candle {
  /** Whether the recording restarts within this row. */
  readonly seam: boolean;
}

/** Rows visible at first: indices 370 to 399 of 400. */
export const openingRows = 30;

/** The logical range of the last 30 rows. */
export function openingRange(count: number): { readonly from: number; readonly to: number } {
  return { from: count - openingRows, to: count - 1 };
}

/**
 * Index of the first row to redraw when `previous` is on the chart, or null when the whole series must be set: another start, fewer rows,
 * or a change before the last drawn row. `next.length` when nothing changed.
 */
export function changedFrom(previous: readonly ChartRow[], next: readonly ChartRow[]): number | null {
  if (previous.length === 0 || next.length < previous.length) return null;
  const last = previous.length - 1;
  for (let index = 0; index < last; index++) {
    if (!sameRow(previous[index], next[index])) return null;
  }
  if (previous[last]?.openTime !== next[last]?.openTime) return null;
  return sameRow(previous[last], next[last]) ? previous.length : last;
}

function sameRow(left: ChartRow | undefined, right: ChartRow | undefined): boolean {
  if (left === right) return true;
  return (
    left !== undefined &&
    right !== undefined &&
    left.openTime === right.openTime &&
    left.open === right.open &&
    left.high === right.high &&
    left.low === right.low &&
    left.close === right.close &&
    left.volume === right.volume
  );
}

/** Last price, and its change over the initially visible rows in percent. Null without rows. */
export function spanOf(rows: readonly ChartRow[]): { readonly last: number; readonly changePercent: number } | null {
  const last = rows.at(-1);
  const first = rows[Math.max(0, rows.length - openingRows)];
  if (!last || !first || !(first.open > 0)) return null;
  return { last: last.close, changePercent: (last.close / first.open - 1) * 100 };
}

const decimalsMax = 8;

/** Decimals of these rows' prices. */
export function priceDecimalsOf(rows: readonly ChartRow[]): number {
  let decimals = 0;
  for (const { close } of rows.slice(-openingRows)) {
    const [, fraction = ''] = close.toFixed(decimalsMax).replace(/0+$/, '').split('.');
    decimals = Math.max(decimals, fraction.length);
  }
  return decimals;
}
