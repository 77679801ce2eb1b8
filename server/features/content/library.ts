import type { Kysely } from 'kysely';
import type { ContentBlock } from '#contract/content-blocks.ts';
import type { Locale } from '#contract/locale.ts';
import { prizeTableOfDay } from '#core/draws/prizes.ts';
import { utcDay } from '#core/time/lengths.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { readStored, type StoredContent } from './content-store.ts';
import type { ContentKind } from './content-tables.ts';
import { type FigureOf, fillBlock, readBlocks } from './content-text.ts';
import type { PastResults } from './past-results.ts';
import { type DepositFigures, type PublishedFigures, publishedFigures, wordedFigure } from './published-figures.ts';
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
  /** A body of that kind as its readers in a language would see it now. */
  blocksOf(kind: ContentKind, body: string, locale: Locale): ContentBlock[];
  /** The figures that texts may name, as a language writes their values now. */
  figures(locale: Locale): ReadonlyMap<string, string>;
  /** Reads the database again, after any reload in progress. */
  reload(): Promise<void>;
}

export interface LibraryDependencies {
  readonly tables: Kysely<unknown>;
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
  readonly deposits: DepositFigures;
  readonly pastResults: () => PastResults;
  /** What operators changed of the products' offers. */
  readonly offers: Pick<ProductOffers, 'changes' | 'prizeTables'>;
}

/** How long filled-in figures are cached: rules change at times that are known long before. Product time. */
const figuresServeMs = 60_000;
/** And wall time: on a fast product clock every call would fill all texts anew. */
const figuresServeWallMs = 1_000;

export async function openLibrary(dependencies: LibraryDependencies): Promise<Library> {
  const { tables, clock, deposits, pastResults, offers } = dependencies;
  const prizesAt = (now: number) => prizeTableOfDay(offers.prizeTables(), utcDay(now));
  const figuresAt = (now: number) => publishedFigures(now, deposits, pastResults(), offers.changes(), prizesAt(now));
  let stored: readonly StoredContent[] = [];
  let filled = new Map<string, readonly Page[]>();
  let filledAt = { product: 0, wall: 0 };
  let loading: Promise<void> = Promise.resolve();

  const load = async (): Promise<void> => {
    stored = await readStored(tables);
    filled = new Map();
  };
  const pages = (kind: ContentKind, locale: Locale): readonly Page[] => {
    const now = clock.now();
    const wall = clock.wallNow();
    if (now - filledAt.product > figuresServeMs && Math.abs(wall - filledAt.wall) > figuresServeWallMs) {
      filled = new Map();
      filledAt = { product: now, wall };
    }
    const key = `${kind} ${locale}`;
    const known = filled.get(key);
    if (known) return known;
    const figureOf = figuresFor(kind, locale, () => figuresAt(now));
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
    blocksOf: (kind, body, locale) => {
      const figureOf = figuresFor(kind, locale, () => figuresAt(clock.now()));
      return readBlocks(body).map((block) => fillBlock(block, figureOf));
    },
    figures: (locale) => {
      const figures = figuresAt(clock.now());
      return new Map(Array.from(figures, ([name, value]) => [name, wordedFigure(value, locale)]));
    },
    async reload() {
      loading = loading.catch(() => undefined).then(load);
      await loading;
    },
  };
}

/** Documents and notices keep the numbers they were written with, so braces in them are literal characters. */
function figuresFor(kind: ContentKind, locale: Locale, figuresNow: () => PublishedFigures): FigureOf {
  if (kind === 'document' || kind === 'notice') return () => undefined;
  const figures = figuresNow();
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
