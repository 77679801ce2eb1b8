import { hourMs } from '#core/time/lengths.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { type Poll, poll } from '#server/platform/poll.ts';
import { type BuildDependencies, buildTree } from './build-tree.ts';

export interface ScheduleDependencies extends BuildDependencies {
  readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
  readonly log: Log;
}

/** While another node builds the tree of this hour. */
const elsewhereMs = 1_000;

/**
 * A tree at the start, where this hour has none, and at every full hour of the product's time: it follows the product clock, as
 * balances do.
 */
export function scheduleTrees({ pool, clock, signingKey, log }: ScheduleDependencies): Poll {
  let isElsewhere = false;
  return poll({
    name: 'balance tree',
    log,
    everyMs: () => (isElsewhere ? elsewhereMs : clock.wallDelayMs(hourMs - (clock.now() % hourMs))),
    async run() {
      const startedAt = performance.now();
      const result = await buildTree({ pool, clock, signingKey });
      isElsewhere = result === 'elsewhere';
      if (result === 'built') log.info({ ms: Math.round(performance.now() - startedAt) }, 'balance tree built');
    },
  });
}
