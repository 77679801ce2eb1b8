import { expect, test } from 'vitest';
import { type Locale, locales } from '#contract/locale.ts';
import { consoleLocales, loadTexts } from '#web/operator/locale.ts';
import { linesOf, pages, textsOf } from './all-texts.ts';
import { figuresIn, sameFigures } from './figures.ts';

/** Texts that say the same in other figures: "1 in 20" as 5%, "95%" as 95 of 100, the middle half as 50%, May as the fifth month, the third prize as that of grade 3. */
const sayItOtherwise: ReadonlySet<string> = new Set([
  'market.recordingOfMay2025',
  'plans.expectedBasis',
  'plans.worse',
  'plans.better',
  'support.times95',
  'withdrawals.times95',
  'money.percentile95',
  'fields.third',
  'fields.thirdNumbers',
  'fields.fourth',
  'fields.fourthNumbers',
]);

const flat = (sections: object): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(sections).flatMap(([section, texts]) =>
      Object.entries(texts as Record<string, string>).map(([key, text]) => [`${section}.${key}`, text] as const),
    ),
  );

const differing = (locale: Locale, english: ReadonlyMap<string, string>, own: ReadonlyMap<string, string>): string[] =>
  [...english].flatMap(([key, text]) => {
    const other = own.get(key) ?? '';
    const isSame = sayItOtherwise.has(key) || sameFigures(figuresIn('en', text), figuresIn(locale, other));
    return isSame ? [] : [`${key}: ${text} | ${other}`];
  });

test.for(locales)('the texts of the app say the figures of English in %s', async (locale) => {
  expect(differing(locale, flat(await textsOf('en')), flat(await textsOf(locale)))).toEqual([]);
});

test.for(consoleLocales)('the texts of the console say the figures of English in %s', async (locale) => {
  expect(differing(locale, flat(await loadTexts.en()), flat(await loadTexts[locale]()))).toEqual([]);
});

const numbered = (page: string, locale: Locale): ReadonlyMap<string, string> =>
  new Map(linesOf(page, locale).map((line, at) => [`${page}:${at + 1}`, line] as const));

test.for(locales)('the pages say the figures of English in %s, line by line', (locale) => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.flatMap((page) => differing(locale, numbered(page, 'en'), numbered(page, locale)))).toEqual([]);
});

test('a figure is the same in each way of writing it, and another one is found', () => {
  const of = (english: string, locale: Locale, own: string) =>
    sameFigures(figuresIn('en', english), figuresIn(locale, own));
  expect(of('fewer than a million, up to 100,000', 'tc', '合計少於一百萬個，不超過 100,000')).toBe(true);
  expect(of('fewer than a million, up to 100,000', 'tc', '合計少於十萬個，不超過 100,000')).toBe(false);
  expect(of('up to 1,000,000 in {count} days', 'jp', '{count}日で100万まで')).toBe(true);
  expect(of('up to 1,000,000', 'zh', '不超过 100,000')).toBe(false);
  expect(of('0.01% of 1,000', 'vnf', '0,01% của 1.000')).toBe(true);
  expect(of('0.01% of 1,000', 'vnf', '0,1% của 1.000')).toBe(false);
  expect(of('Six digits', 'jp', '6桁の数字')).toBe(true);
  expect(of('Six digits', 'jp', '4桁の数字')).toBe(false);
  expect(of('72 hours', 'thai', 'ชั่วโมง')).toBe(false);
});
