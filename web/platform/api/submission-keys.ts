/** One idempotency key per submission: retries of the same input keep it; a changed input or a settled submission gets a new one. */
export interface SubmissionKeys {
  keyFor(fingerprint: string): string;
  /** The server gave a definite result; the next submission gets a new key. */
  settle(): void;
}

export function createSubmissionKeys(newKey: () => string = randomKey): SubmissionKeys {
  let current: { readonly fingerprint: string; readonly key: string } | null = null;
  return {
    keyFor(fingerprint) {
      if (current?.fingerprint !== fingerprint) current = { fingerprint, key: newKey() };
      return current.key;
    },
    settle() {
      current = null;
    },
  };
}

/** 128 random bits in hex. `crypto.randomUUID` needs a secure origin, which a plain address in the local network is not. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
