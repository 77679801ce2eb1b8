import { type Locale, languageTags, localeOfTag } from '#contract/locale.ts';
import type { OperatorErrorTexts } from '#contract/operator-error-texts/en.ts';
import { fill } from '#contract/text.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { carryErrorTexts } from '#web/platform/i18n/text.ts';
import { session } from '#web/platform/session/session.ts';
import { deviceStorage } from '#web/platform/session/storage.ts';
import { useStore } from '#web/platform/use-store.ts';
import type { ConsoleTexts, ConsoleTranslate } from './console-texts.ts';

/** The languages of the console, default first. */
export const consoleLocales = ['en', 'zh', 'tc'] as const satisfies readonly Locale[];

export type ConsoleLocale = (typeof consoleLocales)[number];

export const loadTexts: Readonly<Record<ConsoleLocale, () => Promise<ConsoleTexts>>> = {
  en: async () => (await import('./locales/en.ts')).en,
  zh: async () => (await import('./locales/zh.ts')).zh,
  tc: async () => (await import('./locales/tc.ts')).tc,
};

/** What operations for operators are refused with: the members' app does without. */
const loadErrors: Readonly<Record<ConsoleLocale, () => Promise<OperatorErrorTexts>>> = {
  en: async () => (await import('#contract/operator-error-texts/en.ts')).en,
  zh: async () => (await import('#contract/operator-error-texts/zh.ts')).zh,
  tc: async () => (await import('#contract/operator-error-texts/tc.ts')).tc,
};

const storageKey = 'clearlot.operator.locale';

const loaded = new Map<ConsoleLocale, { readonly texts: ConsoleTexts; readonly errors: OperatorErrorTexts }>();
carryErrorTexts(() => loaded.get(consoleLocale())?.errors ?? {});

const consoleLocaleOf = (locale: string | null): ConsoleLocale | null =>
  consoleLocales.find((one) => one === locale) ?? null;

/** The language in use. */
export const consoleLocale = (): ConsoleLocale => consoleLocaleOf(localeStore.locale()) ?? 'en';

/** Loads the language that this device used last, else the browser's. The cookie of the members' app is left alone. */
export async function startConsoleLocale(): Promise<void> {
  const preferred = navigator.languages.map(localeOfTag).find((locale) => consoleLocaleOf(locale) !== null);
  const locale = consoleLocaleOf(deviceStorage.getItem(storageKey)) ?? consoleLocaleOf(preferred ?? null) ?? 'en';
  session.setLocale(locale);
  localeStore.subscribe(() => {
    document.documentElement.lang = languageTags[consoleLocale()];
  });
  await Promise.all([load(locale), localeStore.load()]);
  await localeStore.loadMore();
}

export async function chooseConsoleLocale(locale: ConsoleLocale): Promise<void> {
  await load(locale);
  deviceStorage.setItem(storageKey, locale);
  await localeStore.choose(locale);
}

async function load(locale: ConsoleLocale): Promise<void> {
  if (loaded.has(locale)) return;
  const [texts, errors] = await Promise.all([loadTexts[locale](), loadErrors[locale]()]);
  loaded.set(locale, { texts, errors });
}

const translate: ConsoleTranslate = (key, ...values) => fill(textAt(key), values[0], languageTags[consoleLocale()]);

/** The console's texts in the language in use. */
export function useConsoleText(): ConsoleTranslate {
  useStore(localeStore.subscribe, localeStore.snapshot);
  return translate;
}

function textAt(key: string): string {
  const [section = '', name = ''] = key.split('.');
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined = loaded.get(
    consoleLocale(),
  )?.texts;
  return texts?.[section]?.[name] ?? key;
}
