import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '#contract/locale.ts';
import { charactersOutside } from '#web/locales/scripts.fixture.ts';
import { names, sometimesNames } from './code-words.ts';

const folder = new URL('../../server/features/content/texts/rule/', import.meta.url);
const pages = readdirSync(folder).filter((name) => /^\d+-exact-/.test(name));
const others = locales.filter((locale) => locale !== 'en');

/** The lines of code of a page. */
const codeOf = (page: string, locale: string): string[] =>
  readFileSync(new URL(`${page}/${locale}.md`, folder), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));

/** The words of Latin letters alone, as those of English and of programs are. */
const wordsOf = (line: string): string[] =>
  (line.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).filter((word) => /^[A-Za-z]\w*$/.test(word));

const lines = pages.flatMap((page) =>
  others.flatMap((locale) => {
    const english = codeOf(page, 'en');
    return codeOf(page, locale).map((line, at) => ({ page, locale, line, english: english[at] ?? '' }));
  }),
);
const shownOf = ({ page, locale, line }: (typeof lines)[number]) => `${page}/${locale}: ${line}`;

/** Words of another language that is written in Latin letters, or has adopted them, which English has as well. */
const adopted = new Map<string, ReadonlySet<string>>([
  ['vnf', new Set(['bit', 'coin', 'double'])],
  ['thai', new Set(['double', 'escape'])],
]);

test('no line of the exact rules is English in another language, but for the words that programs read', () => {
  expect(lines.length).toBeGreaterThan(1_500);
  const left = lines.flatMap((one) => {
    const english = new Set(wordsOf(one.english));
    const words = wordsOf(one.line)
      .filter((word) => !names.has(word) && !sometimesNames.has(word) && !adopted.get(one.locale)?.has(word))
      .filter((word) => one.locale !== 'vnf' || english.has(word));
    return words.map((word) => `${word} in ${shownOf(one)}`);
  });
  expect(left).toEqual([]);
});

test('the names are the same in every language, line by line, and none is added', () => {
  const namesIn = (line: string) =>
    wordsOf(line)
      .filter((word) => names.has(word))
      .sort()
      .join(' ');
  expect(lines.filter((one) => namesIn(one.line) !== namesIn(one.english)).map(shownOf)).toEqual([]);
  const added = lines.filter(({ locale, line, english }) => {
    const known = new Set([...wordsOf(english), ...(adopted.get(locale) ?? [])]);
    return wordsOf(line).some((word) => sometimesNames.has(word) && !known.has(word));
  });
  expect(added.map(shownOf)).toEqual([]);
});

/** Numbers, quoted words and signs of a line, each as often as it stands there, whatever the order of the words. */
const marksIn = (line: string, marks: RegExp): string => (line.match(marks) ?? []).sort().join(' ');
const numbers = /0x[0-9a-f]+|\d+(?:\.\d+)*/g;
const quoted = /"[^"]*"/g;
const signs = /<=|>=|[<>=+*^]|(?<!\d)\/|\/(?!\d)/g;

test('numbers, quoted words and signs of formulas are the same in every language, line by line', () => {
  for (const marks of [numbers, quoted, signs]) {
    const others = lines.filter(({ line, english }) => marksIn(line, marks) !== marksIn(english, marks));
    expect(others.map(shownOf)).toEqual([]);
  }
});

test('the sentences of the exact rules have the same numbers in every language', () => {
  const sentencesOf = (page: string, locale: string): string[] =>
    readFileSync(new URL(`${page}/${locale}.md`, folder), 'utf8').split('\n');
  for (const page of pages) {
    const english = sentencesOf(page, 'en').map((line) => marksIn(line, numbers));
    for (const locale of others) {
      const own = sentencesOf(page, locale).map((line) => marksIn(line, numbers));
      expect(own, `${page}/${locale}`).toEqual(english);
    }
  }
});

test('every name is in use, and each script keeps to its own characters', () => {
  const english = new Set(pages.flatMap((page) => codeOf(page, 'en').flatMap(wordsOf)));
  expect([...names, ...sometimesNames].filter((word) => !english.has(word))).toEqual([]);
  expect(lines.filter(({ locale, line }) => charactersOutside(locale, line) !== '').map(shownOf)).toEqual([]);
});
