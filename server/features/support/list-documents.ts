import type { Kysely } from 'kysely';
import type { Locale } from '#contract/locale.ts';
import type { DocumentEntry, DocumentId, LegalDocument } from '#contract/support.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Session } from '#server/platform/session.ts';
import { consentsOf } from './consent-store.ts';
import type { ContentTables } from './content-tables.ts';
import { currentDocuments, versionsOf } from './documents.ts';
import type { Library } from './library.ts';

export interface DocumentNeeds {
  readonly tables: Kysely<ContentTables>;
  readonly library: Library;
}

/** The current documents, and what this member accepted of them. */
export async function listDocuments(
  { tables, library }: DocumentNeeds,
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

/** A document in the version asked for, or in its current one. */
export function getDocument(library: Library, id: DocumentId, wished: number | null, locale: Locale): LegalDocument {
  const versions = versionsOf(library, id, locale);
  const current = versions.at(-1);
  const found = wished === null ? current : versions.find(({ version }) => version === wished);
  if (!found) throw new Refusal('documentUnknown');
  const { title, blocks, publishedAt } = found.page;
  return { id, version: found.version, isCurrent: found === current, title, blocks, publishedAt };
}
