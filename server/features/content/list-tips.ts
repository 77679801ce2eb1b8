import type { Article } from '#contract/content-blocks.ts';
import type { Locale } from '#contract/locale.ts';
import { articleOf } from './article.ts';
import type { Library } from './library.ts';

export function listTips(library: Library, locale: Locale): Article[] {
  return library.pages('tip', locale).map(articleOf);
}
