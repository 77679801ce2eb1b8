import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { openExchangeClient } from './exchange/client.ts';
import { ExchangeSource } from './exchange/exchange-source.ts';
import { createMarket, type Market } from './market.ts';
import { loadRecordings } from './replay/recordings.ts';
import { openReplayOrder } from './replay/replay-order.ts';
import { ReplaySource } from './replay/replay-source.ts';
import type { MarketClock } from './source.ts';
import { sourceSince } from './source-since.ts';

export interface MarketDependencies {
  readonly pool: pg.Pool;
  readonly clock: MarketClock;
  readonly log: Log;
  readonly secretKeys: Pick<SecretKeys, 'sealFor'>;
}

const shippedRecording = fileURLToPath(new URL('../../data/candles', import.meta.url));

/**
 * The market over `replay` of the recording in the folder, or over an exchange by its ccxt id. Starts loading at once, in parallel with the dependencies of `open`,
 * which throws when the source is not available: there is no fallback.
 */
export function prepareMarket(
  sourceName: string,
  recordingFolder: string = shippedRecording,
): {
  open(dependencies: MarketDependencies): Promise<Market>;
} {
  const recordings = sourceName === 'replay' ? loadRecordings(recordingFolder) : null;
  // Handled by the `await` in `open`.
  recordings?.catch(() => undefined);
  const openSource = async ({ pool, clock, log, secretKeys }: MarketDependencies) => {
    if (recordings) {
      const seal = secretKeys.sealFor('replay');
      const source = new ReplaySource(
        await recordings,
        clock,
        await openReplayOrder(pool, clock, await recordings, seal),
      );
      return { source, since: await sourceSince(pool, clock, { recording: (await recordings).hash }) };
    }
    requireWallTime(clock, sourceName);
    const client = await openExchangeClient(sourceName, {});
    const source = new ExchangeSource({ id: sourceName, client, pool, clock, log });
    return { source, since: await sourceSince(pool, clock, { exchange: sourceName }) };
  };
  return {
    open: async (dependencies) => {
      const { source, since } = await openSource(dependencies);
      return createMarket(source, dependencies.clock, dependencies.log, since);
    },
  };
}

const clockDifferenceMsMax = 60_000;

/** An exchange trades in real time only. */
function requireWallTime(clock: MarketClock, sourceName: string): void {
  if (clock.speed === 1 && Math.abs(clock.now() - Date.now()) <= clockDifferenceMsMax) return;
  throw new Error(
    `MARKET_SOURCE ${sourceName} needs the product clock at wall time: leave out CLOCK_SPEED and CLOCK_START, or use a database that was not run with them.`,
  );
}
