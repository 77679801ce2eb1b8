import { deviceStorage } from './storage.ts';

/** A name can be another account's after its own was deleted, here or on another device. */
const registeredKey = (name: string): string => `clearlot-registered ${name.toLowerCase()}`;
const numberKey = (name: string): string => `clearlot-chat-account ${name.toLowerCase()}`;

/** Removes what is kept under a name for an earlier account, which was registered at another moment (ms); returns whether there was one. */
export async function keepForAccount(name: string, registeredAt: number): Promise<boolean> {
  const known = deviceStorage.getItem(registeredKey(name));
  if (known === String(registeredAt)) return false;
  if (known !== null) await (await import('./device-database.ts')).forgetName(name);
  deviceStorage.setItem(registeredKey(name), String(registeredAt));
  return known !== null;
}

/** The number of the account that was signed in by that name last; null where it is not known. */
export const numberOf = (name: string): string | null => deviceStorage.getItem(numberKey(name));

export const keepNumber = (name: string, number: string): void => deviceStorage.setItem(numberKey(name), number);

/** At a sign-in: the name may be another account's by now. */
export const forgetNumber = (name: string): void => deviceStorage.removeItem(numberKey(name));

/** After a deletion: the name is free. */
export const forgetOwner = (name: string): void => deviceStorage.removeItem(registeredKey(name));
