import { type Kysely, sql } from 'kysely';

/** A member's read notices. Ids grow with time, so most of it is a single id. */
export interface NoticeReads {
  has(noticeId: string): boolean;
}

export async function noticeReadsOf(tables: Kysely<unknown>, memberId: bigint): Promise<NoticeReads> {
  const { rows } = await sql<{ through: string | null; single: string[] }>`
    select (select notice_id from notice_read_through where member_id = ${memberId}) as through,
      array(select notice_id from notice_read where member_id = ${memberId}) as single`.execute(tables);
  const { through = null, single = [] } = rows[0] ?? {};
  const ids = new Set(single);
  return { has: (noticeId) => ids.has(noticeId) || (through !== null && noticeId <= through) };
}

export async function markOneRead(tables: Kysely<unknown>, memberId: bigint, noticeId: string): Promise<void> {
  await sql`insert into notice_read (member_id, notice_id) values (${memberId}, ${noticeId}) on conflict do nothing`.execute(
    tables,
  );
}

/** Marks everything up to this notice as read and drops the single marks that this covers. */
export async function markReadThrough(tables: Kysely<unknown>, memberId: bigint, noticeId: string): Promise<void> {
  await sql`
    insert into notice_read_through (member_id, notice_id) values (${memberId}, ${noticeId})
    on conflict (member_id) do update
      set notice_id = greatest(notice_read_through.notice_id, excluded.notice_id)`.execute(tables);
  await sql`delete from notice_read where member_id = ${memberId} and notice_id <= ${noticeId}`.execute(tables);
}
