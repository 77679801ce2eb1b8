import type { Candle } from './candle.ts';

/** Whether a market can have made the prices and the volume of a candle: 0 < low <= open, close <= high, volume >= 0, all finite. Its time is left out. */
export function isPossibleCandle({ open, high, low, close, volume }: Omit<Candle, 'openTime'>): boolean {
  const isInside = low > 0 && low <= open && low <= close && high >= open && high >= close && Number.isFinite(high);
  return isInside && volume >= 0 && Number.isFinite(volume);
}
