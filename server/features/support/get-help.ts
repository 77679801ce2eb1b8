import type { Article } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Library, Page } from './library.ts';

/** One help text. */
export function getHelp(library: Library, id: string, locale: Locale): Article {
  const page = library.page('help', id, locale);
  if (!page) throw new Refusal('helpUnknown');
  return articleOf(page);
}

/** All tips, or all rules, in order. */
export function listArticles(library: Library, kind: 'tip' | 'rule', locale: Locale): Article[] {
  return library.pages(kind, locale).map(articleOf);
}

function articleOf({ id, title, blocks, updatedAt }: Page): Article {
  return { id, title, blocks, updatedAt };
}
