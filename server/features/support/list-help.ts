import type { Locale } from '#contract/locale.ts';
import type { HelpEntry } from '#contract/support.ts';
import type { Library } from './library.ts';
import { excerptOf, searchWords } from './search-text.ts';

const searchedKinds = ['help', 'tip', 'rule'] as const;

/** The help texts in order, or what contains every word of the search: where a title does comes first. */
export function listHelp(library: Library, search: string, locale: Locale): HelpEntry[] {
  const words = searchWords(search);
  const kinds = words.length === 0 ? (['help'] as const) : searchedKinds;
  const found = kinds.flatMap((kind) => {
    const pages = library.pages(kind, locale);
    const matching = pages.filter(({ folded }) =>
      words.every((word) => folded.title.includes(word) || folded.text.includes(word)),
    );
    return matching.map((page) => ({ kind, page, inTitle: words.some((word) => page.folded.title.includes(word)) }));
  });
  return found
    .sort((one, other) => Number(other.inTitle) - Number(one.inTitle))
    .map(({ kind, page: { id, title, blocks, locale: written } }) => ({
      kind,
      id,
      title,
      excerpt: excerptOf(blocks, words, written),
    }));
}
