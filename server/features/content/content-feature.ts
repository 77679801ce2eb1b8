import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { api } from '#contract/api.ts';
import type { Locale } from '#contract/locale.ts';
import type { Market } from '#server/market/market.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { EventFeed } from '#server/platform/events/stream-route.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { acceptTerms } from './accept-terms.ts';
import { announceNotices, noticeFeed } from './announce-notices.ts';
import { recordConsents } from './consent-store.ts';
import { contentFolder, readContent } from './content-folder.ts';
import { discardDraft } from './discard-draft.ts';
import { currentDocuments } from './documents.ts';
import { getContent } from './get-content.ts';
import { getContentVersion } from './get-content-version.ts';
import { getDocument } from './get-document.ts';
import { getHelp } from './get-help.ts';
import { openLibrary } from './library.ts';
import { listContent } from './list-content.ts';
import { listContentFigures } from './list-content-figures.ts';
import { listDocuments } from './list-documents.ts';
import { listHelp } from './list-help.ts';
import { countUnreadNotices, listNotices } from './list-notices.ts';
import { listRules } from './list-rules.ts';
import { listTips } from './list-tips.ts';
import { markNoticesRead } from './mark-notices-read.ts';
import { openPastResults } from './past-results.ts';
import { publishContent } from './publish-content.ts';
import type { DepositFigures } from './published-figures.ts';
import { putBackContent } from './put-back-content.ts';
import { saveDraft } from './save-draft.ts';
import { seedContent } from './seed-content.ts';
import { suggestHelp } from './suggest-help.ts';
import { withdrawContent } from './withdraw-content.ts';

/** Texts change when one is published, their figures about once a minute. */
const shared = { sharedForMs: 1_000, sharedByLocale: true } as const;

export interface ContentDependencies {
  readonly pool: pg.Pool;
  readonly bus: Bus;
  readonly hub: EventHub;
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
  readonly log: Log;
  /** The candles from which texts measure past results. */
  readonly market: Pick<Market, 'coins' | 'measured'>;
  /** The figures of deposits in texts. */
  readonly deposits: DepositFigures;
  /** What operators changed of the products' offers, which texts name. */
  readonly offers: Pick<ProductOffers, 'changes' | 'prizeTables'>;
  /** The folder of the texts, by default the repository's own. */
  readonly folder?: string;
}

export interface ContentFeature extends Feature {
  readonly feed: EventFeed;
  /** How many notices the member has not read. */
  unreadNotices(memberId: bigint, locale: Locale): Promise<number>;
  /** Characters of a help text in that language; null where there is no such text. */
  helpLength(id: string, locale: Locale): number | null;
  /** Records, in the transaction of a registration, the documents that the new member accepts with it. */
  recordRegistration(
    transaction: Transaction<unknown>,
    member: { readonly memberId: bigint; readonly locale: Locale; readonly acceptedAt: number },
  ): Promise<void>;
  /** Ids of the help texts that fit a question, best first. */
  suggestHelp(question: string, locale: Locale): readonly string[];
}

/** Help, tips, rules, notices, and the documents that members accept. */
export async function openContent(dependencies: ContentDependencies): Promise<ContentFeature> {
  const { pool, clock, log } = dependencies;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await seedContent(pool, readContent(dependencies.folder ?? contentFolder), Math.trunc(clock.now()), log);
  const library = await openLibrary({ ...dependencies, tables, pastResults: openPastResults(dependencies) });
  const own = { ...dependencies, tables, library };
  const announcing = announceNotices(own);
  return {
    feed: noticeFeed,
    unreadNotices: (memberId, locale) => countUnreadNotices(own, memberId, locale),
    helpLength: (id, locale) => library.page('help', id, locale)?.folded.text.length ?? null,
    bindings: bindAll('content', api.content, {
      listHelp: { handler: ({ search }, { locale }) => listHelp(library, search ?? '', locale), ...shared },
      getHelp: { handler: ({ id }, { locale }) => getHelp(library, id, locale), ...shared },
      listTips: { handler: (_, { locale }) => listTips(library, locale), ...shared },
      listRules: { handler: (_, { locale }) => listRules(library, locale), ...shared },
      listNotices: ({ before }, { session, locale }) => listNotices(own, session, before ?? null, locale),
      markNoticesRead: (input, { member, locale }) => markNoticesRead(own, member.memberId, input, locale),
      listDocuments: (_, { session, locale }) => listDocuments(own, session, locale),
      getDocument: {
        handler: ({ id, version }, { locale }) => getDocument(library, id, version ?? null, locale),
        ...shared,
      },
      listContent: (input, { locale }) => listContent(own, input, locale),
      getContent: (input) => getContent(own, input),
      getContentVersion: (input) => getContentVersion(own, input),
      listContentFigures: (input) => listContentFigures(library, input),
      saveDraft: (input, { operator }) => saveDraft(own, operator, input),
      discardDraft: (input, { operator }) => discardDraft(own, operator, input),
      publishContent: (input, { operator }) => publishContent(own, operator, input),
      putBackContent: (input, { operator }) => putBackContent(own, operator, input),
      withdrawContent: (input, { operator }) => withdrawContent(own, operator, input),
      acceptTerms: (input, { member, locale }) => acceptTerms(own, member.memberId, input, locale),
    }),
    async recordRegistration(transaction, { memberId, locale, acceptedAt }) {
      const consents = currentDocuments(library, locale).map(({ document, version, page }) => {
        return { document, version, locale: page.locale };
      });
      await recordConsents(transaction, memberId, consents, acceptedAt);
    },
    suggestHelp: (question, locale) => suggestHelp(library, question, locale),
    async close() {
      await announcing.stop();
    },
  };
}
