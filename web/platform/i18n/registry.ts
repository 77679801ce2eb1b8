import type { Locale } from '#contract/locale.ts';
import type { FirstTexts, MoreTexts } from '#web/locales/catalogue.ts';

export interface Language {
  readonly locale: Locale;
  /** The language's own name for itself. */
  readonly name: string;
  readonly load: () => Promise<FirstTexts>;
  /** The texts that the first screens do without. */
  readonly loadMore: () => Promise<MoreTexts>;
}

/** All languages, default first. Each has two chunks of its own, loaded when it is chosen. */
export const languages: readonly Language[] = [
  {
    locale: 'en',
    name: 'English',
    load: async () => (await import('#web/locales/en.ts')).en,
    loadMore: async () => (await import('#web/locales/en-more.ts')).enMore,
  },
  {
    locale: 'thai',
    name: 'ไทย',
    load: async () => (await import('#web/locales/thai.ts')).thai,
    loadMore: async () => (await import('#web/locales/thai-more.ts')).thaiMore,
  },
  {
    locale: 'vnf',
    name: 'Tiếng Việt',
    load: async () => (await import('#web/locales/vnf.ts')).vnf,
    loadMore: async () => (await import('#web/locales/vnf-more.ts')).vnfMore,
  },
  {
    locale: 'tc',
    name: '繁體中文',
    load: async () => (await import('#web/locales/tc.ts')).tc,
    loadMore: async () => (await import('#web/locales/tc-more.ts')).tcMore,
  },
  {
    locale: 'zh',
    name: '简体中文',
    load: async () => (await import('#web/locales/zh.ts')).zh,
    loadMore: async () => (await import('#web/locales/zh-more.ts')).zhMore,
  },
  {
    locale: 'jp',
    name: '日本語',
    load: async () => (await import('#web/locales/jp.ts')).jp,
    loadMore: async () => (await import('#web/locales/jp-more.ts')).jpMore,
  },
];
