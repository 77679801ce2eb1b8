import type { ProductClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { type GrowDependencies, growTree, hourMs } from './grow-tree.ts';

export interface ScheduleDependencies extends GrowDependencies {
  readonly clock: Pick<ProductClock, 'now' | 'at'>;
  readonly log: Log;
}

/** After a failure, and while another node grows the tree of this hour, in wall time. */
const againMs = 5_000;

/**
 * A tree at the start, where this hour has none, and at every full hour of the product's time: it follows the product clock,
 * as balances do, which the job queue's wall clock does not.
 */
export function scheduleTrees({ pool, clock, log }: ScheduleDependencies): { stop(): Promise<void> } {
  let isStopped = false;
  let cancel: () => void = () => {};
  let running: Promise<void> = Promise.resolve();

  const next = (): number => (Math.floor(clock.now() / hourMs) + 1) * hourMs;
  const turn = async (): Promise<void> => {
    let isDone = true;
    try {
      const startedAt = performance.now();
      const growth = await growTree({ pool, clock });
      isDone = growth !== 'elsewhere';
      if (growth === 'grown') log.info({ ms: Math.round(performance.now() - startedAt) }, 'tree of balances grown');
    } catch (error) {
      isDone = false;
      log.error({ err: error }, 'the tree of balances could not be grown, it is tried again');
    }
    if (isStopped) return;
    if (isDone) {
      cancel = clock.at(next(), begin);
    } else {
      const timer = setTimeout(begin, againMs);
      timer.unref();
      cancel = () => clearTimeout(timer);
    }
  };
  const begin = (): void => {
    if (!isStopped) running = turn();
  };
  begin();
  return {
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
