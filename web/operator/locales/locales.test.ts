import { expect, test } from 'vitest';
import { charactersOutside, punctuationOfLatin } from '#web/locales/scripts.fixture.ts';
import { consoleLocales, loadTexts } from '../locale.ts';
import { en } from './en.ts';

const flat = (texts: object): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([section, keys]) =>
      Object.entries(keys as Record<string, string>).map(([key, text]) => [`${section}.${key}`, text] as const),
    ),
  );

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each(consoleLocales)('%s has the texts of English with the same values, none empty', async (locale) => {
  const texts = flat(await loadTexts[locale]());
  expect([...texts.keys()].toSorted()).toEqual([...flat(en).keys()].toSorted());
  const differing = [...flat(en)].filter(
    ([key, text]) => placeholders(text).join() !== placeholders(texts.get(key) ?? '').join(),
  );
  expect(differing).toEqual([]);
  expect([...texts].filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
});

/** Texts whose values or whose examples have Latin punctuation. */
const withPunctuation = new Set(['health.newestAndMost', 'content.format']);

test.each(['zh', 'tc'] as const)('%s is written in its own characters and punctuation', async (locale) => {
  const texts = [...flat(await loadTexts[locale]())];
  expect(texts.filter(([, text]) => charactersOutside(locale, text) !== '')).toEqual([]);
  expect(texts.filter(([key, text]) => !withPunctuation.has(key) && punctuationOfLatin(text))).toEqual([]);
  const english = flat(en);
  expect(texts.filter(([key, text]) => english.get(key) === text && !/^[\W\d]*\{/.test(text))).toEqual([]);
});
