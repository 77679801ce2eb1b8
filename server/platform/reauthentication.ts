import type { Call } from './http/binding.ts';

/** What the owner shows beside the session. */
export interface OwnerProof {
  /** The login password. */
  readonly password: string | undefined;
  /** Code of the authenticator app or a backup code; needed with an app set up. */
  readonly factor: string | undefined;
}

/**
 * Makes sure that the owner acts, and not just somebody with the session's cookie. Throws `loginPasswordNeeded`, `oldPasswordWrong`,
 * `signInLocked`, `secondFactorNeeded`, `secondFactorWrong` or `secondFactorLocked`. The session gets a new token.
 */
export type Reauthenticate = (call: Pick<Call, 'cookies' | 'member'>, proof: OwnerProof) => Promise<void>;
