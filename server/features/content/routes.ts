import * as contract from '#contract/content.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type AcceptTermsDependencies, acceptTerms } from './accept-terms.ts';
import { getDocument } from './get-document.ts';
import { getHelp } from './get-help.ts';
import { listDocuments } from './list-documents.ts';
import { listHelp } from './list-help.ts';
import { listNotices } from './list-notices.ts';
import { listRules } from './list-rules.ts';
import { listTips } from './list-tips.ts';
import { markNoticesRead } from './mark-notices-read.ts';

/** Texts change when one is published, their figures about once a minute. */
const shared = { sharedForMs: 1_000, sharedByLocale: true } as const;

export function contentRoutes(dependencies: AcceptTermsDependencies): readonly Binding[] {
  const { library } = dependencies;
  return bindAll('content', contract, {
    listHelp: { handler: ({ search }, { locale }) => listHelp(library, search ?? '', locale), ...shared },
    getHelp: { handler: ({ id }, { locale }) => getHelp(library, id, locale), ...shared },
    listTips: { handler: (_, { locale }) => listTips(library, locale), ...shared },
    listRules: { handler: (_, { locale }) => listRules(library, locale), ...shared },
    listNotices: ({ before }, { session, locale }) => listNotices(dependencies, session, before ?? null, locale),
    markNoticesRead: ({ id }, { member, locale }) => markNoticesRead(dependencies, member.memberId, id ?? null, locale),
    listDocuments: (_, { session, locale }) => listDocuments(dependencies, session, locale),
    getDocument: {
      handler: ({ id, version }, { locale }) => getDocument(library, id, version ?? null, locale),
      ...shared,
    },
    acceptTerms: (input, { member, locale }) => acceptTerms(dependencies, member.memberId, input, locale),
  });
}
