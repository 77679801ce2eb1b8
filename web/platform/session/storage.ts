import { usernamePattern } from '#contract/account-name.ts';

export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A value that could not be written, and the one that was stored then; undefined where that could not be read either. */
interface Held {
  readonly value: string | null;
  readonly stored: string | null | undefined;
}

/**
 * A storage that never throws. Browsers may refuse it altogether (private windows, policies) or refuse writes (quota): such values are held
 * in memory until the page is closed, or another page writes a newer one.
 */
export function safeStorage(open: () => KeyStore): KeyStore {
  const memory = new Map<string, Held>();
  const attempt = <Result>(use: (store: KeyStore) => Result): Result | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  const read = (key: string): string | null | undefined => attempt((store) => store.getItem(key));
  const hold = (key: string, value: string | null): void => void memory.set(key, { value, stored: read(key) });
  return {
    getItem(key) {
      const stored = read(key);
      const held = memory.get(key);
      if (held === undefined) return stored ?? null;
      if (stored === undefined || held.stored === undefined || stored === held.stored) return held.value;
      memory.delete(key);
      return stored;
    },
    setItem(key, value) {
      const written = attempt((store) => {
        store.setItem(key, value);
        return true;
      });
      if (written) memory.delete(key);
      else hold(key, value);
    },
    removeItem(key) {
      const removed = attempt((store) => {
        store.removeItem(key);
        return true;
      });
      if (removed) memory.delete(key);
      else hold(key, null);
    },
  };
}

export const tabStorage = safeStorage(() => window.sessionStorage);
export const deviceStorage = safeStorage(() => window.localStorage);

/** The account name in a store, null where there is none or rubbish. */
export function accountIn(store: Pick<KeyStore, 'getItem'>): string | null {
  const stored = store.getItem('username');
  return stored !== null && usernamePattern.test(stored) ? stored : null;
}

/** The account whose figures this tab shows. */
export const shownAccount = (): string | null => accountIn(tabStorage);

/** Where the device's storage keeps whether a member turned push messages on. */
export const pushKey = (name: string): string => `push:${name}`;

/** Where the tab's storage keeps what a member has typed into the chat and not sent: the name, a space, the text. */
export const chatDraftKey = 'chat-draft';
