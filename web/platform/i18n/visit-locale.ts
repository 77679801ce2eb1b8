import { type Locale, localeOf, localeOfVisit } from '#contract/locale.ts';
import { tabStorage } from '../session/storage.ts';

/** The language to start in: the tab's own, else the one that the server picked the page by. */
export function visitLocale(): Locale {
  return localeOf(tabStorage.getItem('locale')) ?? localeOfVisit(document.cookie, window.navigator.languages);
}
