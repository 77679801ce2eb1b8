import { type ReactNode, useState } from 'react';
import {
  type NotificationTopic,
  notificationKinds,
  notificationTopics,
  pathOfNotification,
} from '#contract/notification-kinds.ts';
import type { Notification } from '#contract/notifications.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { DateLine, MarkAllRead } from '#web/ui/layout/unread.tsx';
import { Icon, type IconName } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './notification-list.module.css';
import { useListNotifications, useMarkNotificationsRead } from './queries.ts';
import { titleOf } from './words.ts';

const icons: Readonly<Record<NotificationTopic, IconName>> = {
  plans: 'bars',
  deposits: 'deposit',
  withdrawals: 'withdraw',
  financing: 'wallet',
  rounds: 'play',
  draws: 'heart',
  team: 'invitation',
  security: 'lock',
};

/** The member's notifications, newest first, of all topics or one. */
export function NotificationList(): ReactNode {
  const t = useText();
  const [topic, setTopic] = useState<NotificationTopic | null>(null);
  const list = useListNotifications(topic);
  const markRead = useMarkNotificationsRead();
  const first = list.data?.pages[0];
  return (
    <>
      <fieldset className={styles.topics} aria-label={t('notify.filter')}>
        {[null, ...notificationTopics].map((each) => (
          <button
            key={each}
            type="button"
            className={classNames(styles.topic, each === topic && styles.chosen)}
            aria-pressed={each === topic}
            onClick={() => setTopic(each)}
          >
            {t(each === null ? 'notify.all' : `notify.${each}`)}
          </button>
        ))}
      </fieldset>
      {first !== undefined && first.unread > 0 ? (
        <MarkAllRead busy={markRead.isPending} onPress={() => markRead.mutate({ through: first.newest })}>
          {t('content.markAllRead')}
        </MarkAllRead>
      ) : null}
      <PagedList
        list={list}
        itemsOf={(page) => page.notifications}
        height={[64, 64, 64]}
        radius={14}
        empty={
          <EmptyState icon="bell" title={t('notify.none')}>
            {t('notify.noneText')}
          </EmptyState>
        }
        moreText={t('notify.older')}
      >
        {(notifications) => (
          <Card>
            <ul aria-label={t('notify.title')}>
              {notifications.map((notification) => (
                <NotificationRow
                  key={notification.id}
                  notification={notification}
                  onOpen={() => notification.read || markRead.mutate({ id: notification.id })}
                />
              ))}
            </ul>
          </Card>
        )}
      </PagedList>
    </>
  );
}

interface NotificationRowProps {
  readonly notification: Notification;
  readonly onOpen: () => void;
}

function NotificationRow({ notification, onOpen }: NotificationRowProps): ReactNode {
  const t = useText();
  const { kind, reference, amount, at, read } = notification;
  return (
    <li className={styles.item} onClickCapture={onOpen}>
      <Go to={pathOfNotification(kind, reference)} className={styles.row}>
        <span className={styles.icon}>
          <Icon name={icons[notificationKinds[kind].topic]} size={18} />
        </span>
        <span className={styles.texts}>
          <span className={classNames(styles.title, !read && styles.unread)}>{titleOf(t, notification)}</span>
          <DateLine at={at} unread={read ? null : t('content.unread')} />
        </span>
      </Go>
      {amount === null ? null : (
        <Money
          value={amount}
          decimals={4}
          sign={kind === 'planSettled' ? 'always' : 'negative'}
          source="ledger"
          mark="own"
        />
      )}
    </li>
  );
}
