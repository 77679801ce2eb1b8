import type { Locale } from '#contract/locale.ts';

/**
 * The characters of `text` that do not belong to the locale's script, in their order; empty where all belong.
 *
 * The common characters of each script are those of its oldest national standard: the first level of Big5 for Traditional
 * Chinese, GB 2312 for Simplified Chinese, the first level of JIS X 0208 for Japanese. Each was made for that script alone.
 */
export function charactersOutside(locale: Locale, text: string): string {
  const script = scripts[locale];
  if (!script) return '';
  const { common, foreign } = script;
  return [...text].filter((each) => isHan.test(each) && (!common.has(each) || foreign.includes(each))).join('');
}

/** Whether a Latin comma, colon, bracket, question or exclamation mark stands where a full-width one belongs. */
export function punctuationOfLatin(text: string): boolean {
  return new RegExp(`${ideograph}\\s?[,:;?!().]|[,:;?!().]\\s?${ideograph}`, 'u').test(text);
}

const ideograph = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';
const isHan = /^\p{Script=Han}$/u;

/** Characters of Big5 that Traditional Chinese has as rare words of their own, and Simplified Chinese for common ones. */
const simplifiedInBig5 =
  '儿几么于干丑丰云仆斗扑伙划吁后夸并虫佣余听坏杠里岩帘杰咨挂范郁荐涌筑辟愿机价个体万无与号术当冲';

/** Characters of GB 2312 that are the traditional form of a simplified one. */
const traditionalInGb2312 = '乾後徵夥於麽菸薹捱榘麴醣';

const scripts: Readonly<Partial<Record<Locale, { readonly common: ReadonlySet<string>; readonly foreign: string }>>> = {
  tc: {
    common: charactersOf('big5', [0xa440, 0xc67e]),
    foreign: simplifiedInBig5,
  },
  zh: {
    common: charactersOf('gbk', [0xb0a1, 0xf7fe], 0xa1),
    foreign: traditionalInGb2312,
  },
  jp: { common: charactersOf('shift_jis', [0x889f, 0x9872]), foreign: '' },
};

/** The Chinese characters that two bytes name between two codes of an encoding. */
function charactersOf(encoding: string, [first, last]: readonly [number, number], trailMin = 0x40): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let code = first; code <= last; code++) {
    if ((code & 0xff) < trailMin) continue;
    const character = decoder.decode(Uint8Array.of(code >> 8, code & 0xff));
    if (isHan.test(character)) found.add(character);
  }
  return found;
}
