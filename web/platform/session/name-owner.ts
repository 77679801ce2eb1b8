import { randomKey } from '../random-key.ts';
import { deviceStorage } from './storage.ts';

/** A name can be another account's after its own was deleted, here or on another device. */
const registeredKey = (name: string): string => `clearlot-registered ${name.toLowerCase()}`;
const signInKey = (name: string): string => `clearlot-sign-in ${name.toLowerCase()}`;
const numberKey = (name: string): string => `clearlot-chat-account ${name.toLowerCase()}`;
const formerKey = (name: string): string => `clearlot-chat-former ${name.toLowerCase()}`;

/** Removes what is kept under a name for an earlier account, which was registered at another moment (ms); returns whether there was one. */
export async function keepForAccount(name: string, registeredAt: number): Promise<boolean> {
  const hadOther = isOfEarlier(name, registeredAt);
  if (hadOther) await (await import('./device-database.ts')).forgetName(name);
  deviceStorage.setItem(registeredKey(name), String(registeredAt));
  return hadOther;
}

/** Whether what is kept under a name is an earlier account's, and not of the one that was registered at that moment. */
export function isOfEarlier(name: string, registeredAt: number): boolean {
  const known = deviceStorage.getItem(registeredKey(name));
  return known !== null && known !== String(registeredAt);
}

/** The number of the account that was signed in by that name last; null where it is not known. */
export const numberOf = (name: string): string | null => deviceStorage.getItem(numberKey(name));

export const keepNumber = (name: string, number: string): void => deviceStorage.setItem(numberKey(name), number);

export function forgetNumber(name: string): void {
  deviceStorage.removeItem(numberKey(name));
  deviceStorage.removeItem(formerKey(name));
}

/**
 * The number that was known last before the last sign-in. A deleted account never comes back: where a later sign-in has the same number, so
 * had all between them.
 */
export const formerNumberOf = (name: string): string | null => deviceStorage.getItem(formerKey(name));

/** At a sign-in: the name may be another account's by now. A mark keeps what is written from here on apart from what was written before. */
export function markSignIn(name: string): void {
  const known = numberOf(name);
  if (known !== null) deviceStorage.setItem(formerKey(name), known);
  deviceStorage.removeItem(numberKey(name));
  deviceStorage.setItem(signInKey(name), randomKey());
}

/** The mark of the last sign-in by that name; empty where there was none. */
export const signInOf = (name: string): string => deviceStorage.getItem(signInKey(name)) ?? '';

/** After a deletion: the name is free. */
export const forgetOwner = (name: string): void => deviceStorage.removeItem(registeredKey(name));
