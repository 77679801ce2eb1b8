import type { Locale } from '#contract/locale.ts';

export type ContentKind = 'help' | 'tip' | 'rule' | 'document' | 'notice';

/** Titles and bodies by language, as drafts and versions store them. */
export type StoredTexts = Readonly<Partial<Record<Locale, { readonly title: string; readonly body: string }>>>;
