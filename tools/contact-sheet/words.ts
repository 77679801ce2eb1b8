import type { Locale } from '#contract/locale.ts';
import { languages } from '#web/platform/i18n/registry.ts';

/** The text of a key in the image's language as a pattern; `{placeholders}` match anything. */
export type Words = (key: string, extent?: 'part' | 'first' | 'whole') => RegExp;

/** A name in braces, or a plural with its forms. */
const placeholder = /\{\w+(?:, plural,(?:[^{}]|\{[^{}]*\})*)?\}/;

export async function wordsIn(locale: Locale): Promise<Words> {
  const language = languages.find((each) => each.locale === locale);
  if (language === undefined) throw new Error(`there is no language ${locale}`);
  const [first, more] = await Promise.all([language.load(), language.loadMore()]);
  const sections = new Map(Object.entries({ ...first, ...more }));
  return (key, extent = 'part') => {
    const [section = '', name = ''] = key.split('.');
    const text = new Map(Object.entries(sections.get(section) ?? {})).get(name);
    if (typeof text !== 'string') throw new Error(`${locale} has no text ${key}`);
    const pattern = text
      .split(placeholder)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
    if (extent === 'part') return new RegExp(pattern);
    return new RegExp(extent === 'first' ? `^${pattern}` : `^${pattern}$`);
  };
}
