import { createHash } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { EditedKind } from '#contract/content-operators.ts';
import { type Locale, locales } from '#contract/locale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ContentTables, StoredTexts } from './content-tables.ts';

export type Draft = Pick<Selectable<ContentTables['content_draft']>, 'texts' | 'saved_by' | 'saved_at'>;

/** Which text: of a document `id` is its name, "terms". */
export interface TextKey {
  readonly kind: EditedKind;
  readonly id: string;
}

/** SHA-256 of texts in all their languages, in hex; empty for none. */
export function hashOfTexts(texts: StoredTexts | undefined): string {
  if (texts === undefined) return '';
  const written = locales.map((locale) => [locale, texts[locale]?.title ?? null, texts[locale]?.body ?? null]);
  return createHash('sha256').update(JSON.stringify(written)).digest('hex');
}

export async function readDraft(
  tables: Kysely<ContentTables> | Transaction<ContentTables>,
  { kind, id }: TextKey,
): Promise<Draft | undefined> {
  return tables
    .selectFrom('content_draft')
    .select(['texts', 'saved_by', 'saved_at'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks the draft, which must be the one that the caller saw. Throws `draftChanged`. */
export async function lockDraft(
  transaction: Transaction<ContentTables>,
  { kind, id }: TextKey,
  hash: string,
): Promise<StoredTexts | undefined> {
  const draft = await transaction
    .selectFrom('content_draft')
    .select('texts')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (hashOfTexts(draft?.texts) !== hash) throw new Refusal('draftChanged');
  return draft?.texts;
}

export async function removeDraft(transaction: Transaction<ContentTables>, { kind, id }: TextKey): Promise<void> {
  await transaction.deleteFrom('content_draft').where('kind', '=', kind).where('id', '=', id).execute();
}

/** The texts with one language replaced; without title and body it is left out. */
export function withText(texts: StoredTexts, locale: Locale, title: string, body: string): StoredTexts {
  const { [locale]: _, ...others } = texts;
  return title === '' && body === '' ? others : { ...others, [locale]: { title, body } };
}
