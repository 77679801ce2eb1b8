import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Locale } from '#contract/locale.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { Log } from '#server/platform/log.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { WrittenContent } from './content-folder.ts';
import type { ContentKind } from './content-tables.ts';

export interface SeedReport {
  /** Number of texts written or replaced. */
  readonly written: number;
  /** Texts that differ from their file but are kept: an operator wrote them, or a member accepted them. */
  readonly kept: readonly string[];
}

interface Stored {
  readonly kind: ContentKind;
  readonly id: string;
  readonly place: number;
  /** The name of its folder; null for an operator's own. */
  readonly seed: string | null;
  readonly withdrawnBy: 'folder' | 'operator' | null;
}

/**
 * Updates the stored texts from their files, one node at a time: writes new and changed files and withdraws texts whose folder was
 * removed. What an operator published or withdrew, and what a member accepted, is kept. `now`: product time.
 */
export async function seedContent(
  pool: pg.Pool,
  written: readonly WrittenContent[],
  now: number,
  log: Log,
): Promise<SeedReport> {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'contentSeed');
    const { rows: stored } = await sql<Stored>`
      select kind, id, place, seed, withdrawn_by as "withdrawnBy" from content`.execute(transaction);
    await withdrawGone(transaction, stored, written);
    const placed = await placeAll(transaction, stored, written, now);
    const report = await writeTexts(transaction, placed, now);
    for (const text of report.kept) log.warn({ text }, 'a stored text differs from its file and is kept');
    return report;
  });
}

async function withdrawGone(
  transaction: Transaction<unknown>,
  stored: readonly Stored[],
  written: readonly WrittenContent[],
): Promise<void> {
  const there = new Set(written.map(({ kind, name }) => `${kind} ${name}`));
  const { rows: versions } = await sql<{ kind: ContentKind; id: string }>`
    select distinct kind, id from content_version`.execute(transaction);
  const published = new Set(versions.map(({ kind, id }) => `${kind} ${id}`));
  for (const { kind, id, seed, withdrawnBy } of stored) {
    if (seed === null || withdrawnBy !== null || there.has(`${kind} ${seed}`) || published.has(`${kind} ${id}`))
      continue;
    await sql`update content set withdrawn_by = 'folder' where kind = ${kind} and id = ${id}`.execute(transaction);
  }
}

interface Placed {
  readonly id: string;
  readonly content: WrittenContent;
}

/** Every written text with the id it is stored under. An operator's text with that id takes precedence. */
async function placeAll(
  transaction: Transaction<unknown>,
  stored: readonly Stored[],
  written: readonly WrittenContent[],
  now: number,
): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const [order, content] of written.entries()) {
    const { kind, name, place } = content;
    const known = stored.find((one) => one.kind === kind && one.seed === name);
    if (known) {
      placed.push({ id: known.id, content });
      if (known.place === place && known.withdrawnBy !== 'folder') continue;
      await sql`
        update content set place = ${place}, withdrawn_by = nullif(withdrawn_by, 'folder')
        where kind = ${kind} and id = ${known.id}`.execute(transaction);
      continue;
    }
    // Notices found in one start are dated 1 ms apart, in their order.
    const at = kind === 'notice' ? now + order : now;
    const id = kind === 'notice' ? newPublicId(at) : name;
    const { numAffectedRows } = await sql`
      insert into content (kind, id, place, seed, published_at)
      values (${kind}, ${id}, ${place}, ${name}, ${new Date(at)}) on conflict do nothing`.execute(transaction);
    if (numAffectedRows) placed.push({ id, content });
  }
  return placed;
}

interface StoredText {
  readonly kind: ContentKind;
  readonly id: string;
  readonly locale: Locale;
  readonly title: string;
  readonly body: string;
  /** Of the file that it was read from; null for an operator's. */
  readonly seedHash: string | null;
}

async function writeTexts(
  transaction: Transaction<unknown>,
  placed: readonly Placed[],
  now: number,
): Promise<SeedReport> {
  const { rows } = await sql<StoredText>`
    select kind, id, locale, title, body, seed_hash as "seedHash" from content_text`.execute(transaction);
  const stored = new Map(rows.map((row) => [`${row.kind} ${row.id} ${row.locale}`, row]));
  const accepted = await acceptedDocuments(transaction);
  const kept: string[] = [];
  let written = 0;
  for (const { id, content } of placed) {
    for (const [locale, { title, body, hash }] of content.texts) {
      const key = `${content.kind} ${id} ${locale}`;
      const known = stored.get(key);
      // Compare the text too: a stored hash does not prove that the stored text has not been changed.
      if (known?.seedHash === hash && known.title === title && known.body === body) continue;
      const isAccepted = content.kind === 'document' && accepted.has(`${id} ${locale}`);
      if (known && (known.seedHash === null || isAccepted)) {
        kept.push(key);
        continue;
      }
      await sql`
        insert into content_text (kind, id, locale, title, body, seed_hash, updated_at)
        values (${content.kind}, ${id}, ${locale}, ${title}, ${body}, ${hash}, ${new Date(now)})
        on conflict (kind, id, locale) do update set title = excluded.title, body = excluded.body,
          seed_hash = excluded.seed_hash, updated_at = excluded.updated_at`.execute(transaction);
      written++;
    }
  }
  return { written, kept };
}

async function acceptedDocuments(transaction: Transaction<unknown>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Pick<StoredText, 'id' | 'locale'>>`
    select text.id, text.locale from content_text as text
    where text.kind = 'document' and exists (
      select from consent where consent.locale = text.locale and consent.document || '-v' || consent.version = text.id)`.execute(
    transaction,
  );
  return new Set(rows.map(({ id, locale }) => `${id} ${locale}`));
}
