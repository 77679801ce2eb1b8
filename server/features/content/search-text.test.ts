import { expect, test } from 'vitest';
import type { ContentBlock } from '#contract/content-blocks.ts';
import { plainText } from './content-text.ts';
import { excerptOf, fold, searchWords } from './search-text.ts';

test('a search does not mind letter case, width or Latin accents', () => {
  expect(fold('ＬＥＶＥＲＡＧＥ')).toBe('leverage');
  expect(fold('Quy tắc Đòn bẩy')).toBe('quy tac don bay');
  expect(fold('ﾚﾊﾞﾚｯｼﾞ')).toBe(fold('レバレッジ'));
});

test('Thai vowel and tone marks are part of the word', () => {
  expect(fold('เลเวอเรจสูง')).not.toBe(fold('เลเวอเรจสง'));
  expect(fold('ทำกำไรขั้นต่ำ')).toContain(fold('ขั้นต่ำ'));
});

test('words are separated by any kind of space, and duplicates count once', () => {
  expect(searchWords('  Fee\u3000fee\tLOSS\n')).toEqual(['fee', 'loss']);
  expect(searchWords(' \u3000\n')).toEqual([]);
});

const paragraph = (...text: (string | { rule: string; value: string })[]): ContentBlock => ({
  kind: 'paragraph',
  text,
});
const filler = 'Nothing of interest stands in this sentence. '.repeat(8);

test('an excerpt shows the place where the search was found, cut between words', () => {
  const blocks = [paragraph(filler), paragraph(`${filler}Here leverage is explained. ${filler}`)];
  const excerpt = plainText(excerptOf(blocks, ['leverage'], 'en'));
  expect(excerpt).toMatch(/^…\w.*Here leverage is explained\..*\S…$/);
  expect(excerpt.length).toBeLessThan(140);
  expect(excerpt).not.toMatch(/…(othing|f interest)|Noth…|senten…/);
});

test('an excerpt at the end of its passage goes to the end, and is as long as any other', () => {
  const blocks = [paragraph(`${filler}What is said of leverage at last.`)];
  const excerpt = plainText(excerptOf(blocks, ['leverage'], 'en'));
  expect(excerpt).toMatch(/^…\w.* What is said of leverage at last\.$/);
  expect(excerpt.length).toBeGreaterThan(110);
  const whole = 'ab '.repeat(40).trim();
  expect(plainText(excerptOf([paragraph(`${whole}c`)], [], 'en'))).toBe(`${whole}c`);
  expect(plainText(excerptOf([paragraph(`${whole}cd`)], [], 'en'))).toMatch(/b…$/);
});

test('an excerpt is found and cut in languages without spaces', () => {
  const thai = 'เลเวอเรจคูณกำไรและขาดทุน'.repeat(12);
  const chinese = '杠杆会放大盈利也会放大亏损。'.repeat(14);
  const japanese = 'レバレッジは利益も損失も拡大します。'.repeat(12);
  for (const [text, word, locale] of [
    [`${thai}ค่าธรรมเนียมถอน${thai}`, 'ค่าธรรมเนียม', 'thai'],
    [`${chinese}手续费会累积。${chinese}`, '手续费', 'zh'],
    [`${japanese}手数料は積み重なります。${japanese}`, '手数料', 'jp'],
  ] as const) {
    const excerpt = plainText(excerptOf([paragraph(text)], [fold(word)], locale));
    expect(excerpt).toContain(word);
    expect(excerpt.length).toBeLessThan(140);
    // A mark without its letter would be drawn on a dotted circle.
    expect(excerpt).not.toMatch(/^…?\p{M}/u);
  }
});

test('a figure in an excerpt stays whole and keeps its rule', () => {
  const figure = { rule: 'level.5.amountMax', value: '50,000' };
  const excerpt = excerptOf([paragraph(`${filler}up to `, figure, ` USDT. ${filler}`)], ['usdt'], 'en');
  expect(excerpt).toContainEqual(figure);
});

test('without a search the first paragraph is the excerpt, and a text without one has none', () => {
  const heading: ContentBlock = { kind: 'heading', text: ['A heading'] };
  expect(excerptOf([heading, paragraph('Short.')], [], 'en')).toEqual(['Short.']);
  expect(excerptOf([heading], [], 'en')).toEqual([]);
});
