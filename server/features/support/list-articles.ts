import type { Article } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import type { Library, Page } from './library.ts';

/** All tips, or all rules, in order. */
export function listArticles(library: Library, kind: 'tip' | 'rule', locale: Locale): Article[] {
  return library.pages(kind, locale).map(articleOf);
}

/** The text as it travels. */
export function articleOf({ id, title, blocks, updatedAt }: Page): Article {
  return { id, title, blocks, updatedAt };
}
