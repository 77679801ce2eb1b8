import { type ReactNode, useEffect, useState } from 'react';
import type { NotificationSettings } from '#contract/notifications.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { pushChoice } from './push-choice.ts';
import { currentDeviceId, pushSupport, subscribeDevice, unsubscribeDevice, WorkerAbsent } from './push-subscription.ts';
import { useAddPushDevice, useRemovePushDevice } from './queries.ts';
import styles from './settings-card.module.css';

/** Turns push messages on or off for this device, or says why there are none. */
export function PushSwitch({ settings }: { readonly settings: NotificationSettings }): ReactNode {
  const t = useText();
  // Read again once the browser has asked for the permission.
  const [support, setSupport] = useState(pushSupport);
  return (
    <section className={styles.push}>
      <h3>{t('notify.push')}</h3>
      <p className={styles.text}>
        {t(
          support === 'unsupported'
            ? 'notify.pushUnsupported'
            : support === 'denied'
              ? 'notify.pushDenied'
              : 'notify.pushText',
        )}
      </p>
      {support === 'supported' ? <ThisDevice settings={settings} onAsked={() => setSupport(pushSupport())} /> : null}
      {settings.devices.length > 0 ? (
        <p className={styles.text}>{t('notify.devices', { count: settings.devices.length })}</p>
      ) : null}
    </section>
  );
}

interface ThisDeviceProps {
  readonly settings: NotificationSettings;
  readonly onAsked: () => void;
}

function ThisDevice({ settings, onAsked }: ThisDeviceProps): ReactNode {
  const t = useText();
  const username = useUsername() ?? '';
  const add = useAddPushDevice();
  const remove = useRemovePushDevice();
  const [busy, setBusy] = useState(false);
  const deviceId = useDeviceId(settings);
  const isOn = settings.devices.some(({ id }) => id === deviceId);

  const turnOn = async (): Promise<void> => {
    const fields = await subscribeDevice(settings.pushKey);
    if (fields === null) {
      showToast(t('notify.pushRefused'), 'failure');
      onAsked();
      return;
    }
    await add.mutateAsync(fields);
    pushChoice.set(username, true);
  };
  const turnOff = async (): Promise<void> => {
    pushChoice.set(username, false);
    if (deviceId !== null) await remove.mutateAsync({ id: deviceId });
    await unsubscribeDevice();
  };
  const press = (): void => {
    setBusy(true);
    const failed = (error: unknown): void => {
      if (error instanceof WorkerAbsent) showToast(t('notify.pushNoWorker'), 'failure');
      else if (error instanceof DOMException) showToast(t('notify.pushFailed'), 'failure');
      else showFailure(error);
    };
    (isOn ? turnOff() : turnOn()).catch(failed).finally(() => setBusy(false));
  };
  return (
    <Button kind="quiet" busy={busy} onClick={press}>
      {t(isOn ? 'notify.pushTurnOff' : 'notify.pushTurnOn')}
    </Button>
  );
}

/** Read again with the settings: both change when the switch is pressed. */
function useDeviceId(settings: NotificationSettings): string | null {
  const [deviceId, setDeviceId] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    currentDeviceId().then(setDeviceId, () => setDeviceId(null));
  }, [settings]);
  return deviceId;
}
