import { type Locale, localeOf } from '#contract/locale.ts';
import { createListeners } from '../listeners.ts';
import { accountIn, type KeyStore, tabStorage } from './storage.ts';

export interface Session {
  /** The signed-in member's name, or null. It is this page's login state; the server's cookie is what authenticates. */
  username(): string | null;
  signIn(username: string): void;
  signOut(): void;
  locale(): Locale | null;
  setLocale(locale: Locale): void;
  /** Whether the home video plays automatically (session key `iszidongbofang`). */
  videoAutoplays(): boolean;
  setVideoAutoplays(autoplays: boolean): void;
  subscribe(listener: () => void): () => void;
}

/** The tab's session, under the specification's three storage keys. Invalid values count as absent. */
export function openSession(store: KeyStore): Session {
  const listeners = createListeners();
  return {
    username: () => accountIn(store),
    signIn(username) {
      store.setItem('username', username);
      listeners.notify();
    },
    signOut() {
      store.removeItem('username');
      listeners.notify();
    },
    locale: () => localeOf(store.getItem('locale')),
    setLocale: (locale) => store.setItem('locale', locale),
    videoAutoplays: () => store.getItem('iszidongbofang') === '1',
    setVideoAutoplays: (autoplays) => store.setItem('iszidongbofang', autoplays ? '1' : '0'),
    subscribe: listeners.subscribe,
  };
}

export const session = openSession(tabStorage);
