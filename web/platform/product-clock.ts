import type { MarketStatus } from '#contract/market.ts';

let reading = { productMs: Number.NaN, wallMs: 0, speed: 1 };

/** Synchronises with the server's product clock. */
export function setProductClock(status: Pick<MarketStatus, 'now' | 'clockSpeed'>): void {
  reading = { productMs: status.now, wallMs: performance.now(), speed: status.clockSpeed };
}

/** Product time in milliseconds since 1970; the phone's clock until first synchronised. */
export function productNow(): number {
  if (Number.isNaN(reading.productMs)) return Date.now();
  return reading.productMs + (performance.now() - reading.wallMs) * reading.speed;
}

/** Speed relative to wall time; 1 unless accelerated. */
export function productClockSpeed(): number {
  return reading.speed;
}
