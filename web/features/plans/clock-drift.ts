/** The product clock as a phone read it, in ms since 1970 UTC, with the phone's own clock at that moment. */
export interface ClockReading {
  readonly product: number;
  /** Product milliseconds per wall millisecond. */
  readonly speed: number;
  readonly wall: number;
}

/** How far this phone's reading of the product clock may be ahead, in wall time. */
export const clockDifferenceMs = 10_000;

/** What phones and requests differ in, in wall time. */
const toleranceMs = 60_000;

/**
 * By how much the product clock has moved between two readings beyond what the phone's own clock and the speed allow, in product ms,
 * negative where it fell behind; null within a minute of wall time.
 */
export function clockDrift(kept: ClockReading, now: ClockReading): number | null {
  const drift = now.product - kept.product - (now.wall - kept.wall) * kept.speed;
  return Math.abs(drift) > toleranceMs * Math.max(1, kept.speed) ? drift : null;
}
