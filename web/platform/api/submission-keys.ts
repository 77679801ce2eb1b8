import { randomKey } from '../random-key.ts';

/**
 * One idempotency key per submission: retries of the same input keep it, also when another one was sent in between; a changed input or a
 * settled submission gets a new one.
 */
export function createSubmissionKeys(newKey: () => string = randomKey) {
  const undecided = new Map<string, string>();
  return {
    keyFor(fingerprint: string): string {
      const key = undecided.get(fingerprint) ?? newKey();
      undecided.set(fingerprint, key);
      return key;
    },
    /** The server gave a definite result; the next submission of that input gets a new key. */
    settle(fingerprint: string): void {
      undecided.delete(fingerprint);
    },
  };
}

export type SubmissionKeys = ReturnType<typeof createSubmissionKeys>;
