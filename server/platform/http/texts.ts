import type { Locale } from '#contract/locale.ts';
import { en, type ServerTexts } from '#contract/texts/en.ts';
import { jp } from '#contract/texts/jp.ts';
import { tc } from '#contract/texts/tc.ts';
import { zh } from '#contract/texts/zh.ts';

/** What the server words itself, in the six languages. */
export const serverTexts: Readonly<Record<Locale, ServerTexts>> = { en, thai: en, vnf: en, tc, zh, jp };
