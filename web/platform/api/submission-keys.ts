/** Gives one idempotency key per submission: a retry of the same input keeps it, a changed input or a settled one does not. */
export interface SubmissionKeys {
  keyFor(fingerprint: string): string;
  /** The server has given a definite answer; the next submission is a new one. */
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

/** 128 random bits in hex. `crypto.randomUUID` exists on secure origins only, and a phone may come by a plain address. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
