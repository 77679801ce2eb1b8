import { type ReactNode, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { chatUnreadStore } from '#web/platform/unread.ts';
import { useStore } from '#web/platform/use-store.ts';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './floating-buttons.module.css';
import { PersonalSheet } from './personal-sheet.tsx';

/** Above the tab bar: the personal-information popup and customer service. */
export function FloatingButtons(): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  const unread = useStore(chatUnreadStore.subscribe, chatUnreadStore.count);
  return (
    <>
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.button}
          onClick={() => setOpen(true)}
          aria-label={t('homeMore.personal')}
        >
          <Icon name="person" size={18} />
        </button>
        <Go
          to="/service"
          className={styles.button}
          label={unread === 0 ? t('support.title') : t('homeMore.serviceUnread', { count: String(unread) })}
        >
          <Icon name="help" size={18} />
          {unread === 0 ? null : <span className={styles.unread}>{unread > 9 ? '9+' : unread}</span>}
        </Go>
      </div>
      <PersonalSheet open={open} onClose={() => setOpen(false)} />
    </>
  );
}
