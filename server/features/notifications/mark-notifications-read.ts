import { type markNotificationsRead as operation, unreadCountMax } from '#contract/notifications.ts';
import type { InputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { NotificationDependencies } from './list-notifications.ts';
import { markOneRead, markReadThrough, notificationReadsOf } from './read-store.ts';
import { notifiedKinds, settingsOf } from './setting-store.ts';

/** Marks one notification, or all up to a position, as read; returns the number of unread ones. */
export async function markNotificationsRead(
  { tables, events }: NotificationDependencies,
  memberId: bigint,
  { id, through }: InputOf<typeof operation>,
): Promise<{ unread: number }> {
  const newest = (await events.newest([memberId])).get(memberId) ?? events.start;
  if (id !== undefined) {
    // Those of others and invented ones would be kept without a bound.
    if (!(await events.has(memberId, id))) throw new Refusal('notificationUnknown');
    const reads = await notificationReadsOf(tables, events, memberId);
    if (!events.isWithin(id, reads.through)) await markOneRead(tables, events, memberId, id);
  }
  if (through !== undefined) {
    const position = events.decode(through);
    // What has not happened yet cannot have been read.
    if (position === null || events.isAhead(position, newest)) throw new Refusal('notificationUnknown');
    await markReadThrough(tables, events, memberId, position);
  }
  const [reads, settings] = await Promise.all([
    notificationReadsOf(tables, events, memberId),
    settingsOf(tables, memberId),
  ]);
  return { unread: await events.count(memberId, notifiedKinds(settings), reads.through, reads.single, unreadCountMax) };
}
