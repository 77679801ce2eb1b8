import {
  acceptTerms,
  getDocument,
  getHelp,
  listDocuments,
  listHelp,
  listNotices,
  listRules,
  listTips,
  markNoticesRead,
} from '#contract/support.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { type AcceptTermsNeeds, acceptTerms as accept } from './accept-terms.ts';
import { getDocument as readDocument } from './get-document.ts';
import { getHelp as readHelp } from './get-help.ts';
import { listArticles } from './list-articles.ts';
import { listDocuments as readDocuments } from './list-documents.ts';
import { listHelp as findHelp } from './list-help.ts';
import { listNotices as readNotices } from './list-notices.ts';
import { markNoticesRead as markRead } from './mark-notices-read.ts';

export function supportRoutes(needs: AcceptTermsNeeds): Binding[] {
  const { library } = needs;
  return [
    bind(listHelp, ({ search }, { locale }) => findHelp(library, search ?? '', locale)),
    bind(getHelp, ({ id }, { locale }) => readHelp(library, id, locale)),
    bind(listTips, (_, { locale }) => listArticles(library, 'tip', locale)),
    bind(listRules, (_, { locale }) => listArticles(library, 'rule', locale)),
    bind(listNotices, ({ before }, { session, locale }) => readNotices(needs, session, before ?? null, locale)),
    bind(markNoticesRead, ({ id }, { member, locale }) => markRead(needs, member.memberId, id ?? null, locale)),
    bind(listDocuments, (_, { session, locale }) => readDocuments(needs, session, locale)),
    bind(getDocument, ({ id, version }, { locale }) => readDocument(library, id, version ?? null, locale)),
    bind(acceptTerms, (input, { member, locale }) => accept(needs, member.memberId, input, locale)),
  ];
}
