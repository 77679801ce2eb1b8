import { type Locale, localeOf, locales } from '#contract/locale.ts';

/** The language of a response: the request's own, else the member's, else the browser's, else English. */
export function chooseLocale(
  wished: string | undefined,
  ofMember: Locale | undefined,
  acceptLanguage: string | undefined,
): Locale {
  return localeOf(wished) ?? ofMember ?? fromAcceptLanguage(acceptLanguage) ?? locales[0];
}

const acceptLanguageLengthMax = 200;

function fromAcceptLanguage(header: string | undefined): Locale | null {
  if (header === undefined || header.length > acceptLanguageLengthMax) return null;
  const wishes = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((wish) => wish.quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { tag } of wishes) {
    const locale = localeOfTag(tag);
    if (locale !== null) return locale;
  }
  return null;
}

/** The locale of a lower-case language tag. Chinese is distinguished by script, else by region. */
function localeOfTag(tag: string): Locale | null {
  const [language, ...rest] = tag.split('-');
  if (language === 'zh') {
    if (rest.includes('hant')) return 'tc';
    if (rest.includes('hans')) return 'zh';
    return rest.some((region) => region === 'tw' || region === 'hk' || region === 'mo') ? 'tc' : 'zh';
  }
  const byLanguage: Readonly<Record<string, Locale>> = { en: 'en', th: 'thai', vi: 'vnf', ja: 'jp' };
  return byLanguage[language ?? ''] ?? null;
}
