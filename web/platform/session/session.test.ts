import { expect, test } from 'vitest';
import { openSession } from './session.ts';
import { type KeyStore, safeStorage } from './storage.ts';

function memoryStore(entries: Record<string, string> = {}): KeyStore & { readonly entries: Map<string, string> } {
  const values = new Map(Object.entries(entries));
  return {
    entries: values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const refused = () => {
  throw new DOMException('denied', 'SecurityError');
};

test('the session is stored under the three keys of the specification', () => {
  const store = memoryStore();
  const session = openSession(store);
  session.signIn('satoshi7');
  session.setLocale('thai');
  session.setVideoAutoplays(true);
  expect(Object.fromEntries(store.entries)).toEqual({ username: 'satoshi7', locale: 'thai', iszidongbofang: '1' });
  session.signOut();
  expect(store.entries.has('username')).toBe(false);
});

test('rubbish in the storage counts as absent', () => {
  const session = openSession(memoryStore({ username: '<img src=x>', locale: 'klingon', iszidongbofang: 'maybe' }));
  expect([session.username(), session.locale(), session.videoAutoplays()]).toEqual([null, null, false]);
});

test('listeners are notified of sign-in and sign-out', () => {
  const session = openSession(memoryStore());
  const received: (string | null)[] = [];
  const stop = session.subscribe(() => received.push(session.username()));
  session.signIn('satoshi7');
  session.signOut();
  stop();
  session.signIn('satoshi8');
  expect(received).toEqual(['satoshi7', null]);
});

test('a storage that is switched off is replaced by memory', () => {
  const session = openSession(safeStorage(refused));
  expect(session.username()).toBeNull();
  session.signIn('satoshi7');
  expect(session.username()).toBe('satoshi7');
  session.signOut();
  expect(session.username()).toBeNull();
});

test('a sign-out counts although the storage refuses to forget the name', () => {
  const store = memoryStore({ username: 'satoshi7' });
  const session = openSession(safeStorage(() => ({ ...store, removeItem: refused })));
  session.signOut();
  expect(session.username()).toBeNull();
});

test('a storage that is full keeps what it has and memory keeps the rest', () => {
  const store = memoryStore({ username: 'satoshi7' });
  const full = safeStorage(() => ({ ...store, setItem: refused }));
  full.setItem('username', 'satoshi8');
  expect(full.getItem('username')).toBe('satoshi8');
  full.removeItem('username');
  expect(full.getItem('username')).toBeNull();
});

test('a name that was forgotten while the storage could not even be read stays forgotten when it can be again', () => {
  const store = memoryStore({ username: 'satoshi7' });
  let isOff = true;
  const session = openSession(safeStorage(() => (isOff ? refused() : store)));
  session.signOut();
  isOff = false;
  expect(session.username()).toBeNull();
});

test('what another page writes later counts more than what could not be written here', () => {
  const store = memoryStore({ kept: '1' });
  const full = safeStorage(() => ({ ...store, setItem: refused }));
  full.setItem('kept', '2');
  expect(full.getItem('kept')).toBe('2');
  store.setItem('kept', '3');
  expect(full.getItem('kept')).toBe('3');
  store.setItem('kept', '1');
  expect(full.getItem('kept')).toBe('1');
});
