import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Locale } from '#contract/locale.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { WrittenText } from './content-folder.ts';
import type { ContentTables } from './content-tables.ts';

/** Topic on which nodes tell each other that stored texts changed: they read them again. */
export const contentChangedTopic = 'content changed';

/** Stores a notice, dated now (product time), and tells every node, which tells the phones. Answers the notice's id. */
export async function publishNotice(
  pool: pg.Pool,
  bus: Pick<Bus, 'publish'>,
  texts: ReadonlyMap<Locale, Pick<WrittenText, 'title' | 'body'>>,
  now: number,
): Promise<string> {
  const tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool }) });
  const id = await tables.transaction().execute(async (transaction) => {
    // One at a time, each later than the one before: a member has read the notices up to an id.
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

/** Takes a notice away again. Phones that show it already keep it until they ask again. False when there is none of that id. */
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
