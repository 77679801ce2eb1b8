import { api } from '#contract/api.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type AcceptTermsDependencies, acceptTerms } from './accept-terms.ts';
import { discardDraft } from './discard-draft.ts';
import { getContent } from './get-content.ts';
import { getContentVersion } from './get-content-version.ts';
import { getDocument } from './get-document.ts';
import { getHelp } from './get-help.ts';
import { listContent } from './list-content.ts';
import { listContentFigures } from './list-content-figures.ts';
import { listDocuments } from './list-documents.ts';
import { listHelp } from './list-help.ts';
import { listNotices } from './list-notices.ts';
import { listRules } from './list-rules.ts';
import { listTips } from './list-tips.ts';
import { markNoticesRead } from './mark-notices-read.ts';
import { publishContent } from './publish-content.ts';
import { putBackContent } from './put-back-content.ts';
import { saveDraft } from './save-draft.ts';
import { withdrawContent } from './withdraw-content.ts';

/** Texts change when one is published, their figures about once a minute. */
const shared = { sharedForMs: 1_000, sharedByLocale: true } as const;

export function contentRoutes(dependencies: AcceptTermsDependencies): readonly Binding[] {
  const { library } = dependencies;
  return bindAll('content', api.content, {
    listHelp: { handler: ({ search }, { locale }) => listHelp(library, search ?? '', locale), ...shared },
    getHelp: { handler: ({ id }, { locale }) => getHelp(library, id, locale), ...shared },
    listTips: { handler: (_, { locale }) => listTips(library, locale), ...shared },
    listRules: { handler: (_, { locale }) => listRules(library, locale), ...shared },
    listNotices: ({ before }, { session, locale }) => listNotices(dependencies, session, before ?? null, locale),
    markNoticesRead: (input, { member, locale }) => markNoticesRead(dependencies, member.memberId, input, locale),
    listDocuments: (_, { session, locale }) => listDocuments(dependencies, session, locale),
    getDocument: {
      handler: ({ id, version }, { locale }) => getDocument(library, id, version ?? null, locale),
      ...shared,
    },
    listContent: (input, { locale }) => listContent(dependencies, input, locale),
    getContent: (input) => getContent(dependencies, input),
    getContentVersion: (input) => getContentVersion(dependencies, input),
    listContentFigures: (input) => listContentFigures(library, input),
    saveDraft: (input, { operator }) => saveDraft(dependencies, operator, input),
    discardDraft: (input, { operator }) => discardDraft(dependencies, operator, input),
    publishContent: (input, { operator }) => publishContent(dependencies, operator, input),
    putBackContent: (input, { operator }) => putBackContent(dependencies, operator, input),
    withdrawContent: (input, { operator }) => withdrawContent(dependencies, operator, input),
    acceptTerms: (input, { member, locale }) => acceptTerms(dependencies, member.memberId, input, locale),
  });
}
