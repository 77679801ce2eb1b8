/** Reads what a page has kept. Storage may be refused: then nothing is. */
export function readKept(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Keeps it where that is allowed. */
export function keep(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // Told again next time.
  }
}
