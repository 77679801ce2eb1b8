import { type DocumentId, documentIds } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import type { Library, Page } from './library.ts';

export interface DocumentVersion {
  readonly document: DocumentId;
  readonly version: number;
  readonly page: Page;
}

const contentId = /^([a-z]+)-v(\d{1,4})$/;

/** All versions of a document, the current one last. */
export function versionsOf(library: Library, document: DocumentId, locale: Locale): DocumentVersion[] {
  return library
    .pages('document', locale)
    .flatMap((page) => {
      const [, name, version] = contentId.exec(page.id) ?? [];
      return name === document ? [{ document, version: Number(version), page }] : [];
    })
    .sort((one, other) => one.version - other.version);
}

/** The current version of every document. */
export function currentDocuments(library: Library, locale: Locale): DocumentVersion[] {
  return documentIds.flatMap((document) => versionsOf(library, document, locale).at(-1) ?? []);
}
