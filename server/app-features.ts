import type pg from 'pg';
import type { PinKind } from '#contract/support-schemas.ts';
import { openBeacon, openRail } from './app-gateways.ts';
import { type BankCardFeature, openBankCard } from './features/bank-card/bank-card-feature.ts';
import { cancelReplacement } from './features/bank-card/card-store.ts';
import { openBooks } from './features/books/books-feature.ts';
import { openCheckIn } from './features/check-in/check-in-feature.ts';
import { type ContentFeature, openContent } from './features/content/content-feature.ts';
import type { DepositChannel, DepositRail } from './features/deposits/deposit-rail.ts';
import { openDeposits } from './features/deposits/deposits-feature.ts';
import { openDonations } from './features/donations/donations-feature.ts';
import { openDraws } from './features/draws/draws-feature.ts';
import { openFinancing } from './features/financing/financing-feature.ts';
import { openHealth } from './features/health/health-feature.ts';
import { openHome } from './features/home/home-feature.ts';
import { openIdentity } from './features/identity/identity-feature.ts';
import { openImages } from './features/images/images-feature.ts';
import { openInvitations } from './features/invitations/invitations-feature.ts';
import { openLimits } from './features/limits/limits-feature.ts';
import { openMarketFeature } from './features/market/market-feature.ts';
import type { ListObjects } from './features/members/members-dependencies.ts';
import { openMembers } from './features/members/members-feature.ts';
import { type NotificationsDependencies, openNotifications } from './features/notifications/notifications-feature.ts';
import { openOperators } from './features/operators/operators-feature.ts';
import { openOwnData } from './features/own-data/own-data-feature.ts';
import { openPlans } from './features/plans/plans-feature.ts';
import { openProducts } from './features/products/products-feature.ts';
import { giveFirstName } from './features/profile/give-first-name.ts';
import { openProfile, type ProfileFeature } from './features/profile/profile-feature.ts';
import { openProofs } from './features/proofs/proofs-feature.ts';
import { openRounds } from './features/rounds/rounds-feature.ts';
import { openSecurity } from './features/security/security-feature.ts';
import type { ReadObject } from './features/support/open-pinned-object.ts';
import { openSupport, type SupportFeature } from './features/support/support-feature.ts';
import { openTasks } from './features/tasks/tasks-feature.ts';
import { openWallet } from './features/wallet/wallet-feature.ts';
import { openWeight } from './features/weight/weight-feature.ts';
import { openWithdrawals } from './features/withdrawals/withdrawals-feature.ts';
import { payoutSandbox } from './gateways/payout-sandbox.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Market } from './market/market.ts';
import type { ProductClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Bus } from './platform/events/bus.ts';
import type { EventHub } from './platform/events/event-hub.ts';
import type { MemberEvents } from './platform/events/member-events.ts';
import type { Feature } from './platform/feature.ts';
import type { Log } from './platform/log.ts';
import type { MemberNumbers } from './platform/member-number.ts';
import type { MemberObjects } from './platform/member-objects.ts';
import type { Metrics } from './platform/metrics.ts';
import type { ProductOffers } from './platform/offers/product-offers.ts';
import type { OperatorEvents } from './platform/operators/operator-events.ts';
import { openPasswordGate } from './platform/password-gate.ts';
import type { SecretKeys } from './platform/secret-keys.ts';
import { openSecurityActs } from './platform/security-acts.ts';
import type { SecurityLog } from './platform/security-log.ts';

/** What of the app every feature may be given. */
export interface Parts {
  readonly metrics: Metrics;
  readonly memberNumbers: MemberNumbers;
  readonly pool: pg.Pool;
  readonly clock: ProductClock;
  readonly bus: Bus;
  readonly ledger: Ledger;
  readonly market: Market;
  readonly hub: EventHub;
  readonly memberEvents: MemberEvents;
  readonly operatorEvents: OperatorEvents;
  readonly log: Log;
  readonly securityLog: SecurityLog;
  readonly secretKeys: SecretKeys;
  readonly offers: ProductOffers;
}

/** Opens every feature with its dependencies, other features' functions among them. */
export async function openFeatures(config: Config, parts: Parts) {
  const { clock, memberEvents, ledger, hub, securityLog } = parts;
  const rail = await openRail(config, parts);
  const acts = openSecurityActs(memberEvents, clock, securityLog);
  const own = { ...parts, wallNow: clock.wallNow, passwords: await openPasswordGate(), acts };
  const content = await openContent({ ...own, deposits: depositFigures(rail) });
  const home = await openHome({ ...own, rail, publicOrigin: config.publicOrigin });
  const invitations = openInvitations({ ...own, areUnknownCodesBounded: config.rateLimit });
  const identity = openIdentity({
    ...own,
    ...identityOptions(config, hub, content, invitations),
    freeze: (...recovered) => security.freezeRecovered(...recovered),
    freezeHoldOf: (memberId) => security.freezeHoldOf(memberId),
  });
  const security = openSecurity({ ...own, identity: identity.check, cancelCard: cancelReplacement });
  const { guards } = security;
  const owner = { ...guards, reauthenticate: identity.check.reauthenticate };
  const profile = openProfile({ ...own, sessions: identity.sessions, identity: identity.check, owner });
  const { hasSealedSecrets } = identity;
  const bankCard = await openBankCard({ ...own, owner: { ...owner, giveFirstName }, hasSealedSecrets });
  const limits = openLimits(own);
  const rounds = await openRounds({ ...own, guard: limits.guard, beacon: await openBeacon(config, parts) });
  const plans = openPlans({ ...own, guard: limits.guard });
  const images = openImages(own);
  const deposits = openDeposits({ ...own, rail, images, guard: limits.guard });
  const weight = openWeight(own);
  const financing = await openFinancing({ ...own, identity: guards });
  const payee = { ...owner, cardOf: bankCard.cardOf, realNameOf: realNameOf(profile, bankCard) };
  const withdrawals = openWithdrawals({ ...own, rail: payoutSandbox, identity: payee, places: placesBy(weight) });
  const owners = { plan: plans, deposit: deposits, withdrawal: withdrawals, holding: financing, order: rounds };
  const ofChat = { images, suggestHelp: content.suggestHelp, readObject: objectReader(owners) };
  const support = openSupport({ ...own, ...ofChat });
  const features: Feature[] = [
    identity,
    profile,
    security,
    bankCard,
    home,
    content,
    openMarketFeature(own),
    limits,
    plans,
    images,
    deposits,
    weight,
    openCheckIn(own),
    openDonations(own),
    openOwnData({ ...own, owner, endAccount: identity.endAccount }),
    support,
    await openDraws({ ...own, seeds: rounds.daySeeds }),
    openTasks({
      ...own,
      helpLength: content.helpLength,
      results: { ofPlan: plans.resultHashOf, ofRound: rounds.resultHashOf },
    }),
    invitations,
    openProofs(own),
    openWallet({ ...own, ledgerReader: ledger }),
    financing,
    await openNotifications({
      ...own,
      publicOrigin: config.publicOrigin,
      pushToLoopback: config.pushToLoopback,
      sessionHashOf: identity.sessionHashOf,
      unreadBesides: unreadOf(content, support),
    }),
    rounds,
    ...(await openConsole(own, owners)),
    withdrawals,
  ];
  const operators = openOperators({ ...own, captcha: identity.check, publicOrigin: config.publicOrigin, features });
  features.push(operators);
  const recovery = { finish: identity.finishRecoveries };
  return { identity, operators, home, images, recovery, feeds: [content.feed, rounds.feed], features };
}

/** The name that a card must bear: as given, or that of the first card, which sets it since cards are checked. */
function realNameOf(profile: ProfileFeature, bankCard: BankCardFeature) {
  return async (memberId: bigint) => (await profile.realNameOf(memberId)) ?? (await bankCard.firstNameOf(memberId));
}

/** What the badge of the installed app counts beside notifications: notices and messages of the chat. */
function unreadOf(content: ContentFeature, support: SupportFeature): NotificationsDependencies['unreadBesides'] {
  return async (memberId, locale) =>
    (await content.unreadNotices(memberId, locale)) + (await support.unreadMessages(memberId));
}

/** An activated member may have several withdrawals in review, any other has one: all that the score has to say about a withdrawal. */
function placesBy({ isActivated }: ReturnType<typeof openWeight>): Parameters<typeof openWithdrawals>[0]['places'] {
  return { of: async (memberId) => ((await isActivated(memberId)) ? 'several' : 'one') };
}

/** The feature that has members' objects of a kind. */
type ObjectOwners = Readonly<Record<PinKind, MemberObjects>>;

/** Reads what is pinned in a chat by the feature that has it. */
function objectReader(owners: ObjectOwners): ReadObject {
  return (memberId, kind, id) => owners[kind].pinned(memberId, id);
}

/** What only operators see. */
async function openConsole(own: Parts & { readonly wallNow: () => number }, owners: ObjectOwners): Promise<Feature[]> {
  const listObjects: ListObjects = (memberId, kind, before) => owners[kind].listed(memberId, before);
  return [openMembers({ ...own, listObjects }), openBooks(own), openProducts(own), await openHealth(own)];
}

type Identity = Parameters<typeof openIdentity>[0];

/** The settings of identity, what a registration writes and announces for other features, and whose pages close when a session ends. */
function identityOptions(
  { publicOrigin, captchaTest, rateLimit }: Config,
  hub: EventHub,
  content: Awaited<ReturnType<typeof openContent>>,
  invitations: ReturnType<typeof openInvitations>,
): Omit<Identity, keyof Parts | 'passwords' | 'acts' | 'freeze' | 'freezeHoldOf'> {
  return {
    publicOrigin,
    captchaTest,
    areRegistrationsBounded: rateLimit,
    recordRegistration: async (transaction, member) => {
      await content.recordRegistration(transaction, member);
      await invitations.recordPlace(transaction, member.memberId, member.acceptedAt);
    },
    onRegistered: (memberId) => void invitations.announceJoin(memberId),
    onSessionEnded: (memberId) => hub.disconnect(memberId),
    onSessionEndsMissed: () => {
      for (const memberId of hub.members()) hub.disconnect(memberId);
    },
  };
}

/** The first channel, whose figures appear in stored texts. */
function depositFigures({ channels: [channel] }: DepositRail): DepositChannel {
  if (!channel) throw new Error('the rail has no deposit channel');
  return channel;
}
