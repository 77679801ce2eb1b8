import { readStored, store } from '#web/platform/session/stored-value.ts';

const onPhone = () => localStorage;
const keyOf = (username: string): string => `push:${username}`;

/** Whether this member turned push messages on for this device: kept over a sign-out, which ends them on the server. */
export const pushChoice = {
  isOn: (username: string): boolean => readStored(onPhone, keyOf(username)) === 'on',
  set: (username: string, on: boolean): void => store(onPhone, keyOf(username), on ? 'on' : 'off'),
};
