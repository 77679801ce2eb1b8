import type { Kysely } from 'kysely';
import type { DocumentEntry } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import type { Session } from '#server/platform/session.ts';
import { consentsOf } from './consent-store.ts';
import { currentDocuments } from './documents.ts';
import type { Library } from './library.ts';

export interface DocumentDependencies {
  readonly tables: Kysely<unknown>;
  readonly library: Library;
}

/** The current documents, with what this member accepted of them. */
export async function listDocuments(
  { tables, library }: DocumentDependencies,
  session: Session | null,
  locale: Locale,
): Promise<DocumentEntry[]> {
  const consents = session ? await consentsOf(tables, session.memberId) : null;
  return currentDocuments(library, locale).map(({ document, version, page }) => ({
    id: document,
    version,
    title: page.title,
    publishedAt: page.publishedAt,
    accepted: consents?.get(document) ?? null,
  }));
}
