import type { ErrorCode } from '#contract/errors.ts';
import { fill, type TextValue, wordedValues } from '#contract/text.ts';
import type { TextKey, TextValues } from '#web/locales/catalogue.ts';
import { useLoadedTexts } from './loaded-texts.tsx';
import { localeStore } from './locale-store.ts';
import { useLocale } from './use-locale.ts';

export type { TextKey } from '#web/locales/catalogue.ts';

/** `t('home.ranking')`, `t('assets.postings', { count })`: the text in the current language. */
export type Translate = <Key extends TextKey>(key: Key, ...values: TextValues<Key>) => string;

/** The text in the current language, outside of components; components take `useText`, which follows a change of language. */
export const translate: Translate = (key, ...values) => fill(textAt(key), values[0], localeStore.tag());

export function useText(): Translate {
  useLocale();
  useLoadedTexts();
  return translate;
}

let moreErrors = (): Readonly<Partial<Record<ErrorCode, string>>> => ({});

/** Texts of refusals that the members' catalogue does not have, asked for with each, in the language in use. */
export function carryErrorTexts(texts: () => Readonly<Partial<Record<ErrorCode, string>>>): void {
  moreErrors = texts;
}

/**
 * The contract's message for a refusal found on the client. These texts load after the first screen; until then, and for a code that
 * this version does not have, it is a general sentence.
 */
export function errorText(code: ErrorCode, values: Readonly<Record<string, TextValue>> = {}): string {
  const { errors, shell } = localeStore.catalogue();
  const text = (errors as Partial<Record<ErrorCode, string>> | undefined)?.[code] ?? moreErrors()[code];
  return text === undefined
    ? shell.nothingChanged
    : fill(text, wordedValues(values, localeStore.tag()), localeStore.tag());
}

function textAt(key: string): string {
  const dot = key.indexOf('.');
  const section = localeStore.catalogue()[key.slice(0, dot) as keyof ReturnType<typeof localeStore.catalogue>];
  return (section as Readonly<Record<string, string>> | undefined)?.[key.slice(dot + 1)] ?? key;
}
