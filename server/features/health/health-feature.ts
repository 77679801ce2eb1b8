import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import * as contract from '#contract/health.ts';
import { minuteMs } from '#core/time/lengths.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import { poll } from '#server/platform/poll.ts';
import { getHealth } from './get-health.ts';
import { loadBetween, readTotals } from './load-totals.ts';
import { recordSample } from './sample-store.ts';

/** Rate-limit cost of summing a day's samples. */
const healthWeight = 4;

export interface HealthDependencies {
  readonly pool: pg.Pool;
  readonly metrics: Pick<Metrics, 'requestSeconds' | 'refusals'>;
  readonly ledger: Pick<Ledger, 'counts'>;
  readonly log: Log;
  readonly wallNow: () => number;
  /** Wall time between two samples; tests shorten it. */
  readonly sampleMs?: number;
}

const loopResolutionMs = 20;
const nanosecondsPerMs = 1e6;

/** The load of this node, measured each minute and kept for a day, and that of all nodes for the console. */
export async function openHealth(dependencies: HealthDependencies): Promise<Feature> {
  const { pool, metrics, ledger, log, wallNow, sampleMs = minuteMs } = dependencies;
  const node = randomBytes(6).toString('hex');
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
  loop.enable();
  let before = { totals: await readTotals(metrics), counts: ledger.counts(), at: wallNow() };
  const sampling = poll({
    name: 'health sample',
    everyMs: sampleMs,
    log,
    async run() {
      const at = wallNow();
      // The first run comes at once, when there is nothing to measure yet.
      if (at - before.at < sampleMs / 2) return;
      const after = { totals: await readTotals(metrics), counts: ledger.counts(), at };
      await recordSample(pool, node, at, {
        ...loadBetween(before.totals, after.totals),
        ledgerWaiting: after.counts.waiting,
        ledgerBatches: after.counts.batches - before.counts.batches,
        ledgerTransfers: after.counts.transfers - before.counts.transfers,
        eventLoopMs: loop.percentile(99) / nanosecondsPerMs,
      });
      before = after;
      loop.reset();
    },
  });
  return {
    bindings: bindAll('health', contract, {
      getHealth: { handler: () => getHealth(dependencies), weight: healthWeight },
    }),
    async close() {
      await sampling.stop();
      loop.disable();
    },
  };
}
