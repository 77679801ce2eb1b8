import { useEffect } from 'react';
import { showBadge } from '#web/platform/installed/app-badge.ts';
import { chatUnreadStore, unreadStore } from '#web/platform/unread.ts';
import { useListNotifications } from './queries.ts';

interface UnreadBadgeProps {
  /** Unread notices, and unread messages of the chat. */
  readonly notices: number;
  readonly messages: number;
}

/** Keeps the bell, the chat's button and the number on the installed app's icon; a sign-out clears them. */
export function UnreadBadge({ notices, messages }: UnreadBadgeProps): null {
  const own = useListNotifications(null).data?.pages[0]?.unread ?? 0;
  useEffect(() => {
    unreadStore.set(own);
    chatUnreadStore.set(messages);
    showBadge(own + notices + messages);
  }, [own, notices, messages]);
  useEffect(
    () => () => {
      unreadStore.set(0);
      chatUnreadStore.set(0);
      showBadge(0);
    },
    [],
  );
  return null;
}
