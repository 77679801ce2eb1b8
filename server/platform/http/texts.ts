import type { Locale } from '#contract/locale.ts';
import { en, type ServerTexts } from '#contract/texts/en.ts';
import { jp } from '#contract/texts/jp.ts';
import { tc } from '#contract/texts/tc.ts';
import { thai } from '#contract/texts/thai.ts';
import { vnf } from '#contract/texts/vnf.ts';
import { zh } from '#contract/texts/zh.ts';

/** The server's texts in the six languages. */
export const serverTexts: Readonly<Record<Locale, ServerTexts>> = { en, thai, vnf, tc, zh, jp };
