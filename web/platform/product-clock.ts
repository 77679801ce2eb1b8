import type { MarketStatus } from '#contract/market.ts';

let reading = { productMs: Number.NaN, wallMs: 0, speed: 1 };

/** Takes the product's time as the server just said it. */
export function setProductClock(status: Pick<MarketStatus, 'now' | 'clockSpeed'>): void {
  reading = { productMs: status.now, wallMs: performance.now(), speed: status.clockSpeed };
}

/** Product time in milliseconds since 1970; the phone's own clock until the server has told. */
export function productNow(): number {
  if (Number.isNaN(reading.productMs)) return Date.now();
  return reading.productMs + (performance.now() - reading.wallMs) * reading.speed;
}

/** How much faster than a wall clock the product runs; 1 unless accelerated. */
export function productClockSpeed(): number {
  return reading.speed;
}
