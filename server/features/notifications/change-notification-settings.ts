import type { NotificationSettings, changeNotificationSettings as operation } from '#contract/notifications.ts';
import type { InputOf } from '#contract/operation.ts';
import { getNotificationSettings, type SettingDependencies } from './get-notification-settings.ts';
import { storeSetting } from './setting-store.ts';

/** Turns one switch and returns all of them. */
export async function changeNotificationSettings(
  dependencies: SettingDependencies,
  memberId: bigint,
  { setting, on }: InputOf<typeof operation>,
): Promise<NotificationSettings> {
  await storeSetting(dependencies.tables, memberId, setting, on);
  return await getNotificationSettings(dependencies, memberId);
}
