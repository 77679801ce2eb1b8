import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { dayOf, type RoundNumber, roundAt } from '#core/rounds/schedule.ts';
import { dayMs } from '#core/time/lengths.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { EventFeed } from '#server/platform/events/stream-route.ts';
import type { Feature } from '#server/platform/feature.ts';
import type { Log } from '#server/platform/log.ts';
import type { MemberObjects } from '#server/platform/member-objects.ts';
import { type Poll, poll } from '#server/platform/poll.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import type { StakeGuard } from '#server/platform/stake-guard.ts';
import { announceRounds, roundFeed } from './announce-rounds.ts';
import type { BeaconSource } from './beacon-source.ts';
import { openKnownRounds } from './known-rounds.ts';
import { openOrderLimits } from './order-limits.ts';
import { findOrder, orderObject, ordersOf } from './order-store.ts';
import { resultHashOf } from './round-result.ts';
import { openRoundSeeds, type RoundSeeds } from './round-seeds.ts';
import { fundingOf } from './round-transfers.ts';
import { roundRoutes } from './routes.ts';
import { scheduleRounds } from './run-rounds.ts';

export interface RoundsDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly clock: ProductClock;
  readonly hub: EventHub;
  readonly bus: Bus;
  readonly guard: StakeGuard;
  readonly beacon: BeaconSource;
  /** The installation's one secret key, from which the key that seals the seeds is derived. */
  readonly secretKeys: Pick<SecretKeys, 'sealFor'>;
  readonly log: Log;
}

export interface RoundsFeature extends Feature, MemberObjects {
  readonly feed: EventFeed;
  /** The secret seeds of each day, for what else is drawn with them. */
  readonly daySeeds: Pick<RoundSeeds, 'ofDay'>;
  /** Fingerprint of the result of a drawn round (`core/rewards/result-hash.ts`); null where there is none. */
  resultHashOf(round: RoundNumber): Promise<string | null>;
}

/** Rounds: orders, follows, their closing, drawing and payment, and what anybody can check of them. */
export async function openRounds({ secretKeys, ...dependencies }: RoundsDependencies): Promise<RoundsFeature> {
  const { pool, ledger, bus } = dependencies;
  await fundOnce(ledger, fundingOf());
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const seal = secretKeys.sealFor('round seeds');
  const seeds = await openRoundSeeds({ ...dependencies, tables, seal });
  const known = openKnownRounds(pool, tables, bus);
  const own = {
    ...{ ...dependencies, tables, seeds, limits: openOrderLimits(tables) },
    ...{ treeOf: known.treeOf, results: known.results },
  };
  const stopAnnouncing = announceRounds(own);
  const renewing = renewChains(own);
  const stopRenewals = bus.onGap(renewing.wake);
  const running = scheduleRounds(own);
  return {
    bindings: roundRoutes(own),
    feed: roundFeed,
    daySeeds: seeds,
    resultHashOf: (round) => resultHashOf(tables, round),
    async pinned(memberId, id) {
      const order = await findOrder(tables, memberId, id);
      return order && orderObject(order);
    },
    async listed(memberId, before) {
      return (await ordersOf(tables, memberId, { before, round: null })).map(orderObject);
    },
    async close() {
      stopAnnouncing();
      known.close();
      stopRenewals();
      await Promise.all([running.stop(), renewing.stop()]);
    },
  };
}

const renewEveryMs = 600_000;

/** Every node draws with the chain that another one has committed to: it knows it weeks before it begins. */
function renewChains({
  seeds,
  clock,
  log,
}: Pick<RoundsDependencies, 'clock' | 'log'> & { readonly seeds: RoundSeeds }): Poll {
  return poll({
    name: 'seed chains',
    everyMs: () => Math.min(renewEveryMs, clock.wallDelayMs(dayMs)),
    log,
    run: () => seeds.renew(dayOf(roundAt(clock.now()))),
  });
}
