import type { NotificationSettings } from '#contract/notifications.ts';
import type { NotificationDependencies } from './list-notifications.ts';
import { devicesOf } from './push/device-store.ts';
import { settingsOf } from './setting-store.ts';

export interface SettingDependencies extends NotificationDependencies {
  /** Public half of the key that push messages are signed with. */
  readonly pushKey: string;
}

/** The member's switches and the devices that get push messages. */
export async function getNotificationSettings(
  { tables, pushKey }: SettingDependencies,
  memberId: bigint,
): Promise<NotificationSettings> {
  const [{ muted, amounts }, devices] = await Promise.all([settingsOf(tables, memberId), devicesOf(tables, memberId)]);
  return {
    plans: !muted.includes('plans'),
    deposits: !muted.includes('deposits'),
    withdrawals: !muted.includes('withdrawals'),
    financing: !muted.includes('financing'),
    rounds: !muted.includes('rounds'),
    draws: !muted.includes('draws'),
    team: !muted.includes('team'),
    amounts,
    pushKey,
    devices: devices.map(({ id, addedAt }) => ({ id, addedAt })),
  };
}
