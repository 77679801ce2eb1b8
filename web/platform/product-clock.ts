import type { MarketStatus } from '#contract/market.ts';

type ClockReading = Pick<MarketStatus, 'now' | 'clockSpeed'>;

/** Wall time for which a reading counts: the phone's own clock drifts by some milliseconds meanwhile. */
const readingMsMax = 60_000;

/** A clock of the server, by readings that arrive here. Each is late by its way: within a minute the least late one counts. */
function createFarClock() {
  let reading = { now: Number.NaN, wallMs: 0, clockSpeed: 1 };
  const timeAt = (wallMs: number): number => reading.now + (wallMs - reading.wallMs) * reading.clockSpeed;
  return {
    set({ now, clockSpeed }: ClockReading, wallMs = performance.now()): void {
      if (clockSpeed === reading.clockSpeed && now < timeAt(wallMs) && wallMs - reading.wallMs < readingMsMax) return;
      reading = { now, wallMs, clockSpeed };
    },
    /** NaN until first synchronised. */
    now: () => timeAt(performance.now()),
    speed: () => reading.clockSpeed,
  };
}

const productClock = createFarClock();
const wallClock = createFarClock();

/** Synchronises with the server's product clock, by a reading that arrived at `wallMs` of `performance.now()`. */
export function setProductClock(read: ClockReading, wallMs?: number): void {
  productClock.set(read, wallMs);
}

/** Synchronises with the server's wall clock, by the `Date` of an answer, which is to the second; an answer without one changes nothing. */
export function setServerWallClock(date: string | null): void {
  const now = Date.parse(date ?? '');
  if (!Number.isNaN(now)) wallClock.set({ now, clockSpeed: 1 });
}

/** The server's wall clock in milliseconds since 1970; the phone's until first synchronised. */
export function serverWallNow(): number {
  return wallClock.now() || Date.now();
}

/** Product time in milliseconds since 1970; NaN until first synchronised. */
export function syncedNow(): number {
  return productClock.now();
}

/** Product time in milliseconds since 1970; the phone's clock until first synchronised. */
export function productNow(): number {
  return syncedNow() || Date.now();
}

/** Speed relative to wall time; 1 unless accelerated. */
export function productClockSpeed(): number {
  return productClock.speed();
}
