import { type Locale, languageTags, localeCookieName } from '#contract/locale.ts';
import type { FirstTexts, MoreTexts } from '#web/locales/catalogue.ts';
import { createListeners } from '../listeners.ts';
import { session } from '../session/session.ts';
import { type Language, languages } from './registry.ts';
import { visitLocale } from './visit-locale.ts';

type LoadedTexts = FirstTexts & Partial<MoreTexts>;

interface Chosen {
  readonly locale: Locale;
  readonly catalogue: LoadedTexts;
}

const [defaultLanguage] = languages as readonly [Language, ...Language[]];
const listeners = createListeners();
let chosen: Chosen | null = null;
let wantsMore = false;
/** The language requested last; it may still be loading. */
let wanted: Language | null = null;
let latest = Promise.resolve();
let unsaved: Locale | null = null;

/** The language in use. `load` must have finished once before anything renders. */
export const localeStore = {
  locale: (): Locale => chosen?.locale ?? preferredLanguage().locale,
  /** BCP 47 tag for `Intl`; dates are Gregorian in every language. */
  tag: (): string => `${languageTags[localeStore.locale()]}-u-ca-gregory-nu-latn`,
  catalogue(): LoadedTexts {
    if (chosen === null) throw new Error('a text was asked for before a language was loaded');
    return chosen.catalogue;
  },
  snapshot: (): Chosen | null => chosen,
  subscribe: listeners.subscribe,
  /** Loads the language that the visit starts in. */
  load: (): Promise<void> => use(preferredLanguage()),
  /** Loads the texts that the first screens do without, for this language and any chosen later. */
  async loadMore(): Promise<void> {
    if (wantsMore && chosen?.catalogue.settings !== undefined) return;
    wantsMore = true;
    await use(wanted ?? preferredLanguage());
  },
  /** Switches the language for this tab, and for the profile (`takeChoice`). */
  async choose(locale: Locale): Promise<void> {
    if (!(await switchTo(locale))) return;
    unsaved = locale;
    listeners.notify();
  },
  /** Switches to the language of the profile, unless this tab has one of its own or is loading it. */
  async adopt(locale: Locale): Promise<void> {
    if (session.locale() === null && wanted?.locale === chosen?.locale) await switchTo(locale);
  },
  /** The language chosen in this tab that was not read here yet, to be saved in the profile. */
  takeChoice(): Locale | null {
    const choice = unsaved;
    unsaved = null;
    return choice;
  },
};

const cookieSeconds = 365 * 24 * 3600;

/** Keeps `lang` of the document and the cookie of the language last used up to date. */
export function startLocale(): void {
  localeStore.subscribe(() => {
    const locale = localeStore.locale();
    document.documentElement.lang = languageTags[locale];
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is too young, and nothing here needs escaping.
    document.cookie = `${localeCookieName}=${locale}; path=/; max-age=${cookieSeconds}; samesite=strict`;
  });
}

/** False if another language was requested meanwhile. */
async function switchTo(locale: Locale): Promise<boolean> {
  const language = languageOf(locale);
  await use(language);
  if (wanted !== language) return false;
  session.setLocale(locale);
  return true;
}

function use(language: Language): Promise<void> {
  wanted = language;
  latest = change(language);
  return latest;
}

async function change(language: Language): Promise<void> {
  const texts = await textsOf(language).catch((error: unknown) => {
    if (wanted === language) wanted = languages.find(({ locale }) => locale === chosen?.locale) ?? null;
    throw error;
  });
  // Another language was chosen meanwhile: the latest wins.
  if (wanted !== language) return latest;
  chosen = { locale: language.locale, catalogue: texts };
  listeners.notify();
}

async function textsOf(language: Language): Promise<LoadedTexts> {
  const [first] = await Promise.all([language.load(), wantsMore ? language.loadMore() : null]);
  // `loadMore` may have been called while the first texts were loading.
  return { ...first, ...(wantsMore ? await language.loadMore() : {}) };
}

const preferredLanguage = (): Language => languageOf(visitLocale());

const languageOf = (locale: Locale): Language => languages.find((each) => each.locale === locale) ?? defaultLanguage;
