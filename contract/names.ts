import type { Locale } from './locale.ts';
import { en, type Names } from './names/en.ts';
import { jp } from './names/jp.ts';
import { tc } from './names/tc.ts';
import { thai } from './names/thai.ts';
import { vnf } from './names/vnf.ts';
import { zh } from './names/zh.ts';

/** What each field is called; only what words refusals needs these, not the web app. */
export const names: Readonly<Record<Locale, Names>> = { en, thai, vnf, tc, zh, jp };

/** The `field` of a refusal in the language's own words; an unknown name is returned as it was sent. */
export function withNames<Values extends Readonly<Record<string, unknown>>>(locale: Locale, values: Values): Values {
  const words: Readonly<Record<string, string>> = names[locale].fields;
  const { field } = values;
  if (typeof field !== 'string' || !Object.hasOwn(words, field)) return values;
  return { ...values, field: words[field] };
}
