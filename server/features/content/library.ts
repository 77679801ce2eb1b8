import type { Kysely } from 'kysely';
import type { ContentBlock } from '#contract/content-blocks.ts';
import type { Locale } from '#contract/locale.ts';
import { readStored, type StoredContent } from './content-store.ts';
import type { ContentKind, ContentTables } from './content-tables.ts';
import { type FigureOf, fillBlock, readBlocks } from './content-text.ts';
import type { PastResults } from './past-results.ts';
import { type DepositFigures, publishedFigures, wordedFigure } from './published-figures.ts';
import { foldedOf } from './search-text.ts';

/** A text in one language, with its figures filled in. */
export interface Page {
  readonly kind: ContentKind;
  readonly id: string;
  /** The language of the text: English when the requested one does not exist. */
  readonly locale: Locale;
  readonly title: string;
  readonly blocks: ContentBlock[];
  readonly publishedAt: number;
  readonly updatedAt: number;
  /** Title and text folded for searching. */
  readonly folded: { readonly title: string; readonly text: string };
}

/** All texts, in memory: they are few, read often and rarely changed. */
export interface Library {
  /** The texts of a kind in order; notices newest first. */
  pages(kind: ContentKind, locale: Locale): readonly Page[];
  page(kind: ContentKind, id: string, locale: Locale): Page | undefined;
  /** Reads the database again, after any reload in progress. */
  reload(): Promise<void>;
}

export interface LibraryDependencies {
  readonly tables: Kysely<ContentTables>;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly deposits: DepositFigures;
  readonly pastResults: () => PastResults;
}

/** How long filled-in figures are cached: rules change at times that are known long before. Product time. */
const figuresServeMs = 60_000;

export async function openLibrary({ tables, clock, deposits, pastResults }: LibraryDependencies): Promise<Library> {
  let stored: readonly StoredContent[] = [];
  let filled = new Map<string, readonly Page[]>();
  let filledAt = 0;
  let loading: Promise<void> = Promise.resolve();

  const load = async (): Promise<void> => {
    stored = await readStored(tables);
    filled = new Map();
  };
  const pages = (kind: ContentKind, locale: Locale): readonly Page[] => {
    const now = clock.now();
    if (now - filledAt > figuresServeMs) {
      filled = new Map();
      filledAt = now;
    }
    const key = `${kind} ${locale}`;
    const known = filled.get(key);
    if (known) return known;
    const figureOf = figuresFor(kind, locale, now, deposits, pastResults);
    const made = stored
      .filter((content) => content.kind === kind)
      .flatMap((content) => pageOf(content, locale, figureOf) ?? []);
    if (kind === 'notice') made.sort((one, other) => (one.id < other.id ? 1 : -1));
    filled.set(key, made);
    return made;
  };

  await load();
  return {
    pages,
    page: (kind, id, locale) => pages(kind, locale).find((one) => one.id === id),
    async reload() {
      loading = loading.catch(() => undefined).then(load);
      await loading;
    },
  };
}

/** Documents and notices keep the numbers they were written with, so braces in them are literal characters. */
function figuresFor(
  kind: ContentKind,
  locale: Locale,
  now: number,
  deposits: DepositFigures,
  pastResults: () => PastResults,
): FigureOf {
  if (kind === 'document' || kind === 'notice') return () => undefined;
  const figures = publishedFigures(now, deposits, pastResults());
  return (name, form) => {
    const value = figures.get(name);
    if (value === undefined) return undefined;
    return form === 'exact' ? String(value) : wordedFigure(value, locale);
  };
}

function pageOf(content: StoredContent, requested: Locale, figureOf: FigureOf): Page | undefined {
  const text = content.texts.get(requested) ?? content.texts.get('en');
  if (!text) return undefined;
  const { kind, id, publishedAt } = content;
  const { locale, title, updatedAt } = text;
  const blocks = readBlocks(text.body).map((block) => fillBlock(block, figureOf));
  return { kind, id, locale, title, blocks, publishedAt, updatedAt, folded: foldedOf(title, blocks) };
}
