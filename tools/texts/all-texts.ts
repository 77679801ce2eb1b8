import { readdirSync, readFileSync } from 'node:fs';
import type { Locale } from '#contract/locale.ts';
import { names } from '#contract/names.ts';
import { serverTexts } from '#web/locales/server-texts.fixture.ts';
import { languages } from '#web/platform/i18n/registry.ts';

type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The texts of the app, and those that the server alone words, by their section and key. */
export async function textsOf(locale: Locale): Promise<Sections> {
  const language = languages.find((one) => one.locale === locale);
  if (!language) throw new Error(`${locale} is not registered`);
  return { ...(await language.load()), ...(await language.loadMore()), ...serverTexts[locale], ...names[locale] };
}

const folder = new URL('../../server/features/content/texts/', import.meta.url);
const kinds = readdirSync(folder).filter((name) => !name.includes('.'));

/** Every page that ships, as `kind/name`. */
export const pages = kinds.flatMap((kind) => readdirSync(new URL(`${kind}/`, folder)).map((name) => `${kind}/${name}`));

/** The lines of a page. */
export function linesOf(page: string, locale: Locale): string[] {
  return readFileSync(new URL(`${page}/${locale}.md`, folder), 'utf8').split('\n');
}
