import { type Kysely, sql } from 'kysely';
import type { ContentTables } from './content-tables.ts';

/** A member's read notices. Ids grow with time, so most of it is a single id. */
export interface NoticeReads {
  has(noticeId: string): boolean;
}

export async function noticeReadsOf(tables: Kysely<ContentTables>, memberId: bigint): Promise<NoticeReads> {
  const through = await tables
    .selectFrom('notice_read_through')
    .select('notice_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const single = await tables.selectFrom('notice_read').select('notice_id').where('member_id', '=', memberId).execute();
  const ids = new Set(single.map(({ notice_id }) => notice_id));
  return { has: (noticeId) => ids.has(noticeId) || (through !== undefined && noticeId <= through.notice_id) };
}

export async function markOneRead(tables: Kysely<ContentTables>, memberId: bigint, noticeId: string): Promise<void> {
  await tables
    .insertInto('notice_read')
    .values({ member_id: memberId, notice_id: noticeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks everything up to this notice as read and drops the single marks that this covers. */
export async function markReadThrough(
  tables: Kysely<ContentTables>,
  memberId: bigint,
  noticeId: string,
): Promise<void> {
  await tables
    .insertInto('notice_read_through')
    .values({ member_id: memberId, notice_id: noticeId })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({
        notice_id: sql<string>`greatest(notice_read_through.notice_id, excluded.notice_id)`,
      }),
    )
    .execute();
  await tables.deleteFrom('notice_read').where('member_id', '=', memberId).where('notice_id', '<=', noticeId).execute();
}
