import { fileURLToPath } from 'node:url';
import { api } from '#contract/api.ts';
import type { ScheduledJob } from '#contract/health.ts';
import { minuteMs } from '#core/time/lengths.ts';
import { listen } from '#server/platform/http/listen.ts';
import { openFeatures } from './app-features.ts';
import { checkBooks } from './features/books/books-checks.ts';
import { requireMarketOfRunningPlans } from './features/plans/bound-market.ts';
import { isPassing } from './ledger/failures.ts';
import { openLedger } from './ledger/ledger.ts';
import { exposeCounts } from './ledger/ledger-metrics.ts';
import { positionsOf } from './ledger/positions.ts';
import { publishMarket } from './market/market-feed.ts';
import { prepareMarket } from './market/open-market.ts';
import { openClock } from './platform/clock.ts';
import { type Config, warningsOf } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { watchDatabase } from './platform/database/database-watch.ts';
import { openBus } from './platform/events/bus.ts';
import { createEventHub } from './platform/events/event-hub.ts';
import { openMemberDelivery } from './platform/events/member-delivery.ts';
import { openMemberEvents } from './platform/events/member-events.ts';
import { streamRoute } from './platform/events/stream-route.ts';
import { requireEachFeatureOnce } from './platform/http/binding-check.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import {
  addressAllowance,
  createNetworkRateLimiter,
  createRateLimiter,
  memberAllowance,
} from './platform/http/rate-limit.ts';
import type { Log } from './platform/log.ts';
import { memberNumbers } from './platform/member-number.ts';
import { createMetrics } from './platform/metrics.ts';
import { isAccountDeleted } from './platform/named-member.ts';
import { openProductOffers } from './platform/offers/product-offers.ts';
import { openOperatorEvents } from './platform/operators/operator-events.ts';
import { openOwnDatabase } from './platform/own-database.ts';
import { schedule } from './platform/schedule.ts';
import { keysIn, openKeyFile } from './platform/secret-key.ts';
import { openSecretKeys } from './platform/secret-keys.ts';
import { keyFor } from './platform/secret-seal.ts';
import { openSecurityLog } from './platform/security-log.ts';

export interface App {
  /** The URL it listens on. */
  readonly address: string;
  /** Finishes the requests in progress, then closes every part in reverse order. */
  close(): Promise<void>;
}

const webFolder = fileURLToPath(new URL('../web/dist', import.meta.url));

/** Starts the app on the database of its settings. */
export async function startApp(config: Config, log: Log, onLost: (error: Error) => void): Promise<App> {
  return await composeApp(config, log, openOwnDatabase(config, log, onLost));
}

/**
 * Composes the app from its settings and listens. When a part fails to open, the parts opened before it are closed. `openOwnClock`: another
 * product clock than the database's, for tests.
 */
export async function composeApp(
  config: Config,
  log: Log,
  database: Promise<Database>,
  openOwnClock: typeof openClock = openClock,
): Promise<App> {
  const opened: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of opened.splice(0).reverse()) {
      await closeOne().catch((error: unknown) => log.error({ err: error }, 'a part did not close'));
    }
  };
  const keep = <Part>(part: Part, closePart: ((part: Part) => Promise<void>) | undefined): Part => {
    if (closePart) opened.push(() => closePart(part));
    return part;
  };
  try {
    return { address: await compose(config, log, database, openOwnClock, keep), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Keep = <Part>(part: Part, closePart: ((part: Part) => Promise<void>) | undefined) => Part;

async function compose(
  config: Config,
  log: Log,
  opening: Promise<Database>,
  openOwnClock: typeof openClock,
  keep: Keep,
): Promise<string> {
  for (const warning of warningsOf(config)) log.warn(warning);
  const metrics = createMetrics();
  const source = prepareMarket(config.marketSource, config.recordingFolder);
  const database = keep(await opening, (one) => one.close());
  const { pool } = database;
  keep(watchDatabase(database.url, log), (one) => one.stop());
  const clock = keep(await openOwnClock(pool, config.clock, log), (one) => one.stop());
  const bus = keep(await openBus(pool, database.url, log), (one) => one.close());
  const memberEvents = keep(openMemberEvents(bus), (one) => one.close());
  const operatorEvents = keep(openOperatorEvents(bus, log), (one) => one.close());
  const onCommitted = (newest: ReadonlyMap<bigint, bigint>): void => void memberEvents.publishBalances(newest);
  const ledger = keep(openLedger({ pool, clock, onCommitted }), (one) => one.close());
  exposeCounts(metrics.registry, ledger);
  const given = config.cardKey ? keysIn(config.cardKey, ',') : await openKeyFile(config.cardKeyFile);
  const secretKeys = await openSecretKeys(pool, given);
  const securityLog = keep(openSecurityLog({ log, key: keyFor('security log', secretKeys.first) }), async (one) =>
    one.close(),
  );
  const market = keep(await source.open({ pool, clock, log, secretKeys }), (one) => one.stop());
  const hub = keep(createEventHub(), async (one) => one.close());
  const readPositions = (memberIds: readonly bigint[]) => positionsOf(pool, memberIds);
  const delivery = keep(openMemberDelivery({ hub, bus, readPositions, log }), (one) => one.close());
  const prices = keep(publishMarket(market, hub), async (one) => one.stop());
  const offers = keep(await openProductOffers({ pool, bus, log }), (one) => one.close());
  const shared = { pool, clock, bus, log, secretKeys, securityLog, offers };
  const parts = { ...shared, ledger, market, hub, memberEvents, operatorEvents };
  const { identity, operators, home, images, recovery, feeds, features } = await openFeatures(config, {
    ...parts,
    metrics,
    memberNumbers: memberNumbers(secretKeys.first),
  });
  for (const feature of features) keep(feature, (one) => one.close?.() ?? Promise.resolve());

  const bound = features.map((feature) => feature.bindings);
  requireEachFeatureOnce(Object.keys(api), bound);
  await market.start();
  await requireMarketOfRunningPlans(pool, market, clock);

  const server = await createHttpServer({
    bindings: bound.flat(),
    streams: [streamRoute({ hub, delivery, feeds: [prices, ...feeds] }), operatorEvents.stream],
    files: features.flatMap((feature) => feature.files ?? []),
    sessions: identity.sessions,
    operatorSessions: operators.sessions,
    log,
    securityLog,
    metrics,
    metricsKey: config.metricsKey,
    publicOrigin: config.publicOrigin,
    host: config.host,
    trustedProxies: config.trustedProxies,
    isPassing,
    isDeleted: (memberId) => isAccountDeleted(pool, memberId),
    limits: config.rateLimit
      ? { ofAddress: createNetworkRateLimiter(addressAllowance), ofMember: createRateLimiter(memberAllowance) }
      : null,
    webFolder,
    probe: async () => {
      clock.requireAgreement();
      await pool.query('select 1');
    },
  });
  keep(server, (one) => one.close());
  const { address } = keep(await listen(server, config.host, config.port), (one) => one.close());

  keep(home.measure(address), (one) => one.stop());

  const scheduled: readonly [name: ScheduledJob, everyMs: number, run: () => Promise<void>][] = [
    ['trial balance', 10 * minuteMs, () => checkBooks({ pool, log, wallNow: clock.wallNow })],
    ['unused images', 60 * minuteMs, images.removeWaiting],
    ['recoveries', minuteMs, recovery.finish],
  ];
  for (const [name, everyMs, run] of scheduled) {
    keep(schedule({ pool, log, name, everyMs, run }), (one) => one.stop());
  }
  return address;
}
