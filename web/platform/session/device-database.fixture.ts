/** What a request of a database calls back, and what `idb-keyval` reads of it. */
interface Callbacks {
  result?: unknown;
  onsuccess?: () => void;
  onupgradeneeded?: () => void;
  oncomplete?: () => void;
}

/**
 * `indexedDB` in memory, as far as the app uses it. Values are copied in and out, and each change reads what the one before has
 * written, as in a browser.
 */
export function memoryDatabases() {
  const databases = new Map<string, Map<string, unknown>>();

  const request = (work: () => unknown): Callbacks => {
    const made: Callbacks = {};
    queueMicrotask(() => {
      made.result = work();
      made.onsuccess?.();
    });
    return made;
  };

  const storeOf = (values: Map<string, unknown>) => {
    const transaction: Callbacks = {};
    return {
      transaction,
      get: (key: string) => request(() => structuredClone(values.get(key))),
      put(value: unknown, key: string) {
        values.set(key, structuredClone(value));
        queueMicrotask(() => transaction.oncomplete?.());
      },
      delete(key: string) {
        values.delete(key);
        queueMicrotask(() => transaction.oncomplete?.());
      },
    };
  };

  return {
    /** Empties all of them. */
    forget: () => databases.clear(),
    /** What a page of another version of the app, or a faulty one, has left there. */
    leave: (database: string, key: string, value: unknown) => void databases.set(database, new Map([[key, value]])),
    /** What is there now. */
    kept: (database: string, key: string): unknown => structuredClone(databases.get(database)?.get(key)),
    open: (name: string): Callbacks =>
      request(() => ({
        transaction: () => ({
          objectStore: () => {
            const values = databases.get(name) ?? new Map<string, unknown>();
            databases.set(name, values);
            return storeOf(values);
          },
        }),
      })),
  };
}
