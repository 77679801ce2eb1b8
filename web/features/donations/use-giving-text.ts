import { languageTags } from '#contract/locale.ts';
import { fill } from '#contract/text.ts';
import { useStore } from '#web/platform/use-store.ts';
import { type GivingLocale, givingLocaleStore } from './giving-locale.ts';
import { type GivingText, givingTexts } from './giving-texts.ts';

/** The language of the giving pages. */
export function useGivingLocale(): GivingLocale {
  return useStore(givingLocaleStore.subscribe, givingLocaleStore.snapshot);
}

/** The texts in the language of the giving pages. */
export function useGivingText(): (key: GivingText, values?: Readonly<Record<string, string | number>>) => string {
  const locale = useGivingLocale();
  return (key, values) => fill(givingTexts[locale][key], values, languageTags[locale]);
}
