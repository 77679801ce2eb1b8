import { useEffect, useRef } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';

interface ChatToastProps {
  /** Unread messages; null while they are not known. */
  readonly unread: number | null;
  /** Whether the page shows the chat itself. */
  readonly showsChat: boolean;
}

/** On any page: that customer service has written, and how many messages are unread. */
export function ChatToast({ unread, showsChat }: ChatToastProps): null {
  const t = useText();
  const before = useRef(unread);
  useEffect(() => {
    const hasMore = unread !== null && before.current !== null && unread > before.current;
    before.current = unread;
    if (hasMore && !showsChat) showToast(t('homeMore.serviceUnread', { count: String(unread) }));
  }, [unread, showsChat, t]);
  return null;
}
