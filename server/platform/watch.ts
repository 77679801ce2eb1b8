import type { Log } from './log.ts';
import { repeat } from './repeat.ts';

export interface WatchDependencies {
  /** What is looked at, for the log. */
  readonly what: string;
  /** Looks once; a failure is logged and made up for by the next look. */
  readonly look: () => Promise<unknown>;
  /** Wall time between two looks; never less than a fifth of a second, however fast the product clock runs. */
  readonly pauseMs: number;
  readonly log: Log;
}

const pauseMsMin = 200;

/** Looks at something again and again until it is stopped, which waits for the look under way. */
export function watch({ what, look, pauseMs, log }: WatchDependencies): { stop(): Promise<void> } {
  return repeat(Math.max(pauseMsMin, pauseMs), async () => {
    try {
      await look();
    } catch (error) {
      log.error({ err: error }, `${what} could not be looked at, they wait for the next turn`);
    }
  });
}
