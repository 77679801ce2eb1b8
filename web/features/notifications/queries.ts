import { useQueryClient } from '@tanstack/react-query';
import type { NotificationTopic } from '#contract/notification-kinds.ts';
import {
  addPushDevice,
  changeNotificationSettings,
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
  removePushDevice,
} from '#contract/notifications.ts';
import { listSecurityActs } from '#contract/security.ts';
import { invalidate, readKey } from '#web/platform/api/read-key.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { useUsername } from '#web/platform/session/use-username.ts';

/** Notifications of a topic, or all of them, newest first, by pages. */
export function useListNotifications(topic: NotificationTopic | null) {
  return usePages(listNotifications, topic === null ? {} : { topic }, {
    keyParts: [useUsername()],
    cursorOf: ({ next }) => next,
  });
}

/** Marks one notification as read, or all up to a place. */
export function useMarkNotificationsRead() {
  const client = useQueryClient();
  return useWrite(markNotificationsRead, { onSuccess: () => invalidate(client, listNotifications) });
}

export const useGetNotificationSettings = () => useRead(getNotificationSettings, {}, { keyParts: [useUsername()] });

export function useChangeNotificationSettings() {
  const client = useQueryClient();
  const username = useUsername();
  const refresh = useInvalidate(getNotificationSettings, listNotifications);
  return useWrite(changeNotificationSettings, {
    // Before the next read: until then a switch would show what it was before.
    onSuccess: ({ value }) => client.setQueryData(readKey(getNotificationSettings, {}, username), value),
    onSettled: refresh,
  });
}

export const useAddPushDevice = () =>
  useWrite(addPushDevice, { onSettled: useInvalidate(getNotificationSettings, listSecurityActs) });

export const useRemovePushDevice = () =>
  useWrite(removePushDevice, { onSettled: useInvalidate(getNotificationSettings) });
