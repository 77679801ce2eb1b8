import type { DocumentId, LegalDocument } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { versionsOf } from './documents.ts';
import type { Library } from './library.ts';

/** The requested version of a document, or its current one. Throws `documentUnknown`. */
export function getDocument(library: Library, id: DocumentId, requested: number | null, locale: Locale): LegalDocument {
  const versions = versionsOf(library, id, locale);
  const current = versions.at(-1);
  const found = requested === null ? current : versions.find(({ version }) => version === requested);
  if (!found) throw new Refusal('documentUnknown');
  const { title, blocks, publishedAt } = found.page;
  return { id, version: found.version, isCurrent: found === current, title, blocks, publishedAt };
}
