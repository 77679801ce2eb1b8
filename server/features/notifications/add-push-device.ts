import type { NotificationSettings, addPushDevice as operation } from '#contract/notifications.ts';
import type { InputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { getNotificationSettings, type SettingDependencies } from './get-notification-settings.ts';
import { storeDevice } from './push/device-store.ts';
import { isDeviceKey, isPushEndpoint } from './push/push-endpoint.ts';

export interface DeviceDependencies extends SettingDependencies {
  readonly acts: SecurityActs;
  /** Whether endpoints on this machine are accepted, for tests. */
  readonly allowsLoopback: boolean;
}

/** Sends push messages of what happens from now on to the device, until its session ends. Idempotent. */
export async function addPushDevice(
  dependencies: DeviceDependencies,
  { memberId, sessionHash }: { readonly memberId: bigint; readonly sessionHash: Buffer },
  { endpoint, p256dh, auth }: InputOf<typeof operation>,
): Promise<NotificationSettings> {
  const { tables, acts, events, allowsLoopback } = dependencies;
  if (!isPushEndpoint(endpoint, allowsLoopback) || !isDeviceKey(p256dh)) throw new Refusal('pushDeviceRefused');
  const newest = (await events.newest([memberId])).get(memberId) ?? events.start;
  const device = { memberId, sessionHash, endpoint, p256dh, auth, position: events.encode(newest) };
  const stored = await storeDevice(tables, device, (within, id) =>
    acts.record(within, memberId, 'pushDeviceAdded', id),
  );
  if (stored === 'sessionOver') throw new Refusal('sessionExpired');
  if (stored === 'added') await acts.announce(memberId, 'pushDeviceAdded');
  return await getNotificationSettings(dependencies, memberId);
}
