import { expect, test } from 'vitest';
import { givingLocales } from './giving-locale.ts';
import { type GivingText, givingTexts } from './giving-texts.ts';

type Locale = keyof typeof givingTexts;

/** What each text has to say, in the words of each language: texts that were exchanged for one another are found by it. */
const words: readonly (readonly [key: GivingText, words: Readonly<Record<Locale, RegExp>>])[] = [
  ['listMasked', { en: /^Masked name/, zh: /部分/, tc: /部分/, jp: /一部/ }],
  ['listHidden', { en: /^No name/, zh: /^不/, tc: /^不/, jp: /出さない/ }],
  [
    'receivedFell',
    {
      en: /^Root \{later\} .*earlier root \{earlier\}/,
      zh: /\{later\}.*少于更早的第 \{earlier\}/,
      tc: /\{later\}.*少於更早的第 \{earlier\}/,
      jp: /\{later\}.*より前の\{earlier\}/,
    },
  ],
  ['received', { en: /^Received/, zh: /收到/, tc: /收到/, jp: /受取/ }],
  ['disbursed', { en: /^Disbursed/, zh: /拨付/, tc: /撥付/, jp: /支出/ }],
  ['unspent', { en: /^Unspent/, zh: /未使用/, tc: /未使用/, jp: /未使用/ }],
  ['contribution', { en: /contribution/, zh: /累计/, tc: /累計/, jp: /合計/ }],
  ['available', { en: /^Available/, zh: /可捐/, tc: /可捐/, jp: /できる/ }],
  ['inPoints', { en: /points/, zh: /积分/, tc: /積分/, jp: /ポイント/ }],
  ['inUsdt', { en: /USDT/, zh: /USDT/, tc: /USDT/, jp: /USDT/ }],
  ['success', { en: /successful/, zh: /成功/, tc: /成功/, jp: /完了/ }],
  ['resultFailed', { en: /not made/, zh: /未完成/, tc: /未完成/, jp: /ませんでした/ }],
];

test.each(givingLocales)('in %s each text of the giving pages says what it stands for', (locale) => {
  const texts = givingTexts[locale];
  expect(words.filter(([key, said]) => !said[locale].test(texts[key])).map(([key]) => `${key}: ${texts[key]}`)).toEqual(
    [],
  );
});
