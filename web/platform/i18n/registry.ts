import type { Locale } from '#contract/locale.ts';
import type { Catalogue } from '#web/locales/catalogue.ts';

export interface Language {
  readonly locale: Locale;
  /** The language's own name for itself. */
  readonly name: string;
  readonly load: () => Promise<Catalogue>;
}

/** The languages there are, default first. Each is loaded as a file of its own, and only when chosen. */
export const languages: readonly Language[] = [
  { locale: 'en', name: 'English', load: async () => (await import('#web/locales/en.ts')).en },
  { locale: 'thai', name: 'ไทย', load: async () => (await import('#web/locales/thai.ts')).thai },
  { locale: 'vnf', name: 'Tiếng Việt', load: async () => (await import('#web/locales/vnf.ts')).vnf },
  { locale: 'tc', name: '繁體中文', load: async () => (await import('#web/locales/tc.ts')).tc },
  { locale: 'zh', name: '简体中文', load: async () => (await import('#web/locales/zh.ts')).zh },
  { locale: 'jp', name: '日本語', load: async () => (await import('#web/locales/jp.ts')).jp },
];
