import { type ReactNode, useState } from 'react';
import { NoticeList } from '#web/features/content/notice-list.tsx';
import { NotificationList } from '#web/features/notifications/notification-list.tsx';
import { useListNotifications } from '#web/features/notifications/queries.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go, useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './notices.module.css';

/** Notices, and for members their own notifications. */
export function Page(): ReactNode {
  const t = useText();
  const wanted = useQueryParameter('id');
  const isMember = useUsername() !== null;
  return (
    <Screen
      title={t(isMember ? 'notify.title' : 'home.notices')}
      onBack={useGoBack('/homeTab')}
      aside={isMember ? <SettingsLink /> : undefined}
    >
      {isMember ? <Both wanted={wanted} /> : <NoticeList key={wanted} wanted={wanted} />}
    </Screen>
  );
}

function SettingsLink(): ReactNode {
  return (
    <Go to="/shezhi" className={styles.settings} label={useText()('notify.settings')}>
      <Icon name="settings" size={20} />
    </Go>
  );
}

type Shown = 'own' | 'notices';

/** Opens on the member's own, unless there are none yet or a notice is wanted. */
function Both({ wanted }: { readonly wanted: string | null }): ReactNode {
  const t = useText();
  const own = useListNotifications(null);
  const [chosen, setChosen] = useState<Shown | null>(wanted === null ? null : 'notices');
  const hasOwn = (own.data?.pages[0]?.notifications.length ?? 0) > 0;
  const shown = chosen ?? (own.data === undefined || hasOwn ? 'own' : 'notices');
  return (
    <>
      <Segmented<Shown>
        label={t('notify.filter')}
        segments={[
          { value: 'own', label: t('notify.own') },
          { value: 'notices', label: t('home.notices') },
        ]}
        value={shown}
        onChange={setChosen}
      />
      {shown === 'notices' ? <NoticeList key={wanted} wanted={wanted} /> : <NotificationList />}
    </>
  );
}
