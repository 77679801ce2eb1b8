import { deviceStorage, pushKey } from '#web/platform/session/storage.ts';

/** Whether this member turned push messages on for this device: kept over a sign-out, which ends them on the server. */
export const pushChoice = {
  isOn: (username: string): boolean => deviceStorage.getItem(pushKey(username)) === 'on',
  set: (username: string, on: boolean): void => deviceStorage.setItem(pushKey(username), on ? 'on' : 'off'),
};
