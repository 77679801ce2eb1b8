import { createStore, del, type UseStore } from 'idb-keyval';
import { chatDraftKey, deviceStorage, pushKey, tabStorage } from './storage.ts';

/** Databases and stores of what is kept under the name of an account. */
export const keptByName = {
  balances: ['clearlot-balances', 'kept'],
  draws: ['clearlot-draws', 'days'],
  seeds: ['clearlot-own-seeds', 'set'],
  weight: ['clearlot-weight', 'seen'],
  history: ['clearlot-history', 'seen'],
} as const;

/** A store of this phone. Rejects as well where the browser has no database, or throws instead of opening one. */
export function deviceDatabase(name: string, store: string): UseStore {
  const opened = createStore(name, store);
  return async (mode, work) => await opened(mode, work);
}

/** Removes what this phone keeps under the name of an account: another one of that name would differ from it. */
export async function forgetName(name: string): Promise<void> {
  deviceStorage.removeItem(pushKey(name));
  if (tabStorage.getItem(chatDraftKey)?.startsWith(`${name} `)) tabStorage.removeItem(chatDraftKey);
  await Promise.allSettled(
    Object.values(keptByName).map(([database, store]) => del(name, deviceDatabase(database, store))),
  );
}
