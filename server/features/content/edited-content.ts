import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { type DocumentId, documentIds } from '#contract/content.ts';
import { type ContentVersion, type EditedText, withdrawnMark } from '#contract/content-operators.ts';
import type { Locale } from '#contract/locale.ts';
import { locales } from '#contract/locale.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { textProblems } from './content-check.ts';
import type { StoredTexts } from './content-tables.ts';
import type { TextKey } from './draft-store.ts';
import type { Library } from './library.ts';

type Tables = QueryExecutorProvider;

export interface EditDependencies {
  readonly tables: Kysely<unknown>;
  readonly library: Library;
  /** The product clock. */
  readonly clock: { now(): number };
}

/** A published version with its texts. */
interface PublishedVersion extends ContentVersion {
  readonly texts: StoredTexts;
}

/** What is published of a text, newest version first; none before the first publication. */
export interface Published {
  readonly isWithdrawn: boolean;
  readonly versions: readonly PublishedVersion[];
}

/** Throws `contentUnknown` for an id that the kind cannot have. */
export function requireId({ kind, id }: TextKey): void {
  const isNoticeId = /^[0-9A-Z]{16}$/.test(id);
  const isDocument = documentIds.some((one) => one === id);
  if (kind === 'notice' ? !isNoticeId : kind === 'document' ? !isDocument : !/^[a-z0-9-]{2,40}$/.test(id)) {
    throw new Refusal('contentUnknown');
  }
}

/** The stored id of a version of a document. */
export const documentVersionId = (id: string, version: number): string => `${id}-v${version}`;

/** Which version of that document the stored id names; 0 for another document's. */
export function versionOfDocument(id: string, stored: string): number {
  const [, document, version] = /^(.+)-v(\d{1,4})$/.exec(stored) ?? [];
  return document === id ? Number(version) : 0;
}

export async function readPublished(tables: Tables, key: TextKey): Promise<Published> {
  return key.kind === 'document' ? readDocument(tables, key.id as DocumentId) : readText(tables, key);
}

/** Throws `contentChanged` unless the newest version is the one that the caller saw, withdrawn or not, where it names one. */
export function requireNewest({ versions, isWithdrawn }: Published, seen: string | undefined): void {
  const newest = `${versions[0]?.version ?? 0}${isWithdrawn ? withdrawnMark : ''}`;
  if (seen !== undefined && newest !== seen) throw new Refusal('contentChanged');
}

async function readText(tables: Tables, { kind, id }: TextKey): Promise<Published> {
  const { rows: content } = await sql<{ isWithdrawn: boolean }>`
    select withdrawn_by is not null as "isWithdrawn" from content where kind = ${kind} and id = ${id}`.execute(tables);
  if (!content[0]) return { isWithdrawn: false, versions: [] };
  const { rows } = await sql<Dated<PublishedVersion, 'publishedAt'>>`
    select version, texts, published_by as "publishedBy", published_at as "publishedAt", reason
    from content_version where kind = ${kind} and id = ${id} order by version desc`.execute(tables);
  const versions: PublishedVersion[] = rows.map(inMs);
  if (versions.length === 0) versions.push({ ...shipped, version: 1, texts: await readShown(tables, { kind, id }) });
  return { ...content[0], versions };
}

const shipped = { publishedBy: null, publishedAt: null, reason: '' } as const;

/** Each version of a document is a stored text of its own, which a member's consent names. */
async function readDocument(tables: Tables, id: DocumentId): Promise<Published> {
  const { rows } = await sql<Dated<Omit<PublishedVersion, 'version' | 'texts'>, 'publishedAt'> & { stored: string }>`
    select content.id as stored, published.published_by as "publishedBy", published.published_at as "publishedAt",
      coalesce(published.reason, '') as reason
    from content left join content_version as published using (kind, id)
    where kind = 'document' and content.withdrawn_by is null`.execute(tables);
  const versions = await Promise.all(
    rows
      .map((row) => ({ ...inMs(row), version: versionOfDocument(id, row.stored) }))
      .filter(({ version }) => version > 0)
      .sort((one, other) => other.version - one.version)
      .map(async ({ stored, ...version }) => {
        return { ...version, texts: await readShown(tables, { kind: 'document', id: stored }) };
      }),
  );
  return { isWithdrawn: false, versions };
}

/** The stored texts that members read. */
async function readShown(tables: Tables, { kind, id }: TextKey): Promise<StoredTexts> {
  const { rows } = await sql<{ locale: Locale; title: string; body: string }>`
    select locale, title, body from content_text where kind = ${kind} and id = ${id}`.execute(tables);
  return Object.fromEntries(rows.map(({ locale, title, body }) => [locale, { title, body }]));
}

/** Texts with how they are shown and what is wrong with them, in the order of the languages. */
export function editedTexts(library: Library, { kind }: Pick<TextKey, 'kind'>, texts: StoredTexts): EditedText[] {
  const known = new Set(library.figures('en').keys());
  return locales.flatMap((locale) => {
    const text = texts[locale];
    if (text === undefined) return [];
    const { title, body } = text;
    const problems = textProblems(kind, text, texts.en ?? text, known);
    return [{ locale, title, body, blocks: library.blocksOf(kind, body, locale), problems }];
  });
}
