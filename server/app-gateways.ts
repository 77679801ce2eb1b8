import type pg from 'pg';
import type { DepositRail } from './features/deposits/deposit-rail.ts';
import type { BeaconSource } from './features/rounds/beacon-source.ts';
import { beaconsOf } from './gateways/beacon/beacons.ts';
import { type BeaconMarket, marketBeacon } from './gateways/beacon/market-beacon.ts';
import { sandboxRail } from './gateways/rail-sandbox.ts';
import type { ProductClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';

interface Parts {
  readonly pool: pg.Pool;
  readonly market: BeaconMarket;
  readonly clock: Pick<ProductClock, 'now' | 'wallNow' | 'speed'>;
  readonly log: Log;
}

/** Up to which the product clock is the wall clock: it stands still for a moment where the database's clock was set back. */
const wallClockDifferenceMsMax = 1_000;

/** The deposit rail. The code for a chain is loaded only when one is configured. */
export async function openRail(
  { rail }: Pick<Config, 'rail'>,
  { pool, log }: Pick<Parts, 'pool' | 'log'>,
): Promise<DepositRail> {
  if (rail.kind === 'sandbox') return sandboxRail;
  const { openEvmRail } = await import('./gateways/evm/rail-evm.ts');
  return await openEvmRail({ pool, settings: rail, log });
}

/** The beacons of rounds. drand follows the wall clock: throws where the product clock is another. */
export async function openBeacon(
  { beacon }: Pick<Config, 'beacon'>,
  { market, clock, log }: Pick<Parts, 'market' | 'clock' | 'log'>,
): Promise<BeaconSource> {
  const isWallClock = clock.speed === 1 && Math.abs(clock.now() - clock.wallNow()) < wallClockDifferenceMsMax;
  if (beacon === 'drand' && !isWallClock) throw new Error('BEACON=drand needs a product clock that is the wall clock.');
  const { drandBeacon, drandServers } = await import('./gateways/beacon/drand-beacon.ts');
  return beaconsOf(beacon, { market: marketBeacon(market), drand: drandBeacon(drandServers, log) });
}
