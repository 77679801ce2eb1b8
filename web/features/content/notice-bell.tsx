import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { unreadStore } from '#web/platform/unread.ts';
import { useStore } from '#web/platform/use-store.ts';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './notice-bell.module.css';
import { useUnreadNotices } from './queries.ts';

/** Link to notifications and notices, with a dot while some are unread. */
export function NoticeBell(): ReactNode {
  const t = useText();
  const own = useStore(unreadStore.subscribe, unreadStore.count);
  const hasUnread = own + (useUnreadNotices() ?? 0) > 0;
  return (
    <Go to="/Notifications" className={styles.bell} label={t(hasUnread ? 'home.unreadNotices' : 'home.notices')}>
      <Icon name="bell" size={20} />
      {hasUnread ? <span className={styles.dot} /> : null}
    </Go>
  );
}
