import type { ProductClock } from './clock.ts';

/** A product clock set by hand, for tests. */
export interface TestClock extends ProductClock {
  advance(productMs: number): void;
}

export function createTestClock(startMs: number): TestClock {
  let time = startMs;
  return {
    now: () => time,
    wallNow: () => time,
    speed: 1,
    wallDelayMs: (productMs) => productMs,
    advance(productMs) {
      time += productMs;
    },
  };
}
