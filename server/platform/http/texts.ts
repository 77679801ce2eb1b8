import { type ConfirmationTexts, en as confirmationsEn } from '#contract/confirmation-texts/en.ts';
import { jp as confirmationsJp } from '#contract/confirmation-texts/jp.ts';
import { tc as confirmationsTc } from '#contract/confirmation-texts/tc.ts';
import { thai as confirmationsThai } from '#contract/confirmation-texts/thai.ts';
import { vnf as confirmationsVnf } from '#contract/confirmation-texts/vnf.ts';
import { zh as confirmationsZh } from '#contract/confirmation-texts/zh.ts';
import { type ErrorTexts, en as errorsEn } from '#contract/error-texts/en.ts';
import { jp as errorsJp } from '#contract/error-texts/jp.ts';
import { tc as errorsTc } from '#contract/error-texts/tc.ts';
import { thai as errorsThai } from '#contract/error-texts/thai.ts';
import { vnf as errorsVnf } from '#contract/error-texts/vnf.ts';
import { zh as errorsZh } from '#contract/error-texts/zh.ts';
import type { Locale } from '#contract/locale.ts';
import { type OperatorErrorTexts, en as operatorErrorsEn } from '#contract/operator-error-texts/en.ts';
import { jp as operatorErrorsJp } from '#contract/operator-error-texts/jp.ts';
import { tc as operatorErrorsTc } from '#contract/operator-error-texts/tc.ts';
import { thai as operatorErrorsThai } from '#contract/operator-error-texts/thai.ts';
import { vnf as operatorErrorsVnf } from '#contract/operator-error-texts/vnf.ts';
import { zh as operatorErrorsZh } from '#contract/operator-error-texts/zh.ts';

type ServerTexts = ConfirmationTexts & ErrorTexts & OperatorErrorTexts;

/** The server's texts in the six languages. */
export const serverTexts: Readonly<Record<Locale, ServerTexts>> = {
  en: { ...confirmationsEn, ...errorsEn, ...operatorErrorsEn },
  thai: { ...confirmationsThai, ...errorsThai, ...operatorErrorsThai },
  vnf: { ...confirmationsVnf, ...errorsVnf, ...operatorErrorsVnf },
  tc: { ...confirmationsTc, ...errorsTc, ...operatorErrorsTc },
  zh: { ...confirmationsZh, ...errorsZh, ...operatorErrorsZh },
  jp: { ...confirmationsJp, ...errorsJp, ...operatorErrorsJp },
};
