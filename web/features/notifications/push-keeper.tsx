import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { getAccountInfo } from '#contract/profile-account.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { isOfEarlier } from '#web/platform/session/name-owner.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { pushChoice } from './push-choice.ts';
import { currentDeviceId, pushSupport, subscribeDevice } from './push-subscription.ts';
import { useAddPushDevice, useGetNotificationSettings } from './queries.ts';

/** Opens the page of a push message that was tapped, and adds this device again where a sign-in or the browser ended its messages. */
export function PushKeeper(): ReactNode {
  const username = useUsername() ?? '';
  useOpenedMessages();
  const mayRenew = pushSupport() === 'supported' && Notification.permission === 'granted' && pushChoice.isOn(username);
  return mayRenew ? <OwnRenewal username={username} /> : null;
}

/** Waits for what the account is: the choice may be that of a deleted one whose name it has. */
function OwnRenewal({ username }: { readonly username: string }): ReactNode {
  const account = useRead(getAccountInfo, {}).data;
  const isOwn = account?.username === username && !isOfEarlier(username, account.registeredAt);
  return isOwn && pushChoice.isOn(username) ? <Renewal /> : null;
}

function Renewal(): null {
  const settings = useGetNotificationSettings().data;
  const add = useAddPushDevice();
  const renew = useEffectEvent(async () => {
    if (settings === undefined) return;
    const deviceId = await currentDeviceId();
    if (settings.devices.some(({ id }) => id === deviceId)) return;
    const fields = await subscribeDevice(settings.pushKey);
    if (fields !== null) await add.mutateAsync(fields);
  });
  // Once for each start: the settings say on which devices messages are on.
  const isLoaded = settings !== undefined;
  useEffect(() => {
    if (isLoaded) renew().catch(() => undefined);
  }, [isLoaded]);
  return null;
}

function useOpenedMessages(): void {
  const go = useGo();
  const open = useEffectEvent(({ data }: MessageEvent) => {
    if (typeof data === 'object' && data !== null && data.kind === 'open' && typeof data.path === 'string')
      go(data.path);
  });
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const listener = (event: MessageEvent): void => open(event);
    navigator.serviceWorker.addEventListener('message', listener);
    return () => navigator.serviceWorker.removeEventListener('message', listener);
  }, []);
}
