/** Reads what stands under a key; undefined where nothing does. */
export type Read<Value> = (key: string) => Promise<Value | undefined>;

interface Waiting<Value> {
  readonly key: string;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * One question for all who ask at once: the first asks the database straight away, whoever comes meanwhile is gathered for the
 * next question. Nobody waits for a timer, and nobody gets an answer that was read before the question.
 */
export function gatheredRead<Value>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  keysMax: number,
): Read<Value> {
  const waiting: Waiting<Value>[] = [];
  let isReading = false;

  const readAll = async (): Promise<void> => {
    isReading = true;
    // Whoever asks in this turn of the event loop asks along.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const asked = waiting.splice(0, keysMax);
      try {
        const found = await readMany([...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of asked) reject(error);
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
