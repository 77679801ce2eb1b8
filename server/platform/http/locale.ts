import { type Locale, localeOf, localeOfVisit } from '#contract/locale.ts';

/** The language of a response: the request's own, else the member's, else the browser's, else English. */
export function chooseLocale(
  requested: string | undefined,
  ofMember: Locale | undefined,
  acceptLanguage: string | undefined,
): Locale {
  return localeOf(requested) ?? ofMember ?? localeOfVisit('', acceptedTags(acceptLanguage));
}

const acceptLanguageLengthMax = 200;

/** The language tags of an Accept-Language header, most preferred first. */
export function acceptedTags(header: string | undefined): readonly string[] {
  if (header === undefined || header.length > acceptLanguageLengthMax) return [];
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
