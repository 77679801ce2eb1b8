import type { Locale } from '#contract/locale.ts';
import { useStore } from '../use-store.ts';
import { localeStore } from './locale-store.ts';

/** Part of the key of every query whose response the server words. */
export function useLocale(): Locale {
  return useStore(localeStore.subscribe, localeStore.locale);
}
