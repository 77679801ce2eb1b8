import { createHook } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Frames of the server's own code, without its tests. */
const ownFrame = /\/server\/(?!test\/)(?!.*\.(test|fixture)\.ts)/;

/**
 * Notices the timers that the server's own code begins from now on in this thread. `left` names those that still run, by the line that began
 * them.
 */
export function watchTimers(): { left(): Promise<string[]>; stop(): void } {
  const running = new Map<number, string>();
  const hook = createHook({
    init(id, type) {
      if (type !== 'Timeout') return;
      const lines = new Error().stack?.split('\n').slice(1) ?? [];
      // The timer of an `AbortSignal.timeout` keeps no process alive, and ends with its signal.
      if (lines.some((line) => line.includes('AbortSignal.timeout'))) return;
      const begun = lines.find((line) => !line.includes('node:') && !line.includes('timers.fixture'));
      if (begun !== undefined && ownFrame.test(begun)) running.set(id, begun.trim());
    },
    destroy: (id) => void running.delete(id),
  }).enable();
  return {
    async left() {
      // The destroy hook is called asynchronously, on a busy machine many turns after the timer has ended.
      for (let waits = 0; running.size > 0 && waits < 100; waits++) await delay(20);
      return [...running.values()];
    },
    stop: () => void hook.disable(),
  };
}
