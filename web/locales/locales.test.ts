import { describe, expect, test } from 'vitest';
import { type Language, languages } from '#web/platform/i18n/registry.ts';
import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';
import { enMore } from './en-more.ts';
import { charactersOutside, punctuationOfLatin } from './scripts.fixture.ts';
import { serverTexts } from './server-texts.fixture.ts';

const translated = languages.filter(({ locale }) => locale !== 'en');

/** Texts that are the same in English and in another language for a reason: names, and patterns of nothing but values. */
const mayStayEnglish: readonly string[] = [
  'wallet.fromTo',
  'withdrawals.cardTo',
  'notify.amount',
  'notifications.amount',
  'home.title',
  'market.pair',
  'plans.expectedRange',
  'plans.leverageValue',
  'wallet.ofPlan',
  'plans.pair',
  'planDetail.planLine',
  'plans.quickAmount',
  'plans.range',
  'plans.roundsValue',
];

describe.for(translated)('$name', (language) => {
  test('has the texts of English, none more and none less', async () => {
    expect([...(await textsOf(language)).keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('says every value that English says, and no other', async () => {
    const texts = await textsOf(language);
    const differing = [...english].filter(([key, text]) => !sameValues(text, texts.get(key) ?? ''));
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test('leaves no text empty, and none with a space around it', async () => {
    const loose = [...(await textsOf(language))].filter(([, text]) => text === '' || text !== text.trim());
    expect(loose).toEqual([]);
  });

  test('leaves nothing in English but names and patterns', async () => {
    const texts = await textsOf(language);
    const same = [...english].filter(([key, text]) => texts.get(key) === text && !mayStayEnglish.includes(key));
    expect(same).toEqual([]);
  });
});

test('a percent sign follows its figure without a space, as figures are printed in every language', async () => {
  const texts = await Promise.all(languages.map(async (language) => [...(await textsOf(language))]));
  expect(texts.flat().filter(([, text]) => /[\d}]\s%/.test(text))).toEqual([]);
});

const ofEastAsia = translated.filter(({ locale }) => locale === 'tc' || locale === 'zh' || locale === 'jp');

describe.for(ofEastAsia)('$name', (language) => {
  test('is written in its own characters', async () => {
    const texts = [...(await textsOf(language))].map(([key, text]) => [key, charactersOutside(language.locale, text)]);
    expect(texts.filter(([, strangers]) => strangers !== '')).toEqual([]);
  });

  test('has its own punctuation', async () => {
    const texts = [...(await textsOf(language))].filter(([, text]) => punctuationOfLatin(text));
    expect(texts).toEqual([]);
  });
});

const thaiFaults = /ครับ|ค่ะ|เเ|\u0e4d\u0e32|[0-9A-Za-z}][\u0e01-\u0e3a]|[\u0e01-\u0e3a\u0e40-\u0e4c][0-9A-Za-z]/;

test('Thai is brief, spelt with its own vowels, and leaves a space beside Latin words and figures', async () => {
  const texts = [...(await textsOf(languageOf('thai')))];
  expect(texts.filter(([, text]) => thaiFaults.test(text))).toEqual([]);
  const faulty = ['ยืนยันครับ', 'เเผน', 'นํา้', 'ทํางาน', 'ใช้CLEARLOT', '5X ขึ้นไปและ 10Xขึ้นไป'];
  expect(faulty.filter((text) => !thaiFaults.test(text))).toEqual([]);
});

/** Foreign words that browsers break inside, or with the word before: a word joiner (U+2060) holds each together. */
const thaiBreaks = /เช็กอิน|แฮช|พุช|บีคอน|พาสคีย์|แชต|ลอตเตอรี/;

test('Thai foreign words are held together, so that no line ends within one', async () => {
  const texts = [...(await textsOf(languageOf('thai')))];
  expect(texts.filter(([, text]) => thaiBreaks.test(text))).toEqual([]);
  const segments = new Intl.Segmenter('th', { granularity: 'word' });
  const broken = (text: string) => [...segments.segment(text)].some(({ segment }) => /^[ก-ฮ]$/.test(segment));
  expect(broken('แฮชที่เผยแพร่')).toBe(true);
  expect(texts.filter(([, text]) => text.split('\u2060').length === 1 && broken(text))).toEqual([]);
});

/** Words that stand beside the one that the language has for a thing. */
const strayWords: Readonly<Partial<Record<Language['locale'], RegExp>>> = {
  tc: /交易區|提領|儲值|充值|提現|提款|計畫|[這一]筆記錄|總帳|帳簿|權重|線上客服|幫助中心/,
  zh: /交易区|总账|账簿|权重|在线客服|提取|核准/,
  jp: /利用可能枠|認可枠|金融商品|援助|録画|ブラウザー|デバイス|オペレーター|カスタマーサービス/,
  thai: /เช็ค\u2060?อิน|อายัด|โปรด|การเงินลงทุน|ผู้ปฏิบัติงาน|ชื่อเล่น|คะแนนน้ำหนัก/,
  vnf: /trọng số|lợi tức|vận hành viên|loại trừ|rút thăm/i,
};

test.for(translated)('$name has one word for one thing', async ({ locale, load, loadMore }) => {
  const texts = [...flattened({ ...(await load()), ...(await loadMore()), ...serverTexts[locale] })];
  const ofMembers = texts.filter(([key]) => !key.startsWith('operator'));
  expect(ofMembers.filter(([, text]) => strayWords[locale]?.test(text))).toEqual([]);
});

test('Vietnamese is stored composed, and never calls paper money false or virtual', async () => {
  const texts = [...(await textsOf(languageOf('vnf')))];
  expect(texts.filter(([, text]) => text !== text.normalize('NFC'))).toEqual([]);
  expect(texts.filter(([, text]) => /tiền (giả|ảo)/i.test(text))).toEqual([]);
});

test('a character of the other script is found, a shared one is not', () => {
  expect(charactersOutside('tc', '杠杆余额，以后过账')).toBe('杠余额后过账');
  expect(charactersOutside('tc', '槓桿餘額，以後過帳')).toBe('');
  expect(charactersOutside('zh', '槓桿餘額，以後過帳')).toBe('槓桿餘額後過帳');
  expect(charactersOutside('zh', '杠杆余额，以后过账')).toBe('');
  expect(charactersOutside('jp', '证券の余额と帳簿')).toBe('证额');
  expect(charactersOutside('jp', '証券の残高と元帳')).toBe('');
});

test('a Latin comma, colon or bracket beside a Chinese or Japanese character is found', () => {
  expect(
    ['余额,今日', '余额: 1', '余额 (USDT)', '真的?', '{amount}, 余额'].filter((text) => !punctuationOfLatin(text)),
  ).toEqual([]);
  expect(punctuationOfLatin('余额（USDT），6-20 位，{coin}/USDT')).toBe(false);
});

/** Every text by "section.key". */
function flattened(catalogue: Catalogue & (typeof serverTexts)['en']): ReadonlyMap<string, string> {
  const sections: Readonly<Record<string, Readonly<Record<string, string>>>> = catalogue;
  return new Map(
    Object.entries(sections).flatMap(([section, texts]) =>
      Object.entries(texts).map(([key, text]): [string, string] => [`${section}.${key}`, text]),
    ),
  );
}

const english = flattened({ ...en, ...enMore, ...serverTexts.en });

function languageOf(locale: Language['locale']): Language {
  const language = languages.find((each) => each.locale === locale);
  if (!language) throw new Error(`${locale} is not registered`);
  return language;
}

async function textsOf(language: Language): Promise<ReadonlyMap<string, string>> {
  return flattened({ ...(await language.load()), ...(await language.loadMore()), ...serverTexts[language.locale] });
}

function sameValues(one: string, other: string): boolean {
  return placeholdersOf(one) === placeholdersOf(other);
}

function placeholdersOf(text: string): string {
  const bare = text.replace(/\{(\w+), plural, (?:\w+ \{[^{}]*\} ?)+\}/g, '{$1}');
  return [...new Set(bare.match(/\{\w*\}?|\}/g))].sort().join(' ');
}
