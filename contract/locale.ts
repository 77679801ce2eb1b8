/** The six interface languages by the product's own ids, default first. */
export const locales = ['en', 'thai', 'vnf', 'tc', 'zh', 'jp'] as const;

/** One of the six languages, by the specification’s name for it. */
export type Locale = (typeof locales)[number];

/** The header that carries the language of `info`. */
export const localeHeader = 'x-clearlot-locale';

/** The cookie that keeps the language last used on this device; the server picks prerendered pages by it. */
export const localeCookieName = 'clearlot_locale';

/** BCP 47 tag of each language, for `lang`, `Intl` and the server's choice by Accept-Language. */
export const languageTags: Readonly<Record<Locale, string>> = {
  en: 'en',
  thai: 'th',
  vnf: 'vi',
  tc: 'zh-Hant',
  zh: 'zh-Hans',
  jp: 'ja',
};

/** The locale if it is one of the six, else null. */
export function localeOf(text: string | null | undefined): Locale | null {
  return locales.find((locale) => locale === text) ?? null;
}

/** A language as it was stored: the default where it is one that the product has no more. */
export function storedLocale(text: string): Locale {
  return localeOf(text) ?? locales[0];
}

const localeByLanguage: Readonly<Record<string, Locale>> = { en: 'en', th: 'thai', vi: 'vnf', ja: 'jp' };

/** The locale of a BCP 47 language tag, or null. Chinese is distinguished by script, else by region (RFC 5646). */
export function localeOfTag(tag: string): Locale | null {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  if (language !== 'zh') return localeByLanguage[language] ?? null;
  if (rest.includes('hant')) return 'tc';
  if (rest.includes('hans')) return 'zh';
  return rest.some((region) => region === 'tw' || region === 'hk' || region === 'mo') ? 'tc' : 'zh';
}

/**
 * The language of a visit before a member's profile is known: the one last used on this device (`localeCookieName`), else the first
 * of the browser's languages that the product has, else the default.
 */
export function localeOfVisit(cookies: string, tags: readonly string[]): Locale {
  const kept = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${localeCookieName}=`));
  return (
    localeOf(kept?.slice(localeCookieName.length + 1)) ??
    tags.map(localeOfTag).find((locale) => locale !== null) ??
    locales[0]
  );
}
