import type { Locale } from '#contract/locale.ts';
import { languages } from '#web/platform/i18n/registry.ts';

/** A language's own name for itself. */
export const languageName = (locale: Locale): string => languages.find((one) => one.locale === locale)?.name ?? locale;
