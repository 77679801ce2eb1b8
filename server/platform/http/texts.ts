import type { Locale } from '#contract/locale.ts';
import { en, type ServerTexts } from '#contract/texts/en.ts';

/** What the server words itself, in the six languages. */
export const serverTexts: Readonly<Record<Locale, ServerTexts>> = { en, thai: en, vnf: en, tc: en, zh: en, jp: en };
