import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { api } from '#contract/api.ts';
import { openBankCard } from './features/bank-card/bank-card-feature.ts';
import { openContent } from './features/content/content-feature.ts';
import type { DepositChannel, DepositRail } from './features/deposits/deposit-rail.ts';
import { openDeposits } from './features/deposits/deposits-feature.ts';
import { openFinancing } from './features/financing/financing-feature.ts';
import { openHome } from './features/home/home-feature.ts';
import { openIdentity } from './features/identity/identity-feature.ts';
import { openImages } from './features/images/images-feature.ts';
import { openLimits } from './features/limits/limits-feature.ts';
import { openMarketFeature } from './features/market/market-feature.ts';
import { requireMarketOfRunningPlans } from './features/plans/bound-market.ts';
import { openPlans } from './features/plans/plans-feature.ts';
import { openProfile } from './features/profile/profile-feature.ts';
import { openProofs } from './features/proofs/proofs-feature.ts';
import { openSecurity } from './features/security/security-feature.ts';
import { openWallet } from './features/wallet/wallet-feature.ts';
import { openWeight } from './features/weight/weight-feature.ts';
import { openWithdrawals } from './features/withdrawals/withdrawals-feature.ts';
import { payoutSandbox } from './gateways/payout-sandbox.ts';
import { sandboxRail } from './gateways/rail-sandbox.ts';
import { reviewPlacesByWeight } from './gateways/review-places.ts';
import { checkTrialBalance } from './ledger/check-trial-balance.ts';
import { LedgerBusy, LedgerClosed, LedgerOutcomeUnknown, LedgerUnavailable } from './ledger/failures.ts';
import { type Ledger, openLedger } from './ledger/ledger.ts';
import { exposeCounts } from './ledger/ledger-metrics.ts';
import { positionsOf } from './ledger/positions.ts';
import type { Market } from './market/market.ts';
import { publishMarket } from './market/market-feed.ts';
import { prepareMarket } from './market/open-market.ts';
import { openClock, type ProductClock } from './platform/clock.ts';
import { type Config, warningsOf } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { openOwnDatabase } from './platform/database/own-database.ts';
import { type Bus, openBus } from './platform/events/bus.ts';
import { createEventHub, type EventHub } from './platform/events/event-hub.ts';
import { openMemberDelivery } from './platform/events/member-delivery.ts';
import { type MemberEvents, openMemberEvents } from './platform/events/member-events.ts';
import { streamRoute } from './platform/events/stream-route.ts';
import { requireEachFeatureOnce } from './platform/http/binding-check.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { addressAllowance, createRateLimiter, memberAllowance } from './platform/http/rate-limit.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { openPasswordGate } from './platform/password-gate.ts';
import { schedule } from './platform/schedule.ts';
import { openKeyFile } from './platform/secret-key.ts';
import { keyFor } from './platform/secret-seal.ts';
import { openSecurityActs } from './platform/security-acts.ts';
import { openSecurityLog, type SecurityLog } from './platform/security-log.ts';

export interface App {
  /** The URL it listens on. */
  readonly address: string;
  /** Finishes the requests in progress, then closes every part in reverse order. */
  close(): Promise<void>;
}

const webFolder = fileURLToPath(new URL('../web/dist', import.meta.url));
const minuteMs = 60_000;

/** Starts the app on the database of its settings. */
export async function startApp(config: Config, log: Log, onLost: (error: Error) => void): Promise<App> {
  return await composeApp(config, log, openOwnDatabase(config, log, onLost));
}

/** Composes the app from its settings and listens. When a part fails to open, the parts opened before it are closed. */
export async function composeApp(config: Config, log: Log, database: Promise<Database>): Promise<App> {
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
    return { address: await compose(config, log, database, keep), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Keep = <Part>(part: Part, closePart: ((part: Part) => Promise<void>) | undefined) => Part;

async function compose(config: Config, log: Log, opening: Promise<Database>, keep: Keep): Promise<string> {
  for (const warning of warningsOf(config)) log.warn(warning);
  const metrics = createMetrics();
  const source = prepareMarket(config.marketSource, config.recordingFolder);
  const database = keep(await opening, (one) => one.close());
  const { pool } = database;
  const clock = keep(await openClock(pool, config.clock, log), (one) => one.stop());
  const bus = keep(await openBus(pool, database.url, log), (one) => one.close());
  const memberEvents = openMemberEvents(bus);
  const onCommitted = (newest: ReadonlyMap<bigint, bigint>): void => void memberEvents.publishBalances(newest);
  const ledger = keep(openLedger({ pool, clock, onCommitted }), (one) => one.close());
  exposeCounts(metrics.registry, ledger);
  const secretKey = config.cardKey ? Buffer.from(config.cardKey, 'hex') : await openKeyFile(config.cardKeyFile);
  const securityLog = keep(openSecurityLog({ log, key: keyFor('security log', secretKey) }), async (one) =>
    one.close(),
  );
  const market = keep(await source.open({ pool, clock, log, secretKey }), (one) => one.stop());
  const hub = keep(createEventHub(), async (one) => one.close());
  const readPositions = (memberIds: readonly bigint[]) => positionsOf(pool, memberIds);
  const delivery = keep(openMemberDelivery({ hub, bus, readPositions, log }), (one) => one.close());
  const prices = keep(publishMarket(market, hub), async (one) => one.stop());
  const parts = { pool, clock, bus, ledger, market, hub, memberEvents, log, securityLog, secretKey };
  const { identity, home, content, images, recovery, features } = await openFeatures(config, parts);
  for (const feature of features) keep(feature, (one) => one.close?.() ?? Promise.resolve());

  const bound = features.map((feature) => feature.bindings);
  requireEachFeatureOnce(Object.keys(api), bound);
  await market.start();
  await requireMarketOfRunningPlans(pool, market);

  const server = await createHttpServer({
    bindings: bound.flat(),
    streams: [streamRoute({ hub, delivery, feeds: [prices, content.feed] })],
    files: features.flatMap((feature) => feature.files ?? []),
    sessions: identity.sessions,
    log,
    securityLog,
    metrics,
    metricsKey: config.metricsKey,
    publicOrigin: config.publicOrigin,
    host: config.host,
    trustedProxies: config.trustedProxies,
    isPassing: isLedgerAway,
    limits: config.rateLimit
      ? { ofAddress: createRateLimiter(addressAllowance), ofMember: createRateLimiter(memberAllowance) }
      : null,
    webFolder,
    probe: async () => {
      clock.requireAgreement();
      await pool.query('select 1');
    },
  });
  keep(server, (one) => one.close());
  const address = await server.listen({ host: config.host, port: config.port });

  keep(home.measure(address), (one) => one.stop());

  const scheduled: readonly [name: string, everyMs: number, run: () => Promise<void>][] = [
    ['trial balance', 10 * minuteMs, () => checkLedger(pool, log)],
    ['unused images', 60 * minuteMs, images.removeWaiting],
    ['recoveries', minuteMs, recovery.finish],
  ];
  for (const [name, everyMs, run] of scheduled) {
    keep(schedule({ pool, log, name, everyMs, run }), (one) => one.stop());
  }
  return address;
}

async function checkLedger(pool: pg.Pool, log: Log): Promise<void> {
  const report = await checkTrialBalance(pool);
  if (!report.isSound) log.fatal({ report }, 'the ledger does not balance');
}

interface Parts {
  readonly pool: pg.Pool;
  readonly clock: ProductClock;
  readonly bus: Bus;
  readonly ledger: Ledger;
  readonly market: Market;
  readonly hub: EventHub;
  readonly memberEvents: MemberEvents;
  readonly log: Log;
  readonly securityLog: SecurityLog;
  readonly secretKey: Buffer;
}

/** Opens every feature with its dependencies, other features' functions among them. */
async function openFeatures(config: Config, parts: Parts) {
  const { pool, clock, memberEvents, ledger, hub, securityLog } = parts;
  const rail = await openRail(config, parts);
  const { wallNow } = clock;
  const acts = openSecurityActs(memberEvents, clock, securityLog);
  const own = { ...parts, wallNow, passwords: await openPasswordGate(), acts };
  const content = await openContent({ ...own, deposits: depositFigures(rail) });
  const home = await openHome({ ...own, rail });
  const identity = openIdentity({
    ...own,
    publicOrigin: config.publicOrigin,
    captchaTest: config.captchaTest,
    areRegistrationsBounded: config.rateLimit,
    recordRegistration: content.recordRegistration,
    onSessionEnded: (memberId) => hub.disconnect(memberId),
    onSessionEndsMissed: () => {
      for (const memberId of hub.members()) hub.disconnect(memberId);
    },
  });
  const security = openSecurity({ ...own, identity: identity.check });
  const { guards } = security;
  const owner = { ...guards, reauthenticate: identity.check.reauthenticate };
  const profile = openProfile({ ...own, sessions: identity.sessions, identity: identity.check, owner });
  const bankCard = await openBankCard({ ...own, owner, cardKey: parts.secretKey });
  const limits = openLimits(own);
  const images = openImages(own);
  const payee = { ...owner, cardOf: bankCard.cardOf, realNameOf: profile.realNameOf };
  const features = [
    identity,
    profile,
    security,
    bankCard,
    home,
    content,
    openMarketFeature(own),
    limits,
    openPlans({ ...own, guard: limits.guard }),
    images,
    openDeposits({ ...own, rail, images, guard: limits.guard }),
    openWeight(own),
    openProofs(own),
    openWallet({ ...own, ledgerReader: ledger }),
    await openFinancing({ ...own, identity: guards }),
    openWithdrawals({ ...own, rail: payoutSandbox, identity: payee, places: reviewPlacesByWeight(pool) }),
  ];
  const recovery = { finish: () => identity.finishRecoveries(security.freezeRecovered) };
  return { identity, home, content, images, recovery, features };
}

/** The deposit rail. The code for a chain is loaded only when one is configured. */
async function openRail({ rail }: Config, { pool, log }: Parts): Promise<DepositRail> {
  if (rail.kind === 'sandbox') return sandboxRail;
  const { openEvmRail } = await import('./gateways/evm/rail-evm.ts');
  return await openEvmRail({ pool, settings: rail, log });
}

/** The first channel, whose figures appear in stored texts. */
function depositFigures({ channels: [channel] }: DepositRail): DepositChannel {
  if (!channel) throw new Error('the rail has no deposit channel');
  return channel;
}

function isLedgerAway(error: unknown): boolean {
  return [LedgerBusy, LedgerClosed, LedgerOutcomeUnknown, LedgerUnavailable].some((kind) => error instanceof kind);
}
