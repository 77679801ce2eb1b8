import type { Locale } from '#contract/locale.ts';
import { createListeners } from '#web/platform/listeners.ts';
import { tabStorage } from '#web/platform/session/storage.ts';

/** The languages of the giving pages, in the order of their switcher. */
export const givingLocales = ['zh', 'tc', 'en', 'jp'] as const satisfies readonly Locale[];

export type GivingLocale = (typeof givingLocales)[number];

/** Each in its own language. */
export const givingLocaleNames: Readonly<Record<GivingLocale, string>> = {
  zh: '简体中文',
  tc: '繁體中文',
  en: 'English',
  jp: '日本語',
};

const storageKey = 'givingLocale';
const standard: GivingLocale = 'tc';

let current: GivingLocale | null = null;
const listeners = createListeners();

/** The language of the giving pages alone, kept for the tab. */
export const givingLocaleStore = {
  snapshot(): GivingLocale {
    current ??= givingLocales.find((one) => one === tabStorage.getItem(storageKey)) ?? standard;
    return current;
  },
  subscribe: listeners.subscribe,
  choose(locale: GivingLocale): void {
    current = locale;
    tabStorage.setItem(storageKey, locale);
    listeners.notify();
  },
};
