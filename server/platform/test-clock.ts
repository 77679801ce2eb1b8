import type { ProductClock } from './clock.ts';

/** A product clock that moves when it is told to: for tests. */
export interface TestClock extends ProductClock {
  /** Moves the time on and runs what falls due, in order. */
  advance(productMs: number): void;
}

export function createTestClock(startMs: number): TestClock {
  let time = startMs;
  const waiting = new Set<{ readonly time: number; readonly task: () => void }>();
  const runDue = (): void => {
    const due = [...waiting].filter((one) => one.time <= time).sort((one, other) => one.time - other.time);
    for (const one of due) if (waiting.delete(one)) one.task();
  };
  return {
    now: () => time,
    speed: 1,
    wallDelayMs: (productMs) => productMs,
    at(dueTime, task) {
      const entry = { time: dueTime, task };
      waiting.add(entry);
      queueMicrotask(runDue);
      return () => waiting.delete(entry);
    },
    advance(productMs) {
      time += productMs;
      runDue();
    },
  };
}
