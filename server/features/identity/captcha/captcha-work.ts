import { randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaWork } from '#contract/captcha-work.ts';

/** The work of a captcha in quiet times. */
export interface WorkPolicy {
  /** Iterations of PBKDF2 per attempt. Drawing a captcha costs the server one attempt, checking its solution none. */
  readonly cost: number;
  /** The most attempts; half of them on average. */
  readonly attempts: number;
}

/** About 0.3 s of one core of a computer and 2 s of a slow phone, while the member types. */
export const memberWork: WorkPolicy = { cost: 2_000, attempts: 1_000 };

/** Next to nothing, together with the fixed code of tests. */
export const testWork: WorkPolicy = { cost: 20, attempts: 8 };

export interface NewWork {
  /** The signed challenge as the server keeps it. */
  readonly stored: string;
  readonly work: CaptchaWork;
}

const algorithm = 'PBKDF2/SHA-256';
const keyLength = 32;

/**
 * A new proof of work, `factor` times as hard as in quiet times. The number to be found is drawn here, so that no phone searches
 * without end and the solution is recognised by its signature.
 */
export async function drawWork({ cost, attempts }: WorkPolicy, factor: number, secret: string): Promise<NewWork> {
  const most = Math.ceil(attempts * factor);
  const challenge = await createChallenge({
    algorithm,
    cost,
    keyLength,
    counter: randomInt(most),
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  const { nonce, salt, keyPrefix } = challenge.parameters;
  return {
    stored: JSON.stringify(challenge),
    work: { algorithm, nonce, salt, cost, keyLength, keyPrefix, attempts: most },
  };
}

/** Whether the key is the one that the stored challenge asks for. */
export async function isSolved(
  stored: string,
  solution: { readonly counter: number; readonly key: string },
  secret: string,
): Promise<boolean> {
  const { verified } = await verifySolution({
    challenge: JSON.parse(stored) as Challenge,
    solution: { counter: solution.counter, derivedKey: solution.key },
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  return verified;
}
