import type { Kysely } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import { type listNotifications as operation, unreadCountMax } from '#contract/notifications.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { EventLog } from './event-log.ts';
import { notificationReadsOf } from './read-store.ts';
import { notifiedKinds, settingsOf } from './setting-store.ts';

export interface NotificationDependencies {
  readonly tables: Kysely<unknown>;
  readonly events: EventLog;
}

/** The member's notifications, newest first, a page of those before `before`. */
export async function listNotifications(
  { tables, events }: NotificationDependencies,
  memberId: bigint,
  { topic, before }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const from = before === undefined ? null : events.decode(before);
  if (before !== undefined && from === null) throw new Refusal('notificationUnknown');
  // Before the page, so that marking all as read covers nothing that the page does not have.
  const newest = (await events.newest([memberId])).get(memberId) ?? events.start;
  const [page, reads, settings] = await Promise.all([
    events.page(memberId, topic ?? null, from, pageSize),
    notificationReadsOf(tables, events, memberId),
    settingsOf(tables, memberId),
  ]);
  const notified = notifiedKinds(settings);
  return {
    notifications: page.events.map(({ key, id, ...event }) => ({
      ...event,
      id,
      read: reads.single.has(id) || events.isWithin(id, reads.through),
      quiet: !notified.includes(event.kind),
    })),
    next: page.next && events.encode(page.next),
    newest: events.encode(newest),
    unread: await events.count(memberId, notified, reads.through, reads.single, unreadCountMax),
  };
}
