/** Reads the value of a key; undefined where there is none. */
export type Read<Value> = (key: string) => Promise<Value | undefined>;

interface Waiting<Value> {
  readonly key: string;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Reads many keys with one query: the first query starts at once, keys requested meanwhile share the next one. There is no timer,
 * and no caller gets a value read before its call.
 */
export function batchedLoader<Value>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  keysMax: number,
): Read<Value> {
  const waiting: Waiting<Value>[] = [];
  let isReading = false;

  const readAll = async (): Promise<void> => {
    isReading = true;
    // Calls in the same turn of the event loop share the first query.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, keysMax);
      try {
        const found = await readMany([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isReading = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isReading) void readAll();
    });
}
