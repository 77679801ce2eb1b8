import { type Kysely, sql, type Transaction } from 'kysely';
import { type Locale, locales } from '#contract/locale.ts';
import { publishWithin } from '#server/platform/events/bus.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { missingLocales, textProblems } from './content-check.ts';
import type { ContentKind, StoredTexts } from './content-tables.ts';
import { hashOfTexts, type TextKey } from './draft-store.ts';
import {
  documentVersionId,
  type Published,
  readPublished,
  requireNewest,
  versionOfDocument,
} from './edited-content.ts';

/** Bus topic of changed texts: every node reloads them. */
export const contentChangedTopic = 'content changed';

export interface Publication {
  readonly by: ActingOperator;
  readonly act: 'contentPublished' | 'contentPutBack';
  readonly texts: StoredTexts;
  readonly reason: string;
  /** Product time in ms. */
  readonly now: number;
  /** Names of the figures that texts may name. */
  readonly knownFigures: ReadonlySet<string>;
}

/** A text as a publication left it: its id and version, of a document the document's own. */
export interface Publishing {
  readonly id: string;
  readonly version: number;
}

/** Publications wait for each other: notices are numbered in the order of their publication, versions without gaps. */
export async function lockContent(transaction: Transaction<unknown>): Promise<void> {
  await sql`lock table content in exclusive mode`.execute(transaction);
}

/**
 * Publishes texts in all languages as the newest version of a text, in the caller's transaction, which holds `lockContent`: with the act in
 * the operators' log and the message to all nodes, or not at all. Throws `contentLanguagesMissing` or `contentFaulty`.
 */
export async function publishTexts(
  transaction: Transaction<unknown>,
  key: TextKey,
  publication: Publication,
): Promise<Publishing> {
  requirePublishable(key.kind, publication.texts, publication.knownFigures);
  const published = await readPublished(transaction, key);
  const stored = await storedKey(transaction, key, published, publication.now);
  const isNew = stored.id !== key.id || published.versions.length === 0;
  const version = isNew ? 1 : (published.versions[0]?.version ?? 0) + 1;
  if (isNew) await insertContent(transaction, key, stored);
  else await keepShipped(transaction, key, published);
  await sql`update content set withdrawn_by = null where kind = ${key.kind} and id = ${stored.id}`.execute(transaction);
  await writeTexts(transaction, key.kind, stored, publication.texts);
  await recordVersion(transaction, { kind: key.kind, id: stored.id }, version, publication);
  await publishWithin(transaction, contentChangedTopic, {});
  return stored.documentVersion === null ? { id: stored.id, version } : { id: key.id, version: stored.documentVersion };
}

/** Throws unless the texts can be published: all six languages, and none with a problem. */
function requirePublishable(kind: ContentKind, texts: StoredTexts, known: ReadonlySet<string>): void {
  const written = new Set(locales.filter((locale) => texts[locale] !== undefined));
  const missing = missingLocales(written);
  if (missing.length > 0) throw new Refusal('contentLanguagesMissing', { languages: namesOf(missing) });
  const { en } = texts;
  const faulty = locales.filter((locale) => {
    const text = texts[locale];
    return !text || !en || textProblems(kind, text, en, known).length > 0;
  });
  if (faulty.length > 0) throw new Refusal('contentFaulty', { languages: namesOf(faulty) });
}

const names: Readonly<Record<Locale, string>> = {
  en: 'English',
  thai: 'ไทย',
  vnf: 'Tiếng Việt',
  tc: '繁體中文',
  zh: '简体中文',
  jp: '日本語',
};

const namesOf = (missing: readonly Locale[]): string => missing.map((locale) => names[locale]).join(', ');

interface StoredKey {
  readonly id: string;
  /** When the text was first published, in ms of product time. */
  readonly at: number;
  /** Of a document, the version that it is. */
  readonly documentVersion: number | null;
}

/** Under which id it is stored: a document's next version, a new notice's own date, else the text's id. */
async function storedKey(
  transaction: Transaction<unknown>,
  { kind, id }: TextKey,
  { versions }: Published,
  now: number,
): Promise<StoredKey> {
  const at = Math.trunc(now);
  const documentVersion = kind === 'document' ? await nextDocumentVersion(transaction, id) : null;
  if (documentVersion !== null) return { id: documentVersionId(id, documentVersion), at, documentVersion };
  if (kind !== 'notice' || versions.length > 0) return { id, at, documentVersion };
  // Later than the one before, because reads are stored as everything up to an id.
  const { rows } = await sql<{ last: Date | null }>`
    select max(published_at) as last from content where kind = 'notice'`.execute(transaction);
  const later = Math.max(at, (rows[0]?.last?.getTime() ?? 0) + 1);
  return { id: newPublicId(later), at: later, documentVersion };
}

/** After every version that there ever was: one whose folder is gone may have been accepted all the same. */
async function nextDocumentVersion(transaction: Transaction<unknown>, id: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from content where kind = 'document'`.execute(transaction);
  return Math.max(0, ...rows.map((row) => versionOfDocument(id, row.id))) + 1;
}

async function insertContent(
  transaction: Transaction<unknown>,
  { kind }: TextKey,
  { id, at }: StoredKey,
): Promise<void> {
  // Behind the last one of its kind, at a distance in which others fit; notices are in the order of their ids.
  await sql`
    insert into content (kind, id, place, published_at)
    select ${kind}, ${id}, case when ${kind === 'notice'} then 0 else least(32000, coalesce(max(place), 0) + 10) end, ${new Date(at)}
    from content where kind = ${kind}`.execute(transaction);
}

/** The texts that shipped with the app become the first version, when another one follows. */
async function keepShipped(
  transaction: Transaction<unknown>,
  { kind, id }: TextKey,
  { versions }: Published,
): Promise<void> {
  const [only, ...more] = versions;
  if (only === undefined || only.publishedBy !== null || more.length > 0) return;
  await sql`insert into content_version (kind, id, version, texts)
    values (${kind}, ${id}, 1, ${JSON.stringify(only.texts)}) on conflict do nothing`.execute(transaction);
}

async function writeTexts(
  transaction: Transaction<unknown>,
  kind: ContentKind,
  { id, at }: StoredKey,
  texts: StoredTexts,
): Promise<void> {
  for (const locale of locales) {
    const text = texts[locale];
    if (text === undefined) continue;
    await sql`
      insert into content_text (kind, id, locale, title, body, seed_hash, updated_at)
      values (${kind}, ${id}, ${locale}, ${text.title}, ${text.body}, null, ${new Date(at)})
      on conflict (kind, id, locale) do update
        set title = excluded.title, body = excluded.body, seed_hash = null, updated_at = excluded.updated_at`.execute(
      transaction,
    );
  }
}

async function recordVersion(
  transaction: Transaction<unknown>,
  { kind, id }: TextKey,
  version: number,
  { by, act, texts, reason }: Publication,
): Promise<void> {
  const detail = { version: String(version), hash: hashOfTexts(texts) };
  await recordOperatorAct(transaction, { by, act, subject: `${kind} ${id}`, reason, detail });
  await sql`insert into content_version (kind, id, version, texts, published_by, published_at, reason)
    values (${kind}, ${id}, ${version}, ${JSON.stringify(texts)}, ${by.operator}, now(), ${reason})`.execute(
    transaction,
  );
}

/** Takes a text away from members, with the act. Throws `contentUnknown` where it is not shown, or `contentChanged`. */
export async function withdrawText(
  tables: Kysely<unknown>,
  { kind, id }: TextKey,
  { by, reason, newest }: Pick<Publication, 'by' | 'reason'> & { readonly newest: string | undefined },
): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    await lockContent(transaction);
    const shown = await readPublished(transaction, { kind, id });
    const { numAffectedRows } = await sql`
      update content set withdrawn_by = 'operator'
      where kind = ${kind} and id = ${id} and withdrawn_by is distinct from 'operator'`.execute(transaction);
    if (!numAffectedRows) throw new Refusal('contentUnknown');
    requireNewest(shown, newest);
    const act = { by, act: 'contentWithdrawn', subject: `${kind} ${id}`, memberId: null, reason } as const;
    await recordOperatorAct(transaction, act);
    await publishWithin(transaction, contentChangedTopic, {});
  });
}
