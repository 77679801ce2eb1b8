import { type Locale, languageTags, localeCookieName, localeOf } from '#contract/locale.ts';
import type { FirstTexts, MoreTexts } from '#web/locales/catalogue.ts';
import { createListeners } from '../listeners.ts';
import { session } from '../session/session.ts';
import { deviceStorage } from '../session/storage.ts';
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
/** What a page of its own language shows, for as long as it is open. */
let visited: Chosen | null = null;
let visiting: Locale | null = null;
let wantsMore = false;
/** The language requested last; it may still be loading. */
let wanted: Language | null = null;
let latest = Promise.resolve();
/** Chosen while nobody was signed in, for the member who signs in next: a member's own choice is kept under the name. */
let visitorsChoice: Locale | null = null;

/** The language in use. `load` must have finished once before anything renders. */
export const localeStore = {
  locale: (): Locale => visited?.locale ?? localeStore.own(),
  /** The member's own language, whatever the page that is open speaks. */
  own: (): Locale => chosen?.locale ?? preferredLanguage().locale,
  /** BCP 47 tag for `Intl`; dates are Gregorian in every language. */
  tag: (): string => `${languageTags[localeStore.locale()]}-u-ca-gregory-nu-latn`,
  catalogue(): LoadedTexts {
    const shown = visited ?? chosen;
    if (shown === null) throw new Error('a text was asked for before a language was loaded');
    return shown.catalogue;
  },
  snapshot: (): Chosen | null => visited ?? chosen,
  subscribe: listeners.subscribe,
  /** Loads the language that the visit starts in. */
  load: (): Promise<void> => use(preferredLanguage()),
  /** Loads the texts that the first screens do without, for this language and any chosen later. */
  async loadMore(): Promise<void> {
    if (wantsMore && chosen?.catalogue.settings !== undefined) return;
    wantsMore = true;
    await use(wanted ?? preferredLanguage());
  },
  /** Switches the language for this tab, and for the profile (`unsavedChoice`). */
  async choose(locale: Locale): Promise<void> {
    if (!(await switchTo(locale))) return;
    const key = unsavedKey();
    visitorsChoice = key === null ? locale : null;
    if (key !== null) deviceStorage.setItem(key, locale);
    listeners.notify();
  },
  /** Switches to the language of the profile, unless this tab has one of its own or is loading it, or a choice is still to be saved. */
  async adopt(locale: Locale): Promise<void> {
    if (session.locale() !== null || localeStore.unsavedChoice() !== null) return;
    if (wanted?.locale === chosen?.locale) await switchTo(locale);
  },
  /** A language that was chosen and not saved in the profile yet: before the sign-in, or by this member on this device. */
  unsavedChoice(): Locale | null {
    const key = unsavedKey();
    return visitorsChoice ?? (key === null ? null : localeOf(deviceStorage.getItem(key)));
  },
  /** The profile has it now. */
  choiceSaved(locale: Locale): void {
    if (visitorsChoice === locale) visitorsChoice = null;
    const key = unsavedKey();
    if (key !== null && deviceStorage.getItem(key) === locale) deviceStorage.removeItem(key);
  },
  /** Shows everything in another language until `leave`: in the profile and in this tab the member's own stays what it is. */
  async visit(locale: Locale): Promise<void> {
    visiting = locale;
    const language = languageOf(locale);
    const [first, more] = await Promise.all([language.load(), language.loadMore()]);
    // Left, or in another language, meanwhile.
    if (visiting !== locale) return;
    visited = { locale, catalogue: { ...first, ...more } };
    listeners.notify();
  },
  leave(): void {
    visiting = null;
    if (visited === null) return;
    visited = null;
    listeners.notify();
  },
};

/** Of the signed-in member: another one who signs in on this device has not chosen it. */
function unsavedKey(): string | null {
  const username = session.username();
  return username === null ? null : `locale:${username}`;
}

const cookieSeconds = 365 * 24 * 3600;

/** Keeps `lang` of the document and the cookie of the language last used up to date. */
export function startLocale(): void {
  localeStore.subscribe(() => {
    document.documentElement.lang = languageTags[localeStore.locale()];
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is too young, and nothing here needs escaping.
    document.cookie = `${localeCookieName}=${localeStore.own()}; path=/; max-age=${cookieSeconds}; samesite=strict`;
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
  latest = isLoaded(language) ? Promise.resolve() : change(language);
  return latest;
}

/** Whether its texts are shown already, as far as they are wanted: nothing renders again for them. */
const isLoaded = ({ locale }: Language): boolean =>
  chosen?.locale === locale && (!wantsMore || chosen.catalogue.settings !== undefined);

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
