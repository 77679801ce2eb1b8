import type { NotificationSettings } from '#contract/notifications.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { getNotificationSettings, type SettingDependencies } from './get-notification-settings.ts';
import { devicesOf, removeDevice } from './push/device-store.ts';

/** Ends the push messages to one of the member's devices. */
export async function removePushDevice(
  dependencies: SettingDependencies,
  memberId: bigint,
  id: string,
): Promise<NotificationSettings> {
  const devices = await devicesOf(dependencies.tables, memberId);
  const device = devices.find((one) => one.id === id);
  if (!device) throw new Refusal('pushDeviceUnknown');
  await removeDevice(dependencies.tables, device.endpointHash);
  return await getNotificationSettings(dependencies, memberId);
}
