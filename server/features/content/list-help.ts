import type { ArticleKind, HelpEntry } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import { currentDocuments } from './documents.ts';
import type { Library, Page } from './library.ts';
import { excerptOf, searchWords } from './search-text.ts';

const searchedKinds = ['help', 'tip', 'rule', 'document', 'notice'] as const satisfies readonly ArticleKind[];

/** The help texts in order; with a search, all texts that contain every word, matches in titles first. */
export function listHelp(library: Library, search: string, locale: Locale): HelpEntry[] {
  const words = searchWords(search);
  const kinds = words.length === 0 ? (['help'] as const) : searchedKinds;
  const found = kinds.flatMap((kind) => {
    const matching = textsOf(library, kind, locale).filter(({ page: { folded } }) =>
      words.every((word) => folded.title.includes(word) || folded.text.includes(word)),
    );
    return matching.map((text) => ({ ...text, inTitle: words.some((word) => text.page.folded.title.includes(word)) }));
  });
  return found
    .sort((one, other) => Number(other.inTitle) - Number(one.inTitle))
    .map(({ kind, id, page: { title, blocks, locale: written } }) => ({
      kind,
      id,
      title,
      excerpt: excerptOf(blocks, words, written),
    }));
}

interface FoundText {
  readonly kind: ArticleKind;
  /** The id by which its page is requested. */
  readonly id: string;
  readonly page: Page;
}

/** The current texts of a kind: of a document only the version in force. */
function textsOf(library: Library, kind: ArticleKind, locale: Locale): readonly FoundText[] {
  if (kind === 'document') {
    return currentDocuments(library, locale).map(({ document, page }) => ({ kind, id: document, page }));
  }
  return library.pages(kind, locale).map((page) => ({ kind, id: page.id, page }));
}
