import type { DocumentId, LegalDocument } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { versionsOf } from './documents.ts';
import type { Library } from './library.ts';

/** A document in the version asked for, or in its current one. */
export function getDocument(library: Library, id: DocumentId, wished: number | null, locale: Locale): LegalDocument {
  const versions = versionsOf(library, id, locale);
  const current = versions.at(-1);
  const found = wished === null ? current : versions.find(({ version }) => version === wished);
  if (!found) throw new Refusal('documentUnknown');
  const { title, blocks, publishedAt } = found.page;
  return { id, version: found.version, isCurrent: found === current, title, blocks, publishedAt };
}
