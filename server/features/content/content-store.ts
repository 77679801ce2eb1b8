import { type Kysely, sql } from 'kysely';
import type { Locale } from '#contract/locale.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import type { ContentKind } from './content-tables.ts';

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

type ContentRow = Dated<Omit<StoredContent, 'texts'> & StoredText, 'publishedAt' | 'updatedAt'>;

/** All texts, by kind, place and id; those that are withdrawn only where asked for. */
export async function readStored(
  tables: Kysely<unknown>,
  which: 'shown' | 'withdrawn too' = 'shown',
): Promise<StoredContent[]> {
  const { rows } = await sql<ContentRow>`
    select kind, id, content.place, content.published_at as "publishedAt", content.withdrawn_by is not null as "isWithdrawn",
      text.locale, text.title, text.body, text.updated_at as "updatedAt"
    from content join content_text as text using (kind, id)
    where content.withdrawn_by is null or ${which === 'withdrawn too'}
    order by kind, content.place, id`.execute(tables);
  const byId = new Map<string, StoredContent & { readonly texts: Map<Locale, StoredText> }>();
  for (const { locale, title, body, updatedAt, ...row } of rows.map(inMs)) {
    const key = `${row.kind} ${row.id}`;
    const content = byId.get(key) ?? { ...row, texts: new Map() };
    byId.set(key, content);
    content.texts.set(locale, { locale, title, body, updatedAt });
  }
  return [...byId.values()];
}
