import { type Locale, localeOf } from '#contract/locale.ts';
import { createListeners } from '../listeners.ts';
import { accountIn, type KeyStore, tabStorage } from './storage.ts';

/** The tab's session, under the specification's three storage keys. Invalid values count as absent. */
export function openSession(store: KeyStore) {
  const listeners = createListeners();
  return {
    /** The signed-in member's name, or null. It is this page's login state; the server's cookie is what authenticates. */
    username: () => accountIn(store),
    signIn(username: string): void {
      store.setItem('username', username);
      listeners.notify();
    },
    signOut(): void {
      store.removeItem('username');
      listeners.notify();
    },
    locale: () => localeOf(store.getItem('locale')),
    setLocale: (locale: Locale): void => store.setItem('locale', locale),
    /** Whether the home video plays automatically (session key `iszidongbofang`). */
    videoAutoplays: () => store.getItem('iszidongbofang') === '1',
    setVideoAutoplays: (autoplays: boolean): void => store.setItem('iszidongbofang', autoplays ? '1' : '0'),
    subscribe: listeners.subscribe,
  };
}

export const session = openSession(tabStorage);
