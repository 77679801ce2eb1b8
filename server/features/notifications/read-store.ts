import { type Kysely, sql } from 'kysely';
import type { EventLog, Position } from './event-log.ts';

/** What a member has read: everything up to a position, and others one by one. */
export interface NotificationReads {
  readonly through: Position;
  readonly single: ReadonlySet<string>;
}

export async function notificationReadsOf(
  tables: Kysely<unknown>,
  log: EventLog,
  memberId: bigint,
): Promise<NotificationReads> {
  const { rows: through } = await sql<{ position: string }>`
    select position from notification_read_through where member_id = ${memberId}`.execute(tables);
  const { rows: single } = await sql<{ id: string }>`
    select notification_id as id from notification_read where member_id = ${memberId}`.execute(tables);
  return {
    through: (through[0] && log.decode(through[0].position)) ?? log.start,
    single: new Set(single.map(({ id }) => id)),
  };
}

/** Every reading of the list reads all single marks. */
const singleMarksMax = 400;
const singleMarksKept = 200;

/** Remembers that one is read. Where there are many such marks, what is older than the last of them counts as read, too. */
export async function markOneRead(tables: Kysely<unknown>, log: EventLog, memberId: bigint, id: string): Promise<void> {
  await sql`
    insert into notification_read (member_id, notification_id) values (${memberId}, ${id})
    on conflict do nothing`.execute(tables);
  const { single } = await notificationReadsOf(tables, log, memberId);
  if (single.size > singleMarksMax) await markReadThrough(tables, log, memberId, log.covering(single, singleMarksKept));
}

/** Marks everything up to the position as read, and drops the single marks that this covers. Never goes back. */
export async function markReadThrough(
  tables: Kysely<unknown>,
  log: EventLog,
  memberId: bigint,
  position: Position,
): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    await sql`
      insert into notification_read_through (member_id, position) values (${memberId}, ${log.encode(log.start)})
      on conflict do nothing`.execute(transaction);
    // Two at once keep the later of both.
    await sql`select from notification_read_through where member_id = ${memberId} for update`.execute(transaction);
    const before = await notificationReadsOf(transaction, log, memberId);
    const through = log.later(position, before.through);
    await sql`
      update notification_read_through set position = ${log.encode(through)} where member_id = ${memberId}`.execute(
      transaction,
    );
    const covered = [...before.single].filter((id) => log.isWithin(id, through));
    if (covered.length === 0) return;
    await sql`
      delete from notification_read
      where member_id = ${memberId} and notification_id = any(${covered}::text[])`.execute(transaction);
  });
}
