/** The six interface languages by the product's own ids, default first. */
export const locales = ['en', 'thai', 'vnf', 'tc', 'zh', 'jp'] as const;

export type Locale = (typeof locales)[number];

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
