import { readFileSync } from 'node:fs';
import { type Locale, locales } from '#contract/locale.ts';
import { textsOf } from './all-texts.ts';

const catalogues = new Map(await Promise.all(locales.map(async (locale) => [locale, await textsOf(locale)] as const)));

/** A text of the app by its key, such as `notify.plans`. Throws where there is none. */
export function labelOf(locale: Locale, key: string): string {
  const [group = '', name = ''] = key.split('.');
  const label = catalogues.get(locale)?.[group]?.[name];
  if (label === undefined) throw new Error(`${locale} has no text ${key}`);
  return label;
}

/** A text as it is searched: in small letters, without marks that say where a line may break. */
export const searched = (text: string): string => text.toLowerCase().replaceAll(/[\u2060\u200b\u00ad]/g, '');

/** The columns of the glossary after the English one. */
const columns: readonly Locale[] = ['en', 'tc', 'zh', 'jp', 'thai', 'vnf'];

/** The words of each thing in each language, by its English name, from the glossary; a word in brackets explains and is none. */
export const glossary: ReadonlyMap<string, Readonly<Record<Locale, readonly string[]>>> = new Map(
  readFileSync(new URL('../../web/locales/GLOSSARY.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (en|-+) +\|/.test(line))
    .map((line) => {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replace(/\s*[（(].*?[)）]/g, '').trim());
      const wordsOf = (locale: Locale): readonly string[] =>
        (cells[columns.indexOf(locale)] ?? '').split(/、|, /).map(searched);
      return [cells[0] ?? '', Object.fromEntries(locales.map((locale) => [locale, wordsOf(locale)])) as never];
    }),
);

/** The words by which a text in that language can name the thing; one is enough. */
export function wordsFor(locale: Locale, thing: string): readonly string[] {
  const words = glossary.get(thing)?.[locale];
  if (words === undefined) throw new Error(`the glossary has no “${thing}”`);
  return words;
}
