import { type Locale, languageTags, localeCookieName } from '#contract/locale.ts';
import type { FirstTexts, MoreTexts } from '#web/locales/catalogue.ts';
import { session } from '../session/session.ts';
import { type Language, languages } from './registry.ts';

type LoadedTexts = FirstTexts & Partial<MoreTexts>;

interface Chosen {
  readonly locale: Locale;
  readonly catalogue: LoadedTexts;
}

const [defaultLanguage] = languages as readonly [Language, ...Language[]];
const listeners = new Set<() => void>();
let chosen: Chosen | null = null;
let wantsMore = false;
/** The language that was asked for last; it may still be on its way. */
let wanted: Language | null = null;
let latest = Promise.resolve();

/** The language in use. `load` must have finished once before anything is drawn. */
export const localeStore = {
  locale: (): Locale => chosen?.locale ?? preferredLanguage().locale,
  /** BCP 47 tag for `Intl`; dates are Gregorian in every language. */
  tag: (): string => `${languageTags[localeStore.locale()]}-u-ca-gregory-nu-latn`,
  catalogue(): LoadedTexts {
    if (chosen === null) throw new Error('a text was asked for before a language was loaded');
    return chosen.catalogue;
  },
  snapshot: (): Chosen | null => chosen,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Loads the member's language, or the default. */
  load: (): Promise<void> => use(preferredLanguage()),
  /** Loads what the first screens do without, in the language in use and in any chosen later. */
  async loadMore(): Promise<void> {
    if (wantsMore && chosen?.catalogue.settings !== undefined) return;
    wantsMore = true;
    await use(wanted ?? preferredLanguage());
  },
  /** Changes the language at once and keeps the choice for this session. */
  async choose(locale: Locale): Promise<void> {
    const language = languages.find((each) => each.locale === locale) ?? defaultLanguage;
    await use(language);
    if (wanted === language) session.setLocale(language.locale);
  },
};

/** Keeps the document's language, and the cookie by which the server picks the page of the next visit, in step with the choice. */
export function startLocale(): void {
  localeStore.subscribe(() => {
    const locale = localeStore.locale();
    document.documentElement.lang = languageTags[locale];
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is too young, and nothing here needs escaping.
    document.cookie = `${localeCookieName}=${locale}; path=/; samesite=strict`;
  });
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
  // Another language was chosen meanwhile: the last wish counts.
  if (wanted !== language) return latest;
  chosen = { locale: language.locale, catalogue: texts };
  for (const listener of listeners) listener();
}

async function textsOf(language: Language): Promise<LoadedTexts> {
  const [first] = await Promise.all([language.load(), wantsMore ? language.loadMore() : null]);
  // Whoever asked for more while the first was on its way finds it here.
  return { ...first, ...(wantsMore ? await language.loadMore() : {}) };
}

function preferredLanguage(): Language {
  const stored = session.locale();
  return languages.find((language) => language.locale === stored) ?? defaultLanguage;
}
