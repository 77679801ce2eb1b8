import { type Locale, localeOf } from '#contract/locale.ts';
import { usernamePattern } from '#contract/passwords.ts';
import { type KeyStore, tabStorage } from './storage.ts';

export interface Session {
  /** The signed-in member, or null. This name is the login state of the page; the server's cookie is the proof. */
  username(): string | null;
  signIn(username: string): void;
  signOut(): void;
  locale(): Locale | null;
  setLocale(locale: Locale): void;
  /** Whether the home video starts by itself (session key `iszidongbofang`). */
  videoAutoplays(): boolean;
  setVideoAutoplays(autoplays: boolean): void;
  subscribe(listener: () => void): () => void;
}

/** The session of this browser tab, under the specification's three keys. Rubbish in them counts as absent. */
export function openSession(store: KeyStore): Session {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    username() {
      const stored = store.getItem('username');
      return stored !== null && usernamePattern.test(stored) ? stored : null;
    },
    signIn(username) {
      store.setItem('username', username);
      changed();
    },
    signOut() {
      store.removeItem('username');
      changed();
    },
    locale: () => localeOf(store.getItem('locale')),
    setLocale: (locale) => store.setItem('locale', locale),
    videoAutoplays: () => store.getItem('iszidongbofang') === '1',
    setVideoAutoplays: (autoplays) => store.setItem('iszidongbofang', autoplays ? '1' : '0'),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const session = openSession(tabStorage);
