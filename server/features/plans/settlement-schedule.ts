import type pg from 'pg';
import type { Interval } from '#core/market/candle.ts';
import { levelSets } from '#core/plans/levels.ts';
import type { Market } from '#server/market/market.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { type SettledMoment, type SettlementNeeds, settlePlans } from './settle-plans.ts';

export interface ScheduleNeeds extends SettlementNeeds {
  readonly pool: pg.Pool;
  readonly market: Pick<Market, 'closed' | 'closedBetween' | 'source' | 'onClosed'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Log;
}

/** Topic on which nodes tell each other that plans settled: `{ moments: SettledMoment[] }`. */
export const settledTopic = 'plans settled';

/** Candle intervals that plans run on, or ever ran on. */
export const planIntervals: ReadonlySet<Interval> = new Set(
  levelSets.flatMap(({ levels }) => levels.map(({ terms }) => terms.interval)),
);

/** Candles that close wake the settlement; this is for what nothing wakes it for. */
const everyMs = 60_000;
const momentsPerMessage = 100;

/**
 * Settles at the start, for what closed while nothing ran, and whenever candles close, one node at a time. That a plan settles
 * once does not depend on the lock.
 */
export function scheduleSettlement(needs: ScheduleNeeds): { stop(): Promise<void> } {
  const { pool, market, log } = needs;
  const settling = poll({
    name: 'settlement',
    everyMs,
    log,
    lock: { pool, name: 'settlement' },
    async run(signal) {
      const { settled, failed, moments } = await settlePlans(needs, signal);
      if (settled > 0) {
        log.info({ settled }, 'plans settled');
        await publish(needs.bus, moments);
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
