import type { Locale } from '#contract/locale.ts';

/** The figures of a text: those written in digits, and those spelt out where English may spell what another language writes in digits. */
export interface Figures {
  readonly digits: readonly number[];
  readonly spelt: readonly number[];
}

const spelt = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const speltPattern = new RegExp(`\\b(?:${spelt.join('|')})\\b`, 'gi');
const million = /\b(?:a |one )?million(?:ths?)?\b/gi;

const tens = '十百千';
const numeral = '一二三四五六七八九';

/** The value of a numeral of Chinese or Japanese below ten thousand, such as 一百 or 十. */
function numeralValue(text: string): number {
  let sum = 0;
  let digit = 0;
  for (const sign of text) {
    if (tens.includes(sign)) {
      sum += (digit || 1) * 10 ** (tens.indexOf(sign) + 1);
      digit = 0;
    } else digit = '两兩'.includes(sign) ? 2 : numeral.indexOf(sign) + 1;
  }
  return sum + digit;
}

/** Large numbers of Chinese and Japanese in digits: 100万 and 一百萬 become 1000000. */
const withTenThousands = (text: string): string =>
  text
    .replace(/(\d+(?:\.\d+)?)\s?[万萬]/g, (_, digits: string) => String(Number(digits) * 10_000))
    .replace(/([一二三四五六七八九十百千两兩]+)[万萬]/g, (_, word: string) => String(numeralValue(word) * 10_000));

/**
 * Figures of an interface text or a line of a page, ascending, without its placeholders. 0, 1 and 2 are left out: each language has words for them
 * ("once", "both", "per day") where another writes the digit.
 */
export function figuresIn(locale: Locale, text: string): Figures {
  const bare = text.replace(/\{\w+, plural, (?:\w+ \{[^{}]*\} ?)+\}|\{[^{}]*\}/g, '');
  const plain = locale === 'vnf' ? bare.replace(/(?<=\d)\.(?=\d{3}\b)/g, '').replace(/(?<=\d),(?=\d)/g, '.') : bare;
  const digits = withTenThousands(plain.replace(/(?<=\d),(?=\d{3}\b)/g, '')).match(/\d+(?:\.\d+)?/g) ?? [];
  return {
    digits: sortedFrom3(digits.map(Number)),
    spelt:
      locale === 'en'
        ? sortedFrom3([
            ...(bare.match(speltPattern) ?? []).map((word) => spelt.indexOf(word.toLowerCase()) + 3),
            ...(bare.match(million) ?? []).map(() => 1_000_000),
          ])
        : [],
  };
}

const sortedFrom3 = (figures: readonly number[]): number[] =>
  figures.filter((figure) => figure > 2 || figure % 1 !== 0).sort((one, other) => one - other);

/** Whether a translation has every figure that English writes in digits, and no other one but those that English spells out. */
export function sameFigures(english: Figures, own: Figures): boolean {
  const left = [...own.digits];
  const take = (figure: number): boolean => {
    const at = left.indexOf(figure);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  if (!english.digits.every(take)) return false;
  for (const figure of english.spelt) take(figure);
  return left.length === 0;
}
