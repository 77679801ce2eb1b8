import { type CauseLocale, type CauseText, causeIdPattern, causeLocales, isPlainText } from './disbursements.ts';

/** The texts of a cause, by language of the giving pages. */
export type CauseTexts = Readonly<Record<CauseLocale, CauseText>>;

/** What the charity's money is for. A closed cause receives no new disbursement and leaves the giving pages; what it received keeps its name. */
export interface Cause {
  readonly id: string;
  readonly isOpen: boolean;
  readonly texts: CauseTexts;
}

/** Whether a cause can be so: its id, and in each language a name of 2 to 60 characters and a text of 2 to 300, each on one line. */
export function isCause({ id, texts }: Pick<Cause, 'id' | 'texts'>): boolean {
  const areSound = causeLocales.every(
    (locale) => isPlainText(texts[locale].name, 2, 60) && isPlainText(texts[locale].about, 2, 300),
  );
  return causeIdPattern.test(id) && areSound;
}
