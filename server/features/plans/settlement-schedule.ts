import type pg from 'pg';
import type { Interval } from '#core/market/candle.ts';
import { levelSets } from '#core/plans/levels.ts';
import type { Market } from '#server/market/market.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { type SettledMoment, type SettlementDependencies, settlePlans } from './settle-plans.ts';

export interface ScheduleDependencies extends SettlementDependencies {
  readonly pool: pg.Pool;
  readonly market: Pick<
    Market,
    'binding' | 'closed' | 'closedBetween' | 'coins' | 'knownThrough' | 'onClosed' | 'source'
  >;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Log;
}

/** Bus topic for settled plans: `{ moments: SettledMoment[] }`. */
export const settledTopic = 'plans settled';

/** Candle intervals of all strategies, past ones included. */
export const planIntervals: ReadonlySet<Interval> = new Set(
  levelSets.flatMap(({ levels }) => levels.map(({ terms }) => terms.interval)),
);

/** Fallback interval: closing candles trigger settlement earlier. */
const everyMs = 60_000;
const momentsPerMessage = 100;

/**
 * Settles at the start (for candles that closed during downtime) and whenever candles close, on one node at a time. The lock
 * only avoids duplicate work: settlement is idempotent without it.
 */
export function scheduleSettlement(dependencies: ScheduleDependencies): { stop(): Promise<void> } {
  const { pool, market, log } = dependencies;
  const settling = poll({
    name: 'settlement',
    everyMs,
    log,
    lock: { pool, name: 'settlement' },
    async run(signal) {
      const { settled, failed, moments } = await settlePlans(dependencies, signal);
      if (settled > 0) {
        log.info({ settled }, 'plans settled');
        await publish(dependencies.bus, moments);
      }
      const [first] = failed;
      if (first) throw new Error(`${failed.length} plans could not be settled: ${first.key}`, { cause: first.reason });
    },
  });
  const end = market.onClosed((closed) => {
    if (closed.some(({ interval }) => planIntervals.has(interval))) settling.wake();
  });
  return {
    async stop() {
      end();
      await settling.stop();
    },
  };
}

async function publish(bus: Pick<Bus, 'publish'>, moments: readonly SettledMoment[]): Promise<void> {
  for (let from = 0; from < moments.length; from += momentsPerMessage) {
    await bus.publish(settledTopic, { moments: moments.slice(from, from + momentsPerMessage) });
  }
}
