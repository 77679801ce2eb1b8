import { en as confirmationsEn } from '#contract/confirmation-texts/en.ts';
import { jp as confirmationsJp } from '#contract/confirmation-texts/jp.ts';
import { tc as confirmationsTc } from '#contract/confirmation-texts/tc.ts';
import { thai as confirmationsThai } from '#contract/confirmation-texts/thai.ts';
import { vnf as confirmationsVnf } from '#contract/confirmation-texts/vnf.ts';
import { zh as confirmationsZh } from '#contract/confirmation-texts/zh.ts';
import type { languageTags } from '#contract/locale.ts';
import { en as notificationsEn } from '#contract/notification-texts/en.ts';
import { jp as notificationsJp } from '#contract/notification-texts/jp.ts';
import { tc as notificationsTc } from '#contract/notification-texts/tc.ts';
import { thai as notificationsThai } from '#contract/notification-texts/thai.ts';
import { vnf as notificationsVnf } from '#contract/notification-texts/vnf.ts';
import { zh as notificationsZh } from '#contract/notification-texts/zh.ts';
import { en as operatorErrorsEn } from '#contract/operator-error-texts/en.ts';
import { jp as operatorErrorsJp } from '#contract/operator-error-texts/jp.ts';
import { tc as operatorErrorsTc } from '#contract/operator-error-texts/tc.ts';
import { thai as operatorErrorsThai } from '#contract/operator-error-texts/thai.ts';
import { vnf as operatorErrorsVnf } from '#contract/operator-error-texts/vnf.ts';
import { zh as operatorErrorsZh } from '#contract/operator-error-texts/zh.ts';

type Sections = Readonly<
  Record<'confirmations' | 'notifications' | 'operatorErrors', Readonly<Record<string, string>>>
>;

/** Texts that the server alone words, in sections as the app's: the app loads them not at all, or within a section of its own. */
export const serverTexts: Readonly<Record<keyof typeof languageTags, Sections>> = {
  en: { confirmations: confirmationsEn, notifications: notificationsEn, operatorErrors: operatorErrorsEn },
  jp: { confirmations: confirmationsJp, notifications: notificationsJp, operatorErrors: operatorErrorsJp },
  tc: { confirmations: confirmationsTc, notifications: notificationsTc, operatorErrors: operatorErrorsTc },
  thai: { confirmations: confirmationsThai, notifications: notificationsThai, operatorErrors: operatorErrorsThai },
  vnf: { confirmations: confirmationsVnf, notifications: notificationsVnf, operatorErrors: operatorErrorsVnf },
  zh: { confirmations: confirmationsZh, notifications: notificationsZh, operatorErrors: operatorErrorsZh },
};
