import { pathOfNotification } from '#contract/notification-kinds.ts';
import type { Notification } from '#contract/notifications.ts';

type Announced = Pick<Notification, 'id' | 'kind' | 'reference' | 'read' | 'quiet'>;

/** Whether the notification is after a place of the list (`newest`), which has one key per kind of id: transfers, then acts. */
export function isAfterPlace(id: string, place: string): boolean {
  const [transfer = '', act = ''] = place.split('.');
  const key = id.slice(1);
  if (id.startsWith('t')) return /^\d+$/.test(key) && /^\d+$/.test(transfer) && BigInt(key) > BigInt(transfer);
  return id.startsWith('a') && key > act;
}

/** Whether a place of the list is after another one. */
export function isLaterPlace(place: string, other: string): boolean {
  const [transfer = '', act = ''] = place.split('.');
  return isAfterPlace(`t${transfer}`, other) || isAfterPlace(`a${act}`, other);
}

export interface Announcing {
  /** Place up to which this phone has announced everything; null on its first visit. */
  readonly after: string | null;
  /** Path and query of the page in front: it shows what it is about. */
  readonly page: string;
  /** Whether the page shows acts on the account. */
  readonly showsActs: boolean;
}

/** What is to be announced of a page of notifications: what is new to this phone, unread, not switched off and not on the screen. */
export function toAnnounce<N extends Announced>(
  notifications: readonly N[],
  { after, page, showsActs }: Announcing,
): readonly N[] {
  if (after === null) return [];
  return notifications.filter(({ id, kind, reference, read, quiet }) => {
    const isShown = kind === 'securityAct' ? showsActs : pathOfNotification(kind, reference) === page;
    return !read && !quiet && !isShown && isAfterPlace(id, after);
  });
}
