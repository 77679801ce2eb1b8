import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { Log } from '#server/platform/log.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { WrittenContent } from './content-folder.ts';
import type { ContentTables } from './content-tables.ts';

export interface SeedReport {
  /** Number of texts written or replaced. */
  readonly written: number;
  /** Texts that differ from their file but are kept: an operator wrote them, or a member accepted them. */
  readonly kept: readonly string[];
}

type Stored = Pick<ContentTables['content'], 'kind' | 'id' | 'place' | 'seed' | 'withdrawn_by'>;

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
  const tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool }) });
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'contentSeed');
    const stored = await transaction
      .selectFrom('content')
      .select(['kind', 'id', 'place', 'seed', 'withdrawn_by'])
      .execute();
    await withdrawGone(transaction, stored, written);
    const placed = await placeAll(transaction, stored, written, now);
    const report = await writeTexts(transaction, placed, now);
    for (const text of report.kept) log.warn({ text }, 'a stored text differs from its file and is kept');
    return report;
  });
}

async function withdrawGone(
  transaction: Transaction<ContentTables>,
  stored: readonly Stored[],
  written: readonly WrittenContent[],
): Promise<void> {
  const there = new Set(written.map(({ kind, name }) => `${kind} ${name}`));
  const versions = await transaction.selectFrom('content_version').select(['kind', 'id']).distinct().execute();
  const published = new Set(versions.map(({ kind, id }) => `${kind} ${id}`));
  for (const { kind, id, seed, withdrawn_by } of stored) {
    if (seed === null || withdrawn_by !== null || there.has(`${kind} ${seed}`) || published.has(`${kind} ${id}`))
      continue;
    await transaction
      .updateTable('content')
      .set({ withdrawn_by: 'folder' })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute();
  }
}

interface Placed {
  readonly id: string;
  readonly content: WrittenContent;
}

/** Every written text with the id it is stored under. An operator's text with that id takes precedence. */
async function placeAll(
  transaction: Transaction<ContentTables>,
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
      if (known.place === place && known.withdrawn_by !== 'folder') continue;
      await transaction
        .updateTable('content')
        .set({ place, withdrawn_by: known.withdrawn_by === 'operator' ? 'operator' : null })
        .where('kind', '=', kind)
        .where('id', '=', known.id)
        .execute();
      continue;
    }
    // Notices found in one start are dated 1 ms apart, in their order.
    const at = kind === 'notice' ? now + order : now;
    const id = kind === 'notice' ? newPublicId(at) : name;
    const made = await transaction
      .insertInto('content')
      .values({ kind, id, place, seed: name, published_at: new Date(at), withdrawn_by: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows) placed.push({ id, content });
  }
  return placed;
}

async function writeTexts(
  transaction: Transaction<ContentTables>,
  placed: readonly Placed[],
  now: number,
): Promise<SeedReport> {
  const rows = await transaction
    .selectFrom('content_text')
    .select(['kind', 'id', 'locale', 'title', 'body', 'seed_hash'])
    .execute();
  const stored = new Map(rows.map((row) => [`${row.kind} ${row.id} ${row.locale}`, row]));
  const accepted = await acceptedDocuments(transaction);
  const kept: string[] = [];
  let written = 0;
  for (const { id, content } of placed) {
    for (const [locale, { title, body, hash }] of content.texts) {
      const key = `${content.kind} ${id} ${locale}`;
      const known = stored.get(key);
      // Compare the text too: a stored hash does not prove that the stored text has not been changed.
      if (known?.seed_hash === hash && known.title === title && known.body === body) continue;
      const isAccepted = content.kind === 'document' && accepted.has(`${id} ${locale}`);
      if (known && (known.seed_hash === null || isAccepted)) {
        kept.push(key);
        continue;
      }
      const text = { title, body, seed_hash: hash, updated_at: new Date(now) };
      await transaction
        .insertInto('content_text')
        .values({ kind: content.kind, id, locale, ...text })
        .onConflict((conflict) => conflict.columns(['kind', 'id', 'locale']).doUpdateSet(text))
        .execute();
      written++;
    }
  }
  return { written, kept };
}

async function acceptedDocuments(transaction: Transaction<ContentTables>): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('content_text as text')
    .select(['text.id', 'text.locale'])
    .where('text.kind', '=', 'document')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('consent')
          .select('consent.version')
          .whereRef('consent.locale', '=', 'text.locale')
          .where(sql<boolean>`consent.document || '-v' || consent.version = text.id`),
      ),
    )
    .execute();
  return new Set(rows.map(({ id, locale }) => `${id} ${locale}`));
}
