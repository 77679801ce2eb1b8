import { useEffect, useEffectEvent } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { deviceStorage } from '#web/platform/session/storage.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { useStore } from '#web/platform/use-store.ts';
import { isLaterPlace, toAnnounce } from './announced.ts';
import { useListNotifications } from './queries.ts';

interface AnnouncementOptions {
  /** Whether the page shows acts on the account itself. */
  readonly showsActs: () => boolean;
  readonly announce: (news: readonly Notification[]) => void;
}

/**
 * Calls `announce` with what has happened since this phone announced something last: once, however much it is, when the page is seen.
 * A page that shows an event itself announces it no more.
 */
export function useAnnouncements({ showsActs, announce }: AnnouncementOptions): void {
  const key = `notified:${useUsername() ?? ''}`;
  const { path, search } = useLocation();
  const page = useListNotifications(null).data?.pages[0];
  const isSeen = useStore(subscribeToVisibility, isPageVisible);
  const take = useEffectEvent((notifications: readonly Notification[], newest: string) => {
    // Another page of this phone may have announced it meanwhile, and know more than this one has read.
    const after = deviceStorage.getItem(key);
    if (after !== null && !isLaterPlace(newest, after)) return;
    const news = toAnnounce(notifications, { after, page: `${path}${search}`, showsActs: showsActs() });
    deviceStorage.setItem(key, newest);
    if (news.length > 0) announce(news);
  });
  useEffect(() => {
    if (page !== undefined && isSeen) take(page.notifications, page.newest);
  }, [page, isSeen]);
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}
