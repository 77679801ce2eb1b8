import { type ReactNode, useEffect, useState } from 'react';
import { notificationsPath, pathOfNotification } from '#contract/notification-kinds.ts';
import type { Notification } from '#contract/notifications.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { IconButton } from '#web/ui/form/icon-button.tsx';
import styles from './notification-toast.module.css';
import { useMarkNotificationsRead } from './queries.ts';
import { useAnnouncements } from './use-announcements.ts';
import { titleOf } from './words.ts';

/** Longer than a confirmation: it can be followed. */
const shownMs = 10_000;

interface NotificationToastProps {
  /** Whether the page shows acts on the account itself. */
  readonly showsActs: () => boolean;
}

/** On any page: what has just happened to the member's money or account, with the way to it. */
export function NotificationToast({ showsActs }: NotificationToastProps): ReactNode {
  const t = useText();
  const [news, setNews] = useState<readonly Notification[]>([]);
  useAnnouncements({ showsActs, announce: setNews });
  const { path, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page ends it, too.
  useEffect(() => {
    const timer = setTimeout(() => setNews([]), shownMs);
    return () => clearTimeout(timer);
  }, [news]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way to it was followed, or another one taken.
  useEffect(() => setNews([]), [path, search]);
  const [first, ...others] = news;
  return (
    <div role="status">
      {first === undefined ? null : (
        <div className={styles.toast}>
          {others.length > 0 ? (
            <>
              <span className={styles.text}>{t('notify.several', { count: news.length })}</span>
              <Go to={notificationsPath} className={styles.open}>
                {t('notify.openIt')}
              </Go>
            </>
          ) : (
            <Single notification={first} />
          )}
          <IconButton icon="close" label={t('shell.close')} onClick={() => setNews([])} />
        </div>
      )}
    </div>
  );
}

function Single({ notification }: { readonly notification: Notification }): ReactNode {
  const t = useText();
  const format = useFormat();
  const markRead = useMarkNotificationsRead();
  const { id, kind, reference, amount } = notification;
  return (
    <>
      <span className={styles.text}>
        {titleOf(t, notification)}
        {amount === null ? null : (
          <Figure source="ledger" className={styles.amount}>
            {t('notify.amount', { amount: format.usdt(amount, 4, 'always') })}
          </Figure>
        )}
      </span>
      <span onClickCapture={() => markRead.mutate({ id })}>
        <Go to={pathOfNotification(kind, reference)} className={styles.open}>
          {t('notify.openIt')}
        </Go>
      </span>
    </>
  );
}
