import type { Article } from '#contract/content-blocks.ts';
import type { Locale } from '#contract/locale.ts';
import { articleOf } from './article.ts';
import type { Library } from './library.ts';

export function listRules(library: Library, locale: Locale): Article[] {
  return library.pages('rule', locale).map(articleOf);
}
