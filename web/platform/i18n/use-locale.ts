import type { Locale } from '#contract/locale.ts';
import { useStore } from '../use-store.ts';
import { localeStore } from './locale-store.ts';

/** The language in use: part of the key of every query whose answer is worded by the server. */
export function useLocale(): Locale {
  return useStore(localeStore.subscribe, localeStore.locale);
}
