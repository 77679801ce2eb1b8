import type { ChartCandle } from '#contract/market.ts';
import type { Basket } from '#core/market/basket.ts';

export type BasketRow = Omit<ChartCandle, 'final'>;

/** The index as chart rows, with the volume of all coins in USDT. */
export function basketRows({ points }: Basket, columns: readonly (readonly ChartCandle[])[]): readonly BasketRow[] {
  const traded = new Map<number, number>();
  const seams = new Set<number>();
  const breaks = new Set<number>();
  for (const { openTime, close, volume, seam, isBreak } of columns.flat()) {
    traded.set(openTime, (traded.get(openTime) ?? 0) + close * volume);
    if (seam) seams.add(openTime);
    if (isBreak) breaks.add(openTime);
  }
  return points.map(({ openTime, value }) => ({
    openTime,
    open: value,
    high: value,
    low: value,
    close: value,
    volume: traded.get(openTime) ?? 0,
    seam: seams.has(openTime),
    isBreak: breaks.has(openTime),
  }));
}
