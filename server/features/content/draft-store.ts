import { createHash } from 'node:crypto';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { EditedKind } from '#contract/content-operators.ts';
import { type Locale, locales } from '#contract/locale.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { StoredTexts } from './content-tables.ts';

export interface Draft {
  readonly id: string;
  readonly texts: StoredTexts;
  readonly savedBy: string;
  readonly savedAt: number;
}

type DraftRow = Dated<Draft, 'savedAt'>;

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

const drafts = sql`select id, texts, saved_by as "savedBy", saved_at as "savedAt" from content_draft`;

export async function readDraft(within: QueryExecutorProvider, { kind, id }: TextKey): Promise<Draft | undefined> {
  const { rows } = await sql<DraftRow>`${drafts} where kind = ${kind} and id = ${id}`.execute(within);
  return rows.map(inMs)[0];
}

/** All of a kind, in the order in which they were saved. */
export async function readDrafts(within: QueryExecutorProvider, kind: EditedKind): Promise<Draft[]> {
  const { rows } = await sql<DraftRow>`${drafts} where kind = ${kind} order by saved_at`.execute(within);
  return rows.map(inMs);
}

/** Locks the draft, which must be the one that the caller saw. Throws `draftChanged`. */
export async function lockDraft(
  transaction: Transaction<unknown>,
  { kind, id }: TextKey,
  hash: string,
): Promise<StoredTexts | undefined> {
  const { rows } = await sql<Pick<Draft, 'texts'>>`
    select texts from content_draft where kind = ${kind} and id = ${id} for update`.execute(transaction);
  const [draft] = rows;
  if (hashOfTexts(draft?.texts) !== hash) throw new Refusal('draftChanged');
  return draft?.texts;
}

export async function removeDraft(transaction: Transaction<unknown>, { kind, id }: TextKey): Promise<void> {
  await sql`delete from content_draft where kind = ${kind} and id = ${id}`.execute(transaction);
}

/** The texts with one language replaced; without title and body it is left out. */
export function withText(texts: StoredTexts, locale: Locale, title: string, body: string): StoredTexts {
  const { [locale]: _, ...others } = texts;
  return title === '' && body === '' ? others : { ...others, [locale]: { title, body } };
}
