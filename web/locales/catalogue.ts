import type { Placeholders } from '#contract/text.ts';
import type { en } from './en.ts';
import type { enMore } from './en-more.ts';

type English = typeof en & typeof enMore;

/** The texts of the first screens, in the sections and keys of the English ones. */
export type FirstTexts = { readonly [Section in keyof typeof en]: Texts<(typeof en)[Section]> };

/** All other texts of a language: fetched when a screen that has them is opened. */
export type MoreTexts = { readonly [Section in keyof typeof enMore]: Texts<(typeof enMore)[Section]> };

/** All texts of a language. */
export type Catalogue = FirstTexts & MoreTexts;

/** The same keys in another language: `export const home: Texts<typeof english.home> = { … }`. */
export type Texts<Section> = { readonly [Key in keyof Section]: string };

/** "section.key" of every text. */
export type TextKey = {
  [Section in keyof English & string]: `${Section}.${keyof English[Section] & string}`;
}[keyof English & string];

type TextOf<Key extends TextKey> = Key extends `${infer Section}.${infer Name}`
  ? Section extends keyof English
    ? Name extends keyof English[Section]
      ? English[Section][Name] & string
      : never
    : never
  : never;

/** Nothing, or a value for each `{placeholder}` of the English text. */
export type TextValues<Key extends TextKey> = [Placeholders<TextOf<Key>>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<TextOf<Key>>, string | number>>];
