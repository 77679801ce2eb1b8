import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Locale } from '#contract/locale.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { WrittenText } from './content-folder.ts';
import type { ContentTables } from './content-tables.ts';

/** Bus topic of changed texts: every node reloads them. */
export const contentChangedTopic = 'content changed';

/** Stores a notice, dated now (product time), and notifies every node, which notifies its phones. Returns the notice's id. */
export async function publishNotice(
  pool: pg.Pool,
  bus: Pick<Bus, 'publish'>,
  texts: ReadonlyMap<Locale, Pick<WrittenText, 'title' | 'body'>>,
  now: number,
): Promise<string> {
  const tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool }) });
  const id = await tables.transaction().execute(async (transaction) => {
    // Serialised, each notice later than the one before, because reads are stored as everything up to an id.
    await sql`lock table content in exclusive mode`.execute(transaction);
    const last = await transaction
      .selectFrom('content')
      .select(({ fn }) => fn.max('published_at').as('at'))
      .where('kind', '=', 'notice')
      .executeTakeFirst();
    const at = Math.max(Math.trunc(now), (last?.at?.getTime() ?? 0) + 1);
    const made = newPublicId(at);
    await transaction
      .insertInto('content')
      .values({ kind: 'notice', id: made, place: 0, seed: null, published_at: new Date(at), withdrawn_by: null })
      .execute();
    await transaction
      .insertInto('content_text')
      .values(
        Array.from(texts, ([locale, { title, body }]) => {
          return { kind: 'notice' as const, id: made, locale, title, body, seed_hash: null, updated_at: new Date(at) };
        }),
      )
      .execute();
    return made;
  });
  await bus.publish(contentChangedTopic, {});
  return id;
}

/** Withdraws a notice. Phones that show it keep it until their next request. False when the id is unknown or withdrawn. */
export async function withdrawNotice(pool: pg.Pool, bus: Pick<Bus, 'publish'>, id: string): Promise<boolean> {
  const tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool }) });
  const changed = await tables
    .updateTable('content')
    .set({ withdrawn_by: 'operator' })
    .where('kind', '=', 'notice')
    .where('id', '=', id)
    .where('withdrawn_by', 'is distinct from', 'operator')
    .executeTakeFirst();
  if (!changed.numUpdatedRows) return false;
  await bus.publish(contentChangedTopic, {});
  return true;
}
