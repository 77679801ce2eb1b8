/** The six interface languages by the product's own ids, default first. */
export const locales = ['en', 'thai', 'vnf', 'tc', 'zh', 'jp'] as const;

/** One of the six languages, by the specification’s name for it. */
export type Locale = (typeof locales)[number];

/** The header that carries the language of `info`. */
export const localeHeader = 'x-clearlot-locale';

/** The cookie that hints at the language of a page before any of its scripts run. The page itself knows better. */
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
