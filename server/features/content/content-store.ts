import type { Kysely } from 'kysely';
import type { Locale } from '#contract/locale.ts';
import type { ContentKind, ContentTables } from './content-tables.ts';

/** A stored text in its languages. */
export interface StoredContent {
  readonly kind: ContentKind;
  readonly id: string;
  readonly place: number;
  readonly publishedAt: number;
  readonly isWithdrawn: boolean;
  readonly texts: ReadonlyMap<Locale, StoredText>;
}

interface StoredText {
  readonly locale: Locale;
  readonly title: string;
  readonly body: string;
  readonly updatedAt: number;
}

/** All texts, by kind, place and id; those that are withdrawn only where asked for. */
export async function readStored(
  tables: Kysely<ContentTables>,
  which: 'shown' | 'withdrawn too' = 'shown',
): Promise<StoredContent[]> {
  const rows = await tables
    .selectFrom('content')
    .innerJoin('content_text as text', (join) =>
      join.onRef('text.kind', '=', 'content.kind').onRef('text.id', '=', 'content.id'),
    )
    .$if(which === 'shown', (query) => query.where('content.withdrawn_by', 'is', null))
    .select(['content.kind', 'content.id', 'content.place', 'content.published_at', 'content.withdrawn_by'])
    .select(['text.locale', 'text.title', 'text.body', 'text.updated_at'])
    .orderBy('content.kind')
    .orderBy('content.place')
    .orderBy('content.id')
    .execute();
  const byId = new Map<string, StoredContent & { readonly texts: Map<Locale, StoredText> }>();
  for (const { kind, id, place, published_at, withdrawn_by, locale, title, body, updated_at } of rows) {
    const key = `${kind} ${id}`;
    const isWithdrawn = withdrawn_by !== null;
    const publishedAt = published_at.getTime();
    const content = byId.get(key) ?? { kind, id, place, publishedAt, isWithdrawn, texts: new Map() };
    byId.set(key, content);
    content.texts.set(locale, { locale, title, body, updatedAt: updated_at.getTime() });
  }
  return [...byId.values()];
}
