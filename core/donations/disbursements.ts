/** Languages of the giving pages, in which each cause has its texts. */
export const causeLocales = ['en', 'zh', 'tc', 'jp'] as const;

/** A language of the giving pages. */
export type CauseLocale = (typeof causeLocales)[number];

/** What the charity's money is for, in one language. */
export interface CauseText {
  /** 2 to 60 characters. */
  readonly name: string;
  /** 2 to 300 characters. */
  readonly about: string;
}

/** Different operators who must approve a disbursement. */
export const disbursementApprovals = 2;

/** A request for a disbursement lapses after a day, in ms of the wall clock. */
export const disbursementLapsesMs = 86_400_000;

/** The identifier of a cause. */
export const causeIdPattern = /^[a-z][a-z0-9-]{1,39}$/;

/** Whether a text has `min` to `max` characters on one line, without control characters and without spaces around it. */
export function isPlainText(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max && text.trim() === text && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);
}

/** Whether it is the text of a receipt: 3 to 500 characters. */
export const isReceipt = (text: string): boolean => isPlainText(text, 3, 500);
