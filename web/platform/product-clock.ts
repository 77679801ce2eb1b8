import type { MarketStatus } from '#contract/market.ts';

let reading = { productMs: Number.NaN, wallMs: 0, speed: 1 };

/** Wall time for which a reading counts: the phone's own clock drifts by some milliseconds meanwhile. */
const readingMsMax = 60_000;

/**
 * Synchronises with the server's product clock, by a reading that arrived at `wallMs` of `performance.now()`. Each is late by its way here: within a
 * minute the least late one counts.
 */
export function setProductClock(
  { now, clockSpeed }: Pick<MarketStatus, 'now' | 'clockSpeed'>,
  wallMs = performance.now(),
): void {
  if (clockSpeed === reading.speed && now < timeAt(wallMs) && wallMs - reading.wallMs < readingMsMax) return;
  reading = { productMs: now, wallMs, speed: clockSpeed };
}

/** Product time in milliseconds since 1970; NaN until first synchronised. */
export function syncedNow(): number {
  return timeAt(performance.now());
}

const timeAt = (wallMs: number): number => reading.productMs + (wallMs - reading.wallMs) * reading.speed;

/** Product time in milliseconds since 1970; the phone's clock until first synchronised. */
export function productNow(): number {
  return syncedNow() || Date.now();
}

/** Speed relative to wall time; 1 unless accelerated. */
export function productClockSpeed(): number {
  return reading.speed;
}
