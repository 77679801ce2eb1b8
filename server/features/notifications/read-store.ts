import type { Kysely } from 'kysely';
import type { EventLog, Position } from './event-log.ts';
import type { NotificationTables } from './notification-tables.ts';

/** What a member has read: everything up to a position, and others one by one. */
export interface NotificationReads {
  readonly through: Position;
  readonly single: ReadonlySet<string>;
}

export async function notificationReadsOf(
  tables: Kysely<NotificationTables>,
  log: EventLog,
  memberId: bigint,
): Promise<NotificationReads> {
  const through = await tables
    .selectFrom('notification_read_through')
    .select('position')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const single = await tables
    .selectFrom('notification_read')
    .select('notification_id')
    .where('member_id', '=', memberId)
    .execute();
  return {
    through: (through && log.decode(through.position)) ?? log.start,
    single: new Set(single.map(({ notification_id }) => notification_id)),
  };
}

/** Every reading of the list reads all single marks. */
const singleMarksMax = 400;
const singleMarksKept = 200;

/** Remembers that one is read. Where there are many such marks, what is older than the last of them counts as read, too. */
export async function markOneRead(
  tables: Kysely<NotificationTables>,
  log: EventLog,
  memberId: bigint,
  id: string,
): Promise<void> {
  await tables
    .insertInto('notification_read')
    .values({ member_id: memberId, notification_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { single } = await notificationReadsOf(tables, log, memberId);
  if (single.size > singleMarksMax) await markReadThrough(tables, log, memberId, log.covering(single, singleMarksKept));
}

/** Marks everything up to the position as read, and drops the single marks that this covers. Never goes back. */
export async function markReadThrough(
  tables: Kysely<NotificationTables>,
  log: EventLog,
  memberId: bigint,
  position: Position,
): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('notification_read_through')
      .values({ member_id: memberId, position: log.encode(log.start) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Two at once keep the later of both.
    const before = await transaction
      .selectFrom('notification_read_through')
      .select('position')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const through = log.later(position, log.decode(before.position) ?? log.start);
    await transaction
      .updateTable('notification_read_through')
      .set({ position: log.encode(through) })
      .where('member_id', '=', memberId)
      .execute();
    const { single } = await notificationReadsOf(transaction, log, memberId);
    const covered = [...single].filter((id) => log.isWithin(id, through));
    if (covered.length === 0) return;
    await transaction
      .deleteFrom('notification_read')
      .where('member_id', '=', memberId)
      .where('notification_id', 'in', covered)
      .execute();
  });
}
