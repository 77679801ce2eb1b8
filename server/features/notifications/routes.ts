import * as contract from '#contract/notifications.ts';
import { type Binding, bindAll, type Call } from '#server/platform/http/binding.ts';
import { addPushDevice, type DeviceDependencies } from './add-push-device.ts';
import { changeNotificationSettings } from './change-notification-settings.ts';
import { getNotificationSettings } from './get-notification-settings.ts';
import { listNotifications } from './list-notifications.ts';
import { markNotificationsRead } from './mark-notifications-read.ts';
import { removePushDevice } from './remove-push-device.ts';

export interface RouteDependencies extends DeviceDependencies {
  /** SHA-256 of the caller's session token. */
  sessionHashOf(call: Pick<Call, 'cookies'>): Buffer;
}

export function notificationRoutes(dependencies: RouteDependencies): readonly Binding[] {
  return bindAll('notifications', contract, {
    listNotifications: (input, { member }) => listNotifications(dependencies, member.memberId, input),
    markNotificationsRead: (input, { member }) => markNotificationsRead(dependencies, member.memberId, input),
    getNotificationSettings: (_, { member }) => getNotificationSettings(dependencies, member.memberId),
    changeNotificationSettings: (input, { member }) => changeNotificationSettings(dependencies, member.memberId, input),
    addPushDevice: (input, call) => {
      const owner = { memberId: call.member.memberId, sessionHash: dependencies.sessionHashOf(call) };
      return addPushDevice(dependencies, owner, input);
    },
    removePushDevice: ({ id }, { member }) => removePushDevice(dependencies, member.memberId, id),
  });
}
