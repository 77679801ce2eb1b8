import type { Placeholders } from '#contract/text.ts';
import type { en } from './locales/en.ts';

type English = typeof en;

/** The console's texts in another language: the sections and keys of the English ones. */
export type ConsoleTexts = {
  readonly [Section in keyof English]: { readonly [Key in keyof English[Section]]: string };
};

export type ConsoleTextKey = {
  [Section in keyof English & string]: `${Section}.${keyof English[Section] & string}`;
}[keyof English & string];

type TextOf<Key extends ConsoleTextKey> = Key extends `${infer Section}.${infer Name}`
  ? Section extends keyof English
    ? Name extends keyof English[Section]
      ? English[Section][Name] & string
      : never
    : never
  : never;

type Values<Key extends ConsoleTextKey> = [Placeholders<TextOf<Key>>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<TextOf<Key>>, string | number>>];

export type ConsoleTranslate = <Key extends ConsoleTextKey>(key: Key, ...values: Values<Key>) => string;
