import { type ReactNode, useState } from 'react';
import { type NotificationSettings, notificationSettings } from '#contract/notifications.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { useFailureToast } from '#web/ui/feedback/outcome-toasts.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import { PushSwitch } from './push-switch.tsx';
import { useChangeNotificationSettings, useGetNotificationSettings } from './queries.ts';
import styles from './settings-card.module.css';

/** What the member is notified of, and push messages on this device. */
export function NotificationSettingsCard(): ReactNode {
  const t = useText();
  const settings = useGetNotificationSettings();
  return (
    <Card title={t('notify.title')}>
      <Loaded query={settings} height={260} radius={14}>
        {(loaded) => <Switches settings={loaded} />}
      </Loaded>
    </Card>
  );
}

function Switches({ settings }: { readonly settings: NotificationSettings }): ReactNode {
  const t = useText();
  const change = useChangeNotificationSettings();
  // The switch follows the finger; the answer decides.
  const [pressed, setPressed] = useState<Partial<Record<string, boolean>>>({});
  useFailureToast(change.error);
  return (
    <div className={common.parts}>
      <p className={styles.text}>{t('notify.settingsText')}</p>
      {notificationSettings.map((setting) => (
        <Checkbox
          key={setting}
          name={setting}
          checked={pressed[setting] ?? settings[setting]}
          onChange={(on) => {
            setPressed((others) => ({ ...others, [setting]: on }));
            change.mutate({ setting, on }, { onSettled: () => setPressed({}) });
          }}
        >
          {t(`notify.${setting}`)}
        </Checkbox>
      ))}
      <p className={styles.text}>{t('notify.securityAlways')}</p>
      <PushSwitch settings={settings} />
    </div>
  );
}
