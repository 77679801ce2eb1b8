import type pg from 'pg';
import type { Interval } from '#core/market/candle.ts';
import { levelSets } from '#core/plans/levels.ts';
import type { Market } from '#server/market/market.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { Log } from '#server/platform/log.ts';
import { type SettledMoment, type SettlementNeeds, settlePlans } from './settle-plans.ts';
import { withSettlementLock } from './settlement-lock.ts';

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

const busyPauseMs = 1_000;
const failurePauseMsMax = 30_000;
const momentsPerMessage = 100;

/**
 * Settles at the start, for what closed while nothing ran, and whenever candles close. What fails is tried again, later each
 * time; while another node settles, this one looks again when that one is done.
 */
export function scheduleSettlement(needs: ScheduleNeeds): { stop(): Promise<void> } {
  const { pool, market, log } = needs;
  const stopping = new AbortController();
  let due = true;
  let failures = 0;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const look = (): void => {
    clearTimeout(timer);
    if (running || stopping.signal.aborted) return;
    running = run().finally(() => {
      running = null;
    });
  };
  const lookIn = (pauseMs: number): void => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(look, pauseMs);
    timer.unref();
  };
  const run = async (): Promise<void> => {
    try {
      while (due && !stopping.signal.aborted) {
        due = false;
        const report = await withSettlementLock(pool, () => settlePlans(needs, stopping.signal));
        if (report === null) {
          due = true;
          return lookIn(busyPauseMs);
        }
        failures = 0;
        if (report.settled === 0) continue;
        log.info({ settled: report.settled }, 'plans settled');
        await publish(needs.bus, report.moments);
      }
    } catch (error) {
      due = true;
      failures++;
      log.error({ err: error }, 'plans could not be settled, they wait for the next attempt');
      lookIn(Math.min(failurePauseMsMax, 500 * 2 ** failures));
    }
  };

  const end = market.onClosed((closed) => {
    if (!closed.some(({ interval }) => planIntervals.has(interval))) return;
    due = true;
    look();
  });
  look();
  return {
    async stop() {
      end();
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function publish(bus: Pick<Bus, 'publish'>, moments: readonly SettledMoment[]): Promise<void> {
  for (let from = 0; from < moments.length; from += momentsPerMessage) {
    await bus.publish(settledTopic, { moments: moments.slice(from, from + momentsPerMessage) });
  }
}
