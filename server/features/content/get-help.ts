import type { Article } from '#contract/content-blocks.ts';
import type { Locale } from '#contract/locale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { articleOf } from './article.ts';
import type { Library } from './library.ts';

/** One help text. */
export function getHelp(library: Library, id: string, locale: Locale): Article {
  const page = library.page('help', id, locale);
  if (!page) throw new Refusal('helpUnknown');
  return articleOf(page);
}
