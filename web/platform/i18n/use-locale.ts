import { useSyncExternalStore } from 'react';
import type { Locale } from '#contract/locale.ts';
import { localeStore } from './locale-store.ts';

/** The language in use: part of the key of every query whose answer is worded by the server. */
export function useLocale(): Locale {
  return useSyncExternalStore(localeStore.subscribe, localeStore.locale);
}
